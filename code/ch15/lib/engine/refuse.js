import { http } from '../common/node-http.js'

/** @import { Connection } from './connection.js' */
/** @import { Outgoing } from './engine.js' */

/**
 * What a client is told: of each, the status, and node:http's code where it has
 * one for this, since programs that listen for 'clientError' know them.
 *
 * @satisfies {Record<string, [status: number, code: string]>}
 */
const REFUSALS = {
  'Bad method': [400, 'HPE_INVALID_METHOD'],
  'Unknown method': [501, 'HPE_INVALID_METHOD'],
  'Bad request target': [400, 'HPE_INVALID_URL'],
  'Bad version': [400, 'HPE_INVALID_VERSION'],
  'Unknown version': [505, 'HPE_INVALID_VERSION'],
  'Request line too long': [414, 'HPE_HEADER_OVERFLOW'],
  'Bad field name': [400, 'HPE_INVALID_HEADER_TOKEN'],
  'Bad field value': [400, 'HPE_INVALID_HEADER_TOKEN'],
  'Bad line end: expected CR LF': [400, 'HPE_LF_EXPECTED'],
  'Fields too large': [431, 'HPE_HEADER_OVERFLOW'],
  'No Host': [400, 'ERR_VELOCY_BAD_HOST'],
  'Bad Host: expected one, with host and port': [400, 'ERR_VELOCY_BAD_HOST'],
  'Content-Length: expected one number': [400, 'HPE_INVALID_CONTENT_LENGTH'],
  'Transfer-Encoding: expected chunked': [400, 'HPE_INVALID_TRANSFER_ENCODING'],
  'Unknown Transfer-Encoding': [501, 'HPE_INVALID_TRANSFER_ENCODING'],
  'Content-Length beside chunks': [400, 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  'Bad chunk: expected CR LF where it ends': [400, 'HPE_STRICT'],
  'Bad chunk size or extension': [400, 'HPE_INVALID_CHUNK_SIZE'],
  'Chunk extensions too large': [413, 'HPE_CHUNK_EXTENSIONS_OVERFLOW'],
  'Unknown expectation': [417, 'ERR_VELOCY_UNKNOWN_EXPECTATION'],
  'The request took too long': [408, 'ERR_HTTP_REQUEST_TIMEOUT'],
  'The request has no end': [400, 'HPE_INVALID_EOF_STATE'],
}

/** @typedef {keyof typeof REFUSALS} Reason never quotes what the client sent */
/** @typedef {ReturnType<typeof refusalOf>} Refusal */

/**
 * It's a plain value, so that a bad client doesn't cost us a stack trace each
 * time.
 *
 * @param {Reason} detail
 */
export function refusalOf(detail) {
  const [status, code] = REFUSALS[detail]
  return { status, code, detail }
}

/**
 * @param {Refusal} refusal
 * @param {string} [method] HEAD gets no content (RFC 9110 §9.3.2)
 * @returns {string} the whole answer, after which the connection closes
 */
export function answerOf({ status, detail }, method) {
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${detail.length + 1}`,
  ]
  const content = method === 'HEAD' ? '' : `${detail}\n`
  return `${head.join('\r\n')}\r\n\r\n${content}`
}

/**
 * Answers bytes that are not a valid request, and closes the connection: where
 * the next request begins is unknown. A server that listens to 'clientError'
 * does that itself.
 *
 * @param {Connection} connection
 * @param {any} refusal a Refusal
 */
export function refuse(connection, refusal) {
  const { request, response, socket, engine, output, method } = connection
  const hasAnswer = request !== null && response === null
  const hasHalf = response?.headersSent
  connection.stop()
  connection.fail()
  output.flush()
  if (engine.server.listenerCount('clientError') > 0) {
    const { detail, code } = refusal
    const error = Object.assign(new Error(detail), { code })
    engine.server.emit('clientError', error, socket)
    return
  }
  // Half an answer cannot become another one.
  if (hasHalf) return connection.abort()
  if (!hasAnswer) output.add(answerOf(refusal, method))
  connection.close()
}

/**
 * Answers a request that can be read, but is not taken.
 *
 * @param {Outgoing} response
 * @param {Reason} detail
 */
export function answerRefusal(response, detail) {
  const { status } = refusalOf(detail)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${detail}\n`)
}
