/**
 * An error as node:http has it: programs know it by its code.
 *
 * @param {string} code such as `ERR_HTTP_HEADERS_SENT`
 * @param {string} message
 * @param {ErrorConstructor} [Kind]
 */
export const misuse = (code, message, Kind = Error) =>
  Object.assign(new Kind(message), { code })

/** @param {string} verb */
export const headersSent = (verb) =>
  misuse(
    'ERR_HTTP_HEADERS_SENT',
    `Cannot ${verb} headers after they are sent to the client`,
  )

/** @param {string} verb */
export const gone = (verb) =>
  misuse(
    'ERR_STREAM_DESTROYED',
    `Cannot call ${verb} after a stream was destroyed`,
  )
