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
  const path = pattern.replace(/:(\w+)/g, (_, name) => segment(params[name]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(key, one)
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/** @param {string} text */
function segment(text) {
  // Clients resolve dots before they send, and %2e is a dot to them.
  if (text === '' || text === '.' || text === '..') {
    throw new RangeError(`got "${text}", which no segment of a path can be`)
  }
  return encodeURIComponent(text)
}
