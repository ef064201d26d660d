/**
 * The path of a request target, as it was sent: `/hello?a=1`, or
 * `http://host/hello?a=1`, which a server must accept too (RFC 9112 §3.2.2).
 *
 * @param {string} target
 * @returns {string} `*` for the target of `OPTIONS *`
 */
export function pathOf(target) {
  const local = originForm(target)
  const query = local.indexOf('?')
  return query === -1 ? local : local.slice(0, query)
}

/**
 * The query of a request target, without its question mark.
 *
 * @param {string} target
 */
export function queryOf(target) {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

/** @param {string} target */
function originForm(target) {
  if (target.charCodeAt(0) === 47) return target // a slash
  return target.replace(/^https?:\/\/[^/?]*\/?/i, '/')
}
