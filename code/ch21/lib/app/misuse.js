/**
 * An error as node:http has it: programs know it by its code.
 *
 * @param {string} code
 * @param {string} message
 * @param {ErrorConstructor} [Kind]
 */
export const misuse = (code, message, Kind = Error) =>
  Object.assign(new Kind(message), { code })

/** @param {unknown} status */
export const badStatus = (status) =>
  misuse(
    'ERR_HTTP_INVALID_STATUS_CODE',
    `Invalid status code: ${status}, expected 200 to 999`,
    RangeError,
  )

/**
 * @param {string} what of the response
 * @param {unknown} got
 * @param {string} expected
 */
export const badArgument = (what, got, expected) =>
  misuse(
    'ERR_INVALID_ARG_VALUE',
    `${what} is invalid: got ${JSON.stringify(got)}, expected ${expected}`,
    TypeError,
  )

/**
 * @param {number} written
 * @param {number} promised
 */
export const badLength = (written, promised) =>
  misuse(
    'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
    `Response body's content-length of ${written} byte(s) does not match the ` +
      `content-length of ${promised} byte(s) set in header`,
  )
