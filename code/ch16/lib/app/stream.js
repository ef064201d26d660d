import { Readable } from 'node:stream'
import { BYTES, send, TEXT } from '../http/send.js'

/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {AsyncIterable<string | Uint8Array>} Source Node.js's and the web's
 *   streams are such, too
 */

/**
 * A stream that can be ended at any time, while it waits for a chunk, too.
 *
 * @param {any} source
 * @returns {Readable}
 */
function readableOf(source) {
  if (typeof source.pipe === 'function') return source
  return typeof source.getReader === 'function'
    ? Readable.fromWeb(source)
    : Readable.from(source)
}

/**
 * Ends a source that nobody will read.
 *
 * @param {Source} source
 */
export const release = (source) =>
  readableOf(source)
    .on('error', () => {})
    .destroy()

/**
 * Whether nobody is there for an answer any more. A request that was destroyed
 * has no socket, and its client may be there.
 *
 * @param {ServerResponse} res
 */
export const isLost = (res) =>
  !res.writableFinished && (res.destroyed || res.req.socket?.destroyed === true)

/** Statuses of answers that have no body (RFC 9110 §6.4.1). */
const BODILESS = new Set([204, 205, 304])

/**
 * Answers with a source, or, where the answer has no body, without.
 *
 * @param {Source} source
 * @param {ServerResponse} res with its status and its own fields
 * @returns {Promise<void> | undefined}
 */
export function sendSource(source, res) {
  const { statusCode, req } = res
  const isHead = req.method === 'HEAD'
  const isBodiless = BODILESS.has(statusCode)
  if (!isHead && !isBodiless) return stream(source, res)
  release(source)
  if (isBodiless) send(res, statusCode, BYTES, '')
  else res.writeHead(statusCode).end()
}

/**
 * Answers with what a source gives, as fast as the client takes it. The head
 * waits for the first chunk: until then an error can still have its own
 * answer. When the client leaves, the source ends.
 *
 * @param {Source} source
 * @param {ServerResponse} res with its status and its own fields
 * @throws whatever the source does, and ERR_STREAM_PREMATURE_CLOSE when the
 *   client has left
 */
async function stream(source, res) {
  const readable = readableOf(source)
  const onClose = () => {
    if (isLost(res)) readable.destroy()
  }
  res.once('close', onClose)
  // An answer that has not had its turn is not always told.
  res.req.once('close', onClose)
  // What is too long or too short would be read as part of the next answer.
  res.strictContentLength = true
  for await (const chunk of readable) {
    if (!res.headersSent && !res.hasHeader('content-type')) {
      res.setHeader('content-type', typeof chunk === 'string' ? TEXT : BYTES)
    }
    // A client that has left takes no more, and nothing has to be done then.
    if (!res.write(chunk)) await new Promise((go) => res.once('drain', go))
  }
  res.end()
}
