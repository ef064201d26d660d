import { Readable } from 'node:stream'
import { current } from '../common/current.js'
import { BYTES, send, TEXT } from '../http/send.js'

/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {AsyncIterable<string | Uint8Array>} Source such as the streams of
 *   Node.js and of the web
 */

/**
 * Turns a source into a stream that can be ended at any time, even while it
 * waits for a chunk.
 *
 * @param {any} source
 * @returns {Readable}
 */
function readableOf(source) {
  let readable = source
  if (typeof source.getReader === 'function') {
    readable = Readable.fromWeb(source, { objectMode: true, highWaterMark: 1 })
  } else if (typeof source.pipe !== 'function') {
    readable = Readable.from(source)
  }
  // Without a listener, an error behind the last chunk would end the process.
  return readable.on('error', () => {})
}

/**
 * Ends a source without reading it.
 *
 * @param {Source} source
 */
export const release = (source) => readableOf(source).destroy()

/**
 * Whether the client has left. A request that was destroyed has no socket, and
 * its client may be there.
 *
 * @param {ServerResponse} res
 */
export const isLost = (res) =>
  !res.writableFinished && (res.destroyed || res.req.socket?.destroyed === true)

/** Statuses of answers that have no body (RFC 9110 §6.4.1). */
const BODILESS = new Set([204, 205, 304])

/**
 * Answers without a body. To a HEAD, the fields stay as the handler set them.
 *
 * @param {ServerResponse} res with its status and its own fields
 */
export function sendEmpty(res) {
  const { statusCode, req } = res
  if (BODILESS.has(statusCode)) return send(res, statusCode, BYTES, '')
  if (req.method !== 'HEAD') res.setHeader('content-length', 0)
  res.writeHead(statusCode).end()
}

/**
 * Answers with a source, or without a body where there must be none.
 *
 * @param {Source} source
 * @param {ServerResponse} res with its status and its own fields
 * @returns {Promise<void> | undefined}
 */
export function sendSource(source, res) {
  const { statusCode, req } = res
  const hasBody = req.method !== 'HEAD' && !BODILESS.has(statusCode)
  // A generator only begins here.
  if (hasBody) return current.run(req, stream, source, res)
  // A request that ends early takes its connection along.
  if (source !== req) release(source)
  sendEmpty(res)
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
  // An answer whose turn has not come is not always told.
  res.req.once('close', onClose)
  let goOn = () => {}
  res.on('drain', () => goOn())
  // A body that is too long would be read as part of the next answer.
  res.strictContentLength = true
  for await (const chunk of readable) {
    if (!res.headersSent) begin(chunk, res)
    if (res.write(chunk)) continue
    // A client that has left takes no more, and this loop is never woken.
    await new Promise((resolve) => {
      goOn = () => resolve(undefined)
    })
  }
  res.end()
}

/**
 * @param {string | Uint8Array} chunk the first, which decides about the type
 * @param {ServerResponse} res
 */
function begin(chunk, res) {
  if (!res.hasHeader('content-type')) {
    res.setHeader('content-type', typeof chunk === 'string' ? TEXT : BYTES)
  }
  // Before the head is made, write() does not know the length.
  if (res.hasHeader('content-length')) res.writeHead(res.statusCode)
}
