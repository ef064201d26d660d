/** Every error that Velocy makes. Look at its code: a message may change. */
export class VelocyError extends Error {
  /**
   * @param {string} code such as `ERR_VELOCY_BODY_TOO_LARGE`
   * @param {string} message what was got, what was expected, what to do
   * @param {{ status?: number, expose?: boolean, cause?: unknown }} [options]
   *   the status that answers a request; whether the client may be told, which
   *   it may when the status blames the request; the error behind this one
   */
  constructor(code, message, options = {}) {
    // Only an error that has a cause gets the property.
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    const { status, expose = status !== undefined && status < 500 } = options
    this.name = 'VelocyError'
    /** What kind of error it is, for programs. */
    this.code = code
    /** The status of the answer, if the error has one. */
    this.status = status
    /** Whether the client may see the code and the message. */
    this.expose = expose
  }
}

/**
 * The status for an error: its own when it blames the request and may be told
 * so, 500 for all others. A status alone is not enough: HTTP clients such as
 * axios copy the upstream's status onto their errors.
 *
 * @param {any} error whatever was thrown
 */
export function statusOf(error) {
  try {
    const { status, expose } = error
    const isClients = Number.isInteger(status) && status >= 400 && status < 500
    return isClients && expose === true ? status : 500
  } catch {
    // It was null, or has a getter that throws.
    return 500
  }
}
