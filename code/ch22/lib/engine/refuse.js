import { http } from '../common/node-http.js'

/** @import { Connection } from './connection.js' */
/** @import { Outgoing } from './exchange.js' */

/**
 * Why a request is refused. It's a plain value, so that a bad client doesn't
 * cost us a stack trace each time.
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} code node:http's own where it has one for this: programs
 *   that listen for 'clientError' know them
 * @property {string} detail never quotes what the client has sent
 */

/**
 * @param {Refusal} refusal
 * @returns {string} the whole answer, after which the connection closes
 */
export function answerOf({ status, detail }) {
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${detail.length + 1}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${detail}\n`
}

/** @type {Readonly<Refusal>} */
export const BAD_HOST = {
  status: 400,
  code: 'ERR_VELOCY_BAD_HOST',
  detail: 'Bad Host: expected one, with a host and a port',
}

/** @type {Readonly<Refusal>} */
export const TIMEOUT = {
  status: 408,
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
  detail: 'The request took too long',
}
/** @type {Readonly<Refusal>} */
export const CUT_SHORT = {
  status: 400,
  code: 'HPE_INVALID_EOF_STATE',
  detail: 'The request has no end',
}
/** @type {Readonly<Refusal>} */
export const UNKNOWN_EXPECTATION = {
  status: 417,
  code: 'ERR_VELOCY_UNKNOWN_EXPECTATION',
  detail: 'Unknown expectation: expected 100-continue',
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
  const hasHalf = response?.headersSent ?? false
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
  if (!hasAnswer) {
    const answer = answerOf(refusal)
    output.add(method === 'HEAD' ? headOf(answer) : answer)
  }
  connection.close()
}

/**
 * An answer to HEAD has no content (RFC 9110 §9.3.2).
 *
 * @param {string} answer
 */
const headOf = (answer) => answer.slice(0, answer.indexOf('\r\n\r\n') + 4)

/**
 * Answers a request that can be read, but is not taken.
 *
 * @param {Outgoing} response
 * @param {Readonly<Refusal>} refusal
 */
export function answerRefusal(response, { status, detail }) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${detail}\n`)
}
