/**
 * A router that is slow and easy to believe: it holds every route against
 * every path, segment by segment, and takes the best of those that fit. It
 * shares no code with the router that it is compared with.
 *
 * @typedef {{ method: string, path: string }} SlowRoute
 * @typedef {{ caseSensitive?: boolean, strictSlash?: boolean }} Options
 * @typedef {{ route: SlowRoute, params: Record<string, string>,
 *   kinds: number[] }} Found
 */

const STATIC = 0
const PARAMETER = 1
const WILDCARD = 2

/**
 * @param {SlowRoute[]} routes
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Found | null}
 */
export function slowFind(routes, method, path, options = {}) {
  const exact = best(routes, method, path, options)
  if (options.strictSlash !== false || path === '/') return exact
  // Of the two paths, the one that was sent, unless a wildcard took it.
  if (exact && !exact.kinds.includes(WILDCARD)) return exact
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const second = best(routes, method, other, options)
  if (!exact || !second) return exact ?? second
  return compare(second.kinds, exact.kinds) < 0 ? second : exact
}

/**
 * @param {SlowRoute[]} routes
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
function best(routes, method, path, options) {
  const [first] = routes
    .filter((route) => servesAs(route, method) > 0)
    .map((route) => fit(route, path, options))
    .filter((candidate) => candidate !== null)
    .sort(
      (a, b) =>
        compare(a.kinds, b.kinds) ||
        servesAs(b.route, method) - servesAs(a.route, method),
    )
  return first ?? null
}

/**
 * @param {SlowRoute} route
 * @param {string} method
 */
function servesAs(route, method) {
  if (route.method === method) return 3
  if (method === 'HEAD' && route.method === 'GET') return 2
  return route.method === '*' ? 1 : 0
}

/**
 * @param {SlowRoute} route
 * @param {string} path
 * @param {Options} options
 */
function fit(route, path, { caseSensitive = true }) {
  const wanted = route.path.slice(1).split('/')
  const sent = canonical(path).slice(1).split('/')
  /** @param {string} text */
  const fold = (text) => (caseSensitive ? text : text.toLowerCase())
  /** @type {Record<string, string>} */
  const params = Object.create(null)
  const kinds = []
  for (const [index, segment] of wanted.entries()) {
    if (index >= sent.length) return null
    if (segment.startsWith('*')) {
      const rest = sent.slice(index).join('/')
      params[segment.slice(1) || '*'] = decodeURIComponent(rest)
      return { route, params, kinds: [...kinds, WILDCARD] }
    }
    if (segment.startsWith(':')) {
      if (sent[index] === '') return null
      params[segment.slice(1)] = decodeURIComponent(sent[index])
      kinds.push(PARAMETER)
    } else {
      const text = canonical(segment.replace(/[^!-~]+|\\/g, encodeURIComponent))
      if (fold(text) !== fold(sent[index])) return null
      kinds.push(STATIC)
    }
  }
  return sent.length === wanted.length ? { route, params, kinds } : null
}

/**
 * Escapes of visible characters are undone, but for those of `/`, `\`, `?`, `#`
 * and `%`; the digits of the others are in upper case.
 *
 * @param {string} text
 */
function canonical(text) {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number(`0x${triplet.slice(1)}`))
    return /[!-~]/.test(character) && !/[/\\?#%]/.test(character)
      ? character
      : triplet.toUpperCase()
  })
}

/**
 * From the left, static comes before a parameter, and that before a wildcard,
 * which is also behind a route that has ended.
 *
 * @param {number[]} a
 * @param {number[]} b
 */
function compare(a, b) {
  const at = b.findIndex((kind, index) => kind !== a[index])
  return at === -1 ? 0 : (a[at] ?? STATIC) - b[at]
}
