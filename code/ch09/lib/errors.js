/**
 * An error with a code that stays the same when its message changes, and,
 * when a request is to blame, the status that answers it.
 */
export class VelocyError extends Error {
  /**
   * @param {string} code such as `ERR_VELOCY_ROUTE_CONFLICT`
   * @param {string} message what was got, what was expected, what to do
   * @param {{ status?: number }} [options] 400–499
   */
  constructor(code, message, { status } = {}) {
    super(message)
    this.name = 'VelocyError'
    this.code = code
    /** @type {number | undefined} */
    this.status = status
    /** Whether the client may be told the status. */
    this.expose = status !== undefined
  }
}

/**
 * The status for an error: its own when it blames the request and may be told
 * so, 500 for all others. A status alone will not do: the error of a client,
 * such as axios's, has the one that somebody else answered us with.
 *
 * @param {unknown} error
 */
export function statusOf(error) {
  const { status, expose } =
    /** @type {{ status?: unknown, expose?: unknown }} */ (error ?? {})
  const isClients = typeof status === 'number' && status >= 400 && status < 500
  return isClients && expose === true ? status : 500
}
