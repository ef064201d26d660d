/** Every error that Velocy makes. Look at its code: a message may change. */
export class VelocyError extends Error {
  /**
   * @param {string} code such as `ERR_VELOCY_BODY_TOO_LARGE`
   * @param {string} message what was got, what was expected, what to do
   * @param {{ status?: number, expose?: boolean, cause?: unknown,
   *   headers?: Record<string, string> }} [options] the status that answers a
   *   request; whether the client may be told, which it may when the status
   *   blames the request; the error behind this one; header fields that the
   *   answer has, such as `allow` for a 405
   */
  constructor(code, message, options = {}) {
    // Only an error that has a cause gets the property.
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    const { status, expose = status !== undefined && status < 500 } = options
    const { headers } = options
    this.name = 'VelocyError'
    this.code = code
    this.status = status
    this.expose = expose
    this.headers = headers
  }
}

/**
 * The status that answers an error: that of a VelocyError, and of any other that
 * may be exposed; 500 for all others. A status alone is not enough, because HTTP
 * clients such as axios copy the upstream's status onto their errors.
 *
 * @param {any} error whatever was thrown
 */
export function statusOf(error) {
  try {
    const { status, expose } = error
    const isMeant = error instanceof VelocyError || expose === true
    const isError = Number.isInteger(status) && status >= 400 && status < 600
    return isMeant && isError ? status : 500
  } catch {
    // It was null, or has a getter that throws.
    return 500
  }
}
