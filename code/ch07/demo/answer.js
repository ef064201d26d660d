/**
 * @typedef {object} Answer a response, not tied to any server
 * @property {number} status
 * @property {Record<string, string | number>} headers names in lower case
 * @property {string | Buffer} body
 */

/**
 * @param {number} status
 * @param {string} body
 * @param {Record<string, string>} [extra] more header fields
 * @returns {Answer}
 */
export function text(status, body, extra = {}) {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    // The length is in bytes, which is not the length of the string.
    'content-length': Buffer.byteLength(body),
    ...extra,
  }
  return { status, headers, body }
}
