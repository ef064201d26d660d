/** @import { Middleware } from '../../lib/index.js' */

/**
 * Makes a middleware that has one of those requests answered that ask for the
 * same at the same time, and lets the others have its answer. A hundred clients
 * that ask for a page while it is made cost one page.
 *
 * Only GET is shared, by its whole target; not longer than the first is on its
 * way; errors as well. A handler that answers with `res` returns nothing that
 * could be shared, so then each request has to be answered by itself.
 *
 * @returns {Middleware}
 */
export function coalesce() {
  /** @type {Map<string, { first: import('../../lib/index.js').Response, answer: Promise<unknown> }>} */
  const underway = new Map()
  return async (req, res, next) => {
    if (req.method !== 'GET') return next()
    const target = req.url ?? ''
    const shared = underway.get(target)
    if (shared) {
      const answer = await shared.answer
      const isShared = answer !== undefined && answer !== shared.first
      if (!isShared) return next()
      res.statusCode = shared.first.statusCode
      return answer
    }
    try {
      // A function of its own: next may throw before there is a promise.
      const answer = (async () => next())()
      underway.set(target, { first: res, answer })
      return await answer
    } finally {
      underway.delete(target)
    }
  }
}
