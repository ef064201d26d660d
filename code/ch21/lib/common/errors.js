/**
 * @typedef {object} VelocyErrorOptions
 * @property {number} [status] The status of the answer, from 400 to 599.
 *   Default: 500.
 * @property {boolean} [expose] Whether the client may see the code and the
 *   message. Default: true when the status is below 500.
 * @property {unknown} [cause] The error that caused this one.
 * @property {Record<string, string>} [headers] Fields of the answer, such as
 *   `allow` for a 405.
 * @property {Record<string, unknown>} [details] More members of the problem
 *   that is sent when the client may see the error (RFC 9457 §3.2), such as a
 *   `type` of its own.
 */

/** Every error that Velocy makes. Look at its code: a message may change. */
export class VelocyError extends Error {
  /**
   * @param {string} code such as `ERR_VELOCY_BODY_TOO_LARGE`
   * @param {string} message what was got, what was expected, what to do
   * @param {VelocyErrorOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(code, message, options = {}) {
    checkErrorOptions(options)
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
    /** Fields of the answer. */
    this.headers = options.headers
    /** More members of the problem that is sent. */
    this.details = options.details
  }
}

/** @param {unknown} options */
function checkErrorOptions(options) {
  const { status, expose, cause, headers, details, ...rest } = Object(options)
  const [unknown] = Object.keys(rest)
  const isError = Number.isInteger(status) && status >= 400 && status < 600
  if (options === null || typeof options !== 'object') {
    throw badOption(options, 'an object such as { status: 404 }')
  } else if (unknown !== undefined) {
    throw badOption(unknown, 'one of status, expose, cause, headers, details')
  } else if (status !== undefined && !isError) {
    throw badOption(status, 'a status from 400 to 599')
  }
}

/**
 * @param {unknown} got
 * @param {string} expected
 */
const badOption = (got, expected) =>
  new VelocyError(
    'ERR_VELOCY_BAD_OPTION',
    `VelocyError: got ${JSON.stringify(got)}, expected ${expected}`,
  )

/**
 * The status that answers an error: its own if the error says whether it may be
 * exposed, as a VelocyError does; 500 for all others. A status alone is not
 * enough, because HTTP clients such as axios copy the upstream's status onto
 * their errors.
 *
 * @param {any} error whatever was thrown
 */
export function statusOf(error) {
  try {
    const { status, expose } = error
    const isError = Number.isInteger(status) && status >= 400 && status < 600
    return isError && typeof expose === 'boolean' ? status : 500
  } catch {
    // It was null, or has a getter that throws.
    return 500
  }
}
