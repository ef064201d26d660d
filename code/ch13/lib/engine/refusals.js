import { STATUS_CODES } from 'node:http'

/**
 * Why a request is not taken. A value and not an Error: whoever sends nonsense
 * all day should not have us collect a stack for each.
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} code of node:http where it has one for this: programs look
 *   at it when they hear of a 'clientError'
 * @property {string} detail says nothing that the client has sent
 */

/**
 * @param {number} status
 * @param {string} code
 * @param {string} detail
 * @returns {Readonly<Refusal>}
 */
const refusal = (status, code, detail) =>
  Object.freeze({ status, code, detail })

// The request line (RFC 9112 §3).
export const BAD_METHOD = refusal(
  400,
  'HPE_INVALID_METHOD',
  'A method is a token, with one space behind it',
)
export const UNKNOWN_METHOD = refusal(
  501,
  'HPE_INVALID_METHOD',
  'The method is not one that this server knows',
)
export const BAD_TARGET = refusal(
  400,
  'HPE_INVALID_URL',
  'The request target is not one that the method may have',
)
export const LONG_TARGET = refusal(
  414,
  'HPE_HEADER_OVERFLOW',
  'The request line is too long',
)
export const BAD_VERSION = refusal(
  400,
  'HPE_INVALID_VERSION',
  'A request line ends with HTTP/1.1 and CR LF',
)
export const UNKNOWN_VERSION = refusal(
  505,
  'HPE_INVALID_VERSION',
  'The version is neither HTTP/1.1 nor HTTP/1.0',
)

// Fields (RFC 9112 §5).
export const BAD_NAME = refusal(
  400,
  'HPE_INVALID_HEADER_TOKEN',
  'The name of a field is a token, with a colon right behind it',
)
export const BAD_VALUE = refusal(
  400,
  'HPE_INVALID_HEADER_TOKEN',
  'The value of a field has no control characters in it',
)
export const BARE_CR = refusal(400, 'HPE_LF_EXPECTED', 'CR without LF')
export const LARGE_FIELDS = refusal(
  431,
  'HPE_HEADER_OVERFLOW',
  'The fields are too large, or too many',
)
export const BAD_HOST = refusal(
  400,
  'ERR_VELOCY_BAD_HOST',
  'A request has one Host field, which holds a host and a port',
)

// The length of the body (RFC 9112 §6).
export const BAD_LENGTH = refusal(
  400,
  'HPE_INVALID_CONTENT_LENGTH',
  'A request has one Content-Length field at most, which holds digits',
)
export const BAD_CODING = refusal(
  400,
  'HPE_INVALID_TRANSFER_ENCODING',
  'A request has one Transfer-Encoding field at most, and ends with chunked',
)
export const UNKNOWN_CODING = refusal(
  501,
  'HPE_INVALID_TRANSFER_ENCODING',
  'The only transfer coding that this server knows is chunked',
)
export const TWO_LENGTHS = refusal(
  400,
  'HPE_UNEXPECTED_CONTENT_LENGTH',
  'A request has no Content-Length beside Transfer-Encoding',
)

// Chunks (RFC 9112 §7.1).
export const BAD_CHUNK_SIZE = refusal(
  400,
  'HPE_INVALID_CHUNK_SIZE',
  'The size of a chunk is hexadecimal digits',
)
export const BAD_EXTENSION = refusal(
  400,
  'HPE_INVALID_CHUNK_SIZE',
  'The extensions of a chunk are ;name or ;name=value',
)
export const LARGE_EXTENSIONS = refusal(
  413,
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
  'The extensions of the chunks are too large',
)
export const BAD_CHUNK_END = refusal(
  400,
  'HPE_STRICT',
  'A chunk ends with CR LF, where its size says',
)

// What the connection finds out.
export const TIMEOUT = refusal(
  408,
  'ERR_HTTP_REQUEST_TIMEOUT',
  'The request took too long to arrive',
)
export const CUT_SHORT = refusal(
  400,
  'HPE_INVALID_EOF_STATE',
  'The request has no end',
)
export const NO_TUNNEL = refusal(
  501,
  'ERR_VELOCY_NO_TUNNEL',
  'This server does not answer CONNECT',
)
export const UNKNOWN_EXPECTATION = refusal(
  417,
  'ERR_VELOCY_UNKNOWN_EXPECTATION',
  'The only expectation that this server knows is 100-continue',
)

/**
 * @param {Refusal} refusal
 * @returns {string} the whole answer, after which the connection closes
 */
export function answerOf({ status, detail }) {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${detail.length + 1}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${detail}\n`
}
