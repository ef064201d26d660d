import { Router } from '../lib/index.js'

/** @import { Adapter } from '../../ch09/bench/adapters.js' */
/** @import { Lookup } from '../../ch09/bench/tables.js' */
/** @import { RouterOptions } from '../lib/app/router.js' */

/**
 * Velocy as the benchmarks of routers know each of them.
 *
 * @param {Lookup[]} routes
 * @param {RouterOptions} options
 * @returns {Adapter}
 */
export function velocy(routes, options) {
  const router = new Router(options)
  for (const { method, path } of routes) router.add(method, path, () => {})
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
