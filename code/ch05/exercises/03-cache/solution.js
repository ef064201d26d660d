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
  /** @type {Map<string, Map<string, Answer>>} by URL, then by entity tag */
  const stored = new Map()
  return async (url, headers) => {
    const variants = stored.get(url) ?? new Map()
    const tags = [...variants.values()].map(({ headers }) => headers.etag)
    // Whichever of them the server would choose: it knows, and we do not.
    const condition =
      tags.length > 0 ? { 'if-none-match': tags.join(', ') } : undefined
    const answer = await origin(url, { ...headers, ...condition })
    const { etag } = answer.headers
    const known = variants.get(opaque(etag))
    if (answer.status === 304 && known) {
      known.headers = { ...known.headers, ...answer.headers }
      return { ...known, headers: { ...known.headers } }
    }
    if (answer.status === 200 && etag !== undefined) {
      variants.set(opaque(etag), { ...answer, headers: { ...answer.headers } })
      stored.set(url, variants)
    }
    return answer
  }
}

/** @param {string} [etag] the same for a weak and a strong one */
const opaque = (etag = '') => etag.replace(/^W\//, '')
