import { answerOf } from './refusals.js'

/** @import { Connection } from './connection.js' */
/** @import { Outgoing } from './exchange.js' */
/** @import { Refusal } from './refusals.js' */

/**
 * Answers bytes that are not a valid request, and closes the connection: where
 * the next request begins is unknown. A server that listens to 'clientError'
 * does that itself.
 *
 * @param {Connection} connection
 * @param {Readonly<Refusal>} refusal
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
