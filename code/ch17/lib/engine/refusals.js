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
 * @param {string} code
 * @param {string} detail
 * @returns {Readonly<Refusal>}
 */
const refusal = (code, detail, status = 400) =>
  Object.freeze({ status, code, detail })

// The request line (RFC 9112 §3).
export const BAD_METHOD = refusal('HPE_INVALID_METHOD', 'Bad method')
export const UNKNOWN_METHOD = refusal(
  'HPE_INVALID_METHOD',
  'Unknown method',
  501,
)
export const BAD_TARGET = refusal('HPE_INVALID_URL', 'Bad request target')
export const LONG_TARGET = refusal(
  'HPE_HEADER_OVERFLOW',
  'Request target too long',
  414,
)
export const BAD_VERSION = refusal('HPE_INVALID_VERSION', 'Bad version')
export const UNKNOWN_VERSION = refusal(
  'HPE_INVALID_VERSION',
  'Unknown version: neither HTTP/1.1 nor HTTP/1.0',
  505,
)

// Fields (RFC 9112 §5).
export const BAD_NAME = refusal('HPE_INVALID_HEADER_TOKEN', 'Bad field name')
export const BAD_VALUE = refusal('HPE_INVALID_HEADER_TOKEN', 'Bad field value')
export const BARE_CR = refusal('HPE_LF_EXPECTED', 'CR without LF')
export const LARGE_FIELDS = refusal(
  'HPE_HEADER_OVERFLOW',
  'Fields too large, or too many',
  431,
)
export const BAD_HOST = refusal(
  'ERR_VELOCY_BAD_HOST',
  'Bad Host: expected one, with a host and a port',
)

// The length of the body (RFC 9112 §6).
export const BAD_LENGTH = refusal(
  'HPE_INVALID_CONTENT_LENGTH',
  'Bad Content-Length: expected one, with digits',
)
export const BAD_CODING = refusal(
  'HPE_INVALID_TRANSFER_ENCODING',
  'Bad Transfer-Encoding: expected one, in HTTP/1.1, that ends with chunked',
)
export const UNKNOWN_CODING = refusal(
  'HPE_INVALID_TRANSFER_ENCODING',
  'Unknown transfer coding: expected chunked alone',
  501,
)
export const TWO_LENGTHS = refusal(
  'HPE_UNEXPECTED_CONTENT_LENGTH',
  'Content-Length beside Transfer-Encoding',
)

// Chunks (RFC 9112 §7.1).
export const BAD_CHUNK_SIZE = refusal(
  'HPE_INVALID_CHUNK_SIZE',
  'Bad chunk size',
)
export const BAD_CHUNK_END = refusal(
  'HPE_STRICT',
  'Bad chunk: expected CR LF where it ends',
)
export const BAD_EXTENSION = refusal(
  'HPE_INVALID_CHUNK_SIZE',
  'Bad chunk extension',
)
export const LARGE_EXTENSIONS = refusal(
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
  'Chunk extensions too large',
  413,
)

// What the connection finds out.
export const TIMEOUT = refusal(
  'ERR_HTTP_REQUEST_TIMEOUT',
  'The request took too long',
  408,
)
export const CUT_SHORT = refusal(
  'HPE_INVALID_EOF_STATE',
  'The request has no end',
)
export const NO_TUNNEL = refusal(
  'ERR_VELOCY_NO_TUNNEL',
  'This server has no tunnels',
  501,
)
export const UNKNOWN_EXPECTATION = refusal(
  'ERR_VELOCY_UNKNOWN_EXPECTATION',
  'Unknown expectation: expected 100-continue',
  417,
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
