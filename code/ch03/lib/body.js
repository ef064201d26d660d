// ANCHOR: error
/** An error of a request, with the status that answers it. */
export class BodyError extends Error {
  /**
   * @param {number} status 400 or 413
   * @param {string} code such as `ERR_BODY_TOO_LARGE`
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message)
    this.name = 'BodyError'
    this.status = status
    this.code = code
    /** The client may know what is wrong: it is its own request. */
    this.expose = true
  }
}
// ANCHOR_END: error

// ANCHOR: read
/** The most that a body may have unless told otherwise, in bytes. */
const LIMIT = 1024 * 1024

/**
 * Reads a body to its end, and no further than a limit. The stream is not
 * closed: what is to be done with the connection is for the caller to say.
 *
 * @param {import('node:http').IncomingMessage} stream
 * @param {{ limit?: number, signal?: AbortSignal }} [options] limit in bytes,
 *   1 MiB; a signal that ends the reading with its reason
 * @returns {Promise<Buffer>}
 * @throws {BodyError} ERR_BODY_TOO_LARGE, status 413; ERR_BODY_ABORTED, status
 *   400, when the client goes before it has sent everything
 * @throws {TypeError} when the stream has an encoding, and gives no bytes, or
 *   has been read already
 */
export async function readBody(stream, { limit = LIMIT, signal } = {}) {
  signal?.throwIfAborted()
  if (stream.readableEncoding !== null) {
    throw new TypeError(
      `readBody: the stream gives ${stream.readableEncoding} text, expected ` +
        'bytes: do not call setEncoding() before',
    )
  }
  // What is over says nothing any more: to wait for it is to wait for ever.
  if (stream.readableEnded) {
    throw new TypeError('readBody: the stream has been read to its end already')
  }
  if (stream.destroyed) throw aborted()
  if (Number(stream.headers?.['content-length'] ?? 0) > limit) {
    throw tooLarge(limit)
  }
  return collect(stream, limit, signal)
}
// ANCHOR_END: read

// ANCHOR: collect
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
    const listeners = {
      /** @param {Buffer} chunk */
      data(chunk) {
        length += chunk.length
        if (length > limit) settle(reject, tooLarge(limit))
        else chunks.push(chunk)
      },
      end: () => settle(resolve, Buffer.concat(chunks, length)),
      error: () => settle(reject, aborted()),
      close: () => settle(reject, aborted()),
    }
    const onAbort = () => settle(reject, signal?.reason)

    /**
     * Whatever happens first is the outcome, and nothing of us stays behind.
     *
     * @param {(value: any) => void} outcome
     * @param {unknown} value
     */
    function settle(outcome, value) {
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
// ANCHOR_END: collect

// ANCHOR: errors
/** @param {number} limit */
function tooLarge(limit) {
  return new BodyError(
    413,
    'ERR_BODY_TOO_LARGE',
    `The body is larger than ${limit} bytes, which is the most that is read`,
  )
}

function aborted() {
  return new BodyError(
    400,
    'ERR_BODY_ABORTED',
    'The connection ended before the body did',
  )
}
// ANCHOR_END: errors

// ANCHOR: skip
/** The most that is read only to be thrown away, in bytes. */
const SKIPPED = 16 * 1024 * 1024

/**
 * Reads what is left of a body and forgets it: a client that is still sending
 * does not listen yet.
 *
 * @param {import('node:http').IncomingMessage} stream
 * @param {{ limit?: number }} [options] in bytes, 16 MiB
 * @returns {Promise<boolean>} whether the body has come to its end, so that
 *   what follows on the connection is the next request
 */
export function skipBody(stream, { limit = SKIPPED } = {}) {
  if (stream.readableEnded) return Promise.resolve(true)
  if (stream.destroyed) return Promise.resolve(false)
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
// ANCHOR_END: skip
