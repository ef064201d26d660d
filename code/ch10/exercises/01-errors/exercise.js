/** @import { ErrorHandler } from '../../lib/index.js' */

/**
 * An onError for an API whose clients are programs. It answers each error with
 * JSON, such as `{"error":{"code":"ERR_SHOP_SOLD_OUT","message":"…"}}`: the code
 * and the message of an error that may be told, and for any other
 * `{"error":{"code":"ERR_INTERNAL","message":"Internal Server Error"}}`.
 *
 * @param {(error: unknown) => void} log gets those that may not be told
 * @returns {ErrorHandler}
 */
export function errorsOf(log) {
  return (error) => {
    log(error)
    const { code, message } = /** @type {any} */ (error)
    return { error: { code, message } }
  }
}
