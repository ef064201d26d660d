import { isErrored, isReadable, Readable } from 'node:stream'
import { VelocyError } from '../common/errors.js'
import { BYTES, send, TEXT } from '../http/send.js'
import { nameOf } from '../http/write-json.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Owner } from './answer.js' */

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
 * Answers without a body. What a HEAD is told of one is the handler's to say.
 *
 * @param {ServerResponse} res with its status and its own fields
 * @param {Owner} owner
 * @throws {VelocyError} ERR_VELOCY_BAD_ANSWER
 */
export function sendEmpty(res, owner) {
  const { statusCode, req } = res
  if (req.method !== 'HEAD' || BODILESS.has(statusCode)) {
    send(res, statusCode, BYTES, '')
    return
  }
  lengthOf(res, owner)
  res.writeHead(statusCode).end()
}

/**
 * Answers with a source, or, where the answer has no body, without.
 *
 * @param {Source} source
 * @param {ServerResponse} res with its status and its own fields
 * @param {Owner} owner
 * @returns {Promise<void> | undefined}
 * @throws {VelocyError} ERR_VELOCY_BAD_ANSWER
 */
export function sendSource(source, res, owner) {
  if (isSpent(source)) throw spent(source, owner)
  const { statusCode, req } = res
  const hasBody = req.method !== 'HEAD' && !BODILESS.has(statusCode)
  if (hasBody) return stream(source, res, owner)
  // A request that ends early takes its connection along.
  if (source !== req) release(source)
  sendEmpty(res, owner)
}

/**
 * Whether there is nothing to read any more: somebody reads it, has read it, or
 * has destroyed it. One that has failed says so itself when it is read.
 *
 * @param {any} source
 */
function isSpent(source) {
  if (source.locked) return true
  if (source.errored || isErrored(source)) return false
  return Readable.isDisturbed(source) && !isReadable(source)
}

/**
 * @param {any} source
 * @param {Owner} owner
 */
function spent(source, owner) {
  // It may still have an error to tell, and would end the process with it.
  if (!source.locked) release(source)
  return new VelocyError(
    'ERR_VELOCY_BAD_ANSWER',
    `${owner}: the handler returned ${nameOf(source)} that has been read or ` +
      'destroyed, expected one that is still to be read',
  )
}

/**
 * Answers with what a source gives, as fast as the client takes it. The head
 * waits for the first chunk: until then an error can still have its own
 * answer. When the client leaves, the source ends.
 *
 * @param {Source} source
 * @param {ServerResponse} res with its status and its own fields
 * @param {Owner} owner
 * @throws whatever the source does, and ERR_STREAM_PREMATURE_CLOSE when the
 *   client has left
 */
async function stream(source, res, owner) {
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
    if (!res.headersSent) begin(chunk, res, owner)
    // A client that has left takes no more, and nothing has to be done then.
    if (!res.write(chunk)) await new Promise((go) => res.once('drain', go))
  }
  if (!res.headersSent && lengthOf(res, owner)) throw badLength(0, res, owner)
  res.end()
}

/**
 * The first chunk decides about the type, and may be too long already.
 *
 * @param {string | Uint8Array} chunk
 * @param {ServerResponse} res
 * @param {Owner} owner
 */
function begin(chunk, res, owner) {
  const length = Buffer.byteLength(chunk)
  const promised = lengthOf(res, owner) ?? length
  if (length > promised) throw badLength(length, res, owner)
  if (res.hasHeader('content-type')) return
  res.setHeader('content-type', typeof chunk === 'string' ? TEXT : BYTES)
}

/**
 * How long a handler says that the answer is. Where that is not known, the
 * server says how it ends, and nobody else (RFC 9112 §6.3).
 *
 * @param {ServerResponse} res
 * @param {Owner} owner
 */
function lengthOf(res, owner) {
  const length = res.getHeader('content-length')
  if (res.hasHeader('transfer-encoding')) {
    const isChunked = length === undefined && res.req.httpVersionMinor !== 0
    // Without the field there would be no chunks either, and an answer that is
    // cut off would look like a whole one.
    if (isChunked) res.setHeader('transfer-encoding', 'chunked')
    else res.removeHeader('transfer-encoding')
  }
  if (length === undefined) return
  if (/^\d+$/.test(String(length))) return Number(length)
  throw badLength(undefined, res, owner)
}

/**
 * @param {number | undefined} length of the first chunk; undefined: not known
 * @param {ServerResponse} res
 * @param {Owner} owner
 */
function badLength(length, res, owner) {
  const promised = JSON.stringify(res.getHeader('content-length'))
  const what = length === undefined ? 'a stream' : `a first chunk of ${length}`
  return new VelocyError(
    'ERR_VELOCY_BAD_ANSWER',
    `${owner}: got the content-length ${promised} for ${what}, expected the ` +
      "stream's own length in bytes, or no such field",
  )
}
