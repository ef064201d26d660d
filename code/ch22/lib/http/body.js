import { VelocyError } from '../common/errors.js'
import { checkOptions, having, integer } from '../common/options.js'

/** How long a body may be by default, in bytes. */
const LIMIT = 1024 * 1024

/**
 * @typedef {object} ReadOptions
 * @property {number} [limit] In bytes. Default: 1 MiB.
 * @property {AbortSignal} [signal] Ends the reading with its reason.
 */
const READ_RULES = {
  limit: integer(0, Number.POSITIVE_INFINITY),
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
}

/**
 * Reads a body to its end, up to a limit. It leaves the stream open: what
 * becomes of the connection is up to the caller.
 *
 * @param {import('node:http').IncomingMessage} stream
 * @param {ReadOptions} [options]
 * @returns {Promise<Buffer>}
 * @throws {VelocyError} ERR_VELOCY_BODY_TOO_LARGE, status 413;
 *   ERR_VELOCY_BODY_ABORTED, status 400, when the client leaves before it has
 *   sent everything; ERR_VELOCY_BODY_IS_TEXT when the stream has an encoding,
 *   and emits text; ERR_VELOCY_BODY_USED when it has been read already;
 *   ERR_VELOCY_BAD_OPTION
 */
export async function readBody(stream, options) {
  const { limit = LIMIT, signal } = checkOptions(
    'readBody',
    options,
    READ_RULES,
  )
  signal?.throwIfAborted()
  if (stream.readableEncoding !== null) {
    throw new VelocyError(
      'ERR_VELOCY_BODY_IS_TEXT',
      `readBody: the stream gives ${stream.readableEncoding} text, expected ` +
        'bytes: do not call setEncoding() before',
    )
  }
  // A stream that has ended emits nothing more: we'd wait forever.
  if (stream.readableEnded) {
    throw new VelocyError(
      'ERR_VELOCY_BODY_USED',
      'readBody: got a stream that has been read already, expected a new one',
    )
  }
  if (stream.destroyed) throw aborted()
  if (Number(stream.headers?.['content-length'] ?? 0) > limit) {
    throw tooLarge(limit)
  }
  return collect(stream, limit, signal)
}

/**
 * How many chunks are joined into one. Each takes hundreds of bytes besides its
 * own, and a client may send a byte at a time.
 */
const MAX_CHUNKS = 1024

/**
 * @param {import('node:http').IncomingMessage} stream
 * @param {number} limit
 * @param {AbortSignal} [signal]
 * @returns {Promise<Buffer>}
 */
function collect(stream, limit, signal) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = []
    let length = 0
    let joined = 0
    const listeners = {
      /** @param {Buffer} chunk */
      data(chunk) {
        length += chunk.length
        if (length > limit) return settle(reject, tooLarge(limit))
        chunks.push(chunk)
        if (chunks.length - joined < MAX_CHUNKS) return
        chunks.push(Buffer.concat(chunks.splice(joined)))
        joined++
      },
      end: () => settle(resolve, Buffer.concat(chunks, length)),
      error: () => settle(reject, aborted()),
      close: () => settle(reject, aborted()),
    }
    const onAbort = () => settle(reject, signal?.reason)

    /** @type {(outcome: (value: any) => void, value: unknown) => void} */
    const settle = (outcome, value) => {
      for (const [event, listener] of Object.entries(listeners)) {
        stream.off(event, listener)
      }
      signal?.removeEventListener('abort', onAbort)
      stream.pause()
      chunks.length = 0
      outcome(value)
    }
    for (const [event, listener] of Object.entries(listeners)) {
      stream.on(event, listener)
    }
    signal?.addEventListener('abort', onAbort)
  })
}

/** @param {number} limit */
export function tooLarge(limit) {
  return new VelocyError(
    'ERR_VELOCY_BODY_TOO_LARGE',
    `Request body exceeds the limit of ${limit} bytes`,
    { status: 413 },
  )
}

export function aborted() {
  return new VelocyError(
    'ERR_VELOCY_BODY_ABORTED',
    'The connection ended before the body did',
    { status: 400 },
  )
}

/** How much skipBody reads by default, in bytes. */
export const SKIPPED = 16 * 1024 * 1024

const SKIP_RULES = { limit: integer(0, Number.POSITIVE_INFINITY) }

/**
 * Reads and discards the rest of a body: a client that is still sending may not
 * read the response yet.
 *
 * @param {import('node:http').IncomingMessage} stream
 * @param {{ limit?: number }} [options] In bytes. Default: 16 MiB.
 * @returns {Promise<boolean>} whether the body has ended, so that the next
 *   request can follow on the connection
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export async function skipBody(stream, options) {
  const { limit = SKIPPED } = checkOptions('skipBody', options, SKIP_RULES)
  if (stream.readableEnded) return true
  if (stream.destroyed) return false
  return new Promise((resolve) => {
    let length = 0
    /** @param {Buffer} chunk */
    const onData = (chunk) => {
      length += chunk.length
      if (length > limit) settle(false)
    }
    const onEnd = () => settle(true)
    const onClose = () => settle(false)
    /** @param {boolean} isOver */
    function settle(isOver) {
      stream.off('data', onData).off('end', onEnd).off('close', onClose)
      resolve(isOver)
    }
    stream.on('data', onData).on('end', onEnd).on('close', onClose)
    stream.resume()
  })
}
