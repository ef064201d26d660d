/**
 * @typedef {object} Attempt
 * @property {string} method of the request
 * @property {Record<string, string>} headers of the request, by lower-case names
 * @property {boolean} sent whether any byte of it may have reached a server
 * @property {number} [status] of the answer; undefined: there was none
 */

/**
 * Tells whether a request that has failed may be sent again by a program, with
 * nobody there to ask.
 *
 * @param {Attempt} attempt
 * @returns {boolean}
 */
export function mayRepeat({ status }) {
  return status === undefined || status >= 500
}
