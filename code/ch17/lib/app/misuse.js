/**
 * An error as node:http has it: programs know it by its code.
 *
 * @param {string} code
 * @param {string} message
 * @param {ErrorConstructor} [Kind]
 */
export const misuse = (code, message, Kind = Error) =>
  Object.assign(new Kind(message), { code })

/** @param {string} verb what is to be done to them */
export const headersSent = (verb) =>
  misuse(
    'ERR_HTTP_HEADERS_SENT',
    `Cannot ${verb} headers after they are sent to the client`,
  )

export const badLink = () =>
  misuse(
    'ERR_INVALID_ARG_VALUE',
    "The argument 'hints' is invalid: expected links such as '</a>; rel=next'",
    TypeError,
  )

/**
 * @param {unknown} status
 * @param {string} expected
 */
export const badStatus = (status, expected) =>
  misuse(
    'ERR_HTTP_INVALID_STATUS_CODE',
    `Invalid status code: ${status}, expected ${expected}`,
    RangeError,
  )

export const badTrailer = () =>
  misuse(
    'ERR_HTTP_TRAILER_INVALID',
    'Trailers are invalid with this transfer encoding',
  )

/** @param {unknown} value */
export const badContentLength = (value) =>
  misuse(
    'ERR_INVALID_ARG_VALUE',
    `The Content-Length is invalid: got ${JSON.stringify(value)}, expected ` +
      'one integer from 0 on, in bytes; or leave the field to the server',
    TypeError,
  )

/** @param {unknown} value */
export const badCoding = (value) =>
  misuse(
    'ERR_INVALID_ARG_VALUE',
    `The Transfer-Encoding is invalid: got ${JSON.stringify(value)}, expected ` +
      'chunked; what is compressed says so with Content-Encoding',
    TypeError,
  )

/** @param {string} key the name of a field */
export const badPlace = (key) =>
  misuse(
    'ERR_INVALID_ARG_VALUE',
    `The field ${key} is invalid here: it belongs to the head of an answer, ` +
      'not to trailers or to a 1xx',
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

/**
 * @param {string} name of an argument
 * @param {string} expected
 */
export const badType = (name, expected) =>
  misuse(
    'ERR_INVALID_ARG_TYPE',
    `The "${name}" argument must be ${expected}`,
    TypeError,
  )

export const noChunk = () =>
  misuse(
    'ERR_STREAM_NULL_VALUES',
    'May not write null values to stream',
    TypeError,
  )

export const afterEnd = () =>
  misuse('ERR_STREAM_WRITE_AFTER_END', 'write after end')

/**
 * @param {string} verb
 * @param {'destroyed' | 'finished'} how it has ended
 */
export const tooLate = (verb, how) =>
  misuse(
    how === 'destroyed'
      ? 'ERR_STREAM_DESTROYED'
      : 'ERR_STREAM_ALREADY_FINISHED',
    `Cannot call ${verb} after a stream was ${how}`,
  )
