/** A table of routes and a path in the query of a page's address. */

/**
 * @typedef {object} State
 * @property {string[]} routes
 * @property {string} path
 * @property {boolean} greedy
 */

/**
 * @param {string} search the query of the address
 * @returns {State | null} null when it names no routes
 */
export function readAddress(search) {
  const query = new URLSearchParams(search)
  const routes = query.getAll('route')
  if (routes.length === 0) return null
  const path = query.get('path') ?? '/'
  return { routes, path, greedy: query.has('greedy') }
}

/**
 * @param {string} address of the page
 * @param {State} state
 * @param {string} id of the widget, '' when it has none
 * @returns {string} an address that leads to the same state
 */
export function writeAddress(address, { routes, path, greedy }, id) {
  const url = new URL(address)
  const query = new URLSearchParams(routes.map((route) => ['route', route]))
  query.set('path', path)
  if (greedy) query.set('greedy', '1')
  url.search = String(query)
  url.hash = id
  return url.href
}
