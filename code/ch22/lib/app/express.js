import { VelocyError } from '../common/errors.js'

/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * Makes a handler of an Express app, for a route such as `/*`. The app belongs
 * to that router from then on: on a server of its own it would no longer work.
 *
 * Express gives each request and each response a prototype of the app's, which
 * inherits from one that all apps share, and that from node:http's. Ours have
 * members that node:http's lack, so the app's get a copy of the shared one that
 * inherits from ours.
 *
 * @param {any} app of Express 4 or 5: what `express()` returns
 * @returns {(req: Request, res: Response) => Response}
 * @throws {VelocyError} ERR_VELOCY_BAD_HANDLER
 */
export function fromExpress(app) {
  if (!app?.request || !app.response) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_HANDLER',
      `fromExpress: got ${typeof app}, expected an Express app`,
    )
  }
  let isRebased = false
  return (req, res) => {
    if (!isRebased) {
      rebase(app.request, Object.getPrototypeOf(req))
      rebase(app.response, Object.getPrototypeOf(res))
      isRebased = true
    }
    // As notFound, it is called with a 404, which an app does not expect.
    res.statusCode = 200
    app(req, res)
    return res
  }
}

/**
 * @param {object} prototype of an app
 * @param {object} base for it to inherit from
 */
function rebase(prototype, base) {
  const members = Object.getOwnPropertyDescriptors(
    Object.getPrototypeOf(prototype),
  )
  Object.setPrototypeOf(prototype, Object.create(base, members))
}
