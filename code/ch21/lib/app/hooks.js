import { current } from '../common/current.js'

/** @import { Response } from './response.js' */
/** @import { PlainRouter } from './router.js' */

/**
 * Makes a listener that tells the hooks of a router when an answer has been
 * sent: one for all its requests, because one for each takes time to make.
 *
 * @param {PlainRouter} router
 * @returns {(this: any) => void} a listener of any response
 */
export const tellerOf = (router) =>
  function () {
    const { req } = /** @type {any} */ (this)
    for (const onSent of router.scopeOf(req).hooks) {
      new Promise((done) => done(current.run(req, onSent, req, this))).catch(
        (error) => router.fail(error, req, this),
      )
    }
  }
