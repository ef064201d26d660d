/**
 * What the field Allow says of a path (RFC 9110 §10.2.1).
 *
 * @param {{ method: string, path: string }[]} routes
 * @param {string} path
 * @returns {string | null} the methods, sorted, joined by ", "; null when no
 *   route has the path
 */
export function allow(routes, path) {
  const methods = new Set(
    routes.filter((route) => route.path === path).map(({ method }) => method),
  )
  if (methods.size === 0) return null
  if (methods.has('GET')) methods.add('HEAD')
  methods.add('OPTIONS')
  return [...methods].sort().join(', ')
}
