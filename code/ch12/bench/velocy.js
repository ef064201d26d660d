import { Router } from '../lib/index.js'

/** @import { Adapter } from '../../ch09/bench/adapters.js' */
/** @import { Lookup } from '../../ch09/bench/tables.js' */

/**
 * Velocy as the benchmarks of routers know each of them.
 *
 * @param {Lookup[]} routes
 * @param {boolean} isCompiled whether the routes become code
 * @returns {Adapter}
 */
export function velocy(routes, isCompiled) {
  const router = new Router()
  for (const { method, path } of routes) router.add(method, path, () => {})
  if (isCompiled) router.compile()
  return {
    find: (method, path) => router.find(method, path),
    // The answer may be 405, so the other methods are asked as well.
    answer(method, path) {
      const found = router.find(method, path)
      if (found !== null) return found
      return router.allowed(path).length > 0
    },
    read: ({ route, params }) => ({
      route: { method: route.method, path: route.path },
      params,
    }),
  }
}
