/**
 * A link to a route, with its parameters and a query.
 *
 * @param {string} pattern such as `/users/:id`
 * @param {Record<string, string>} params
 * @param {Record<string, string | string[]>} [query] an array is a key that
 *   is repeated
 * @returns {string}
 * @throws {RangeError} of a parameter that no path can hold
 */
export function link(pattern, params, query = {}) {
  const path = pattern.replace(/:(\w+)/g, (_, name) => params[name])
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
