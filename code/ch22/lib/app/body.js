import { VelocyError } from '../common/errors.js'
import { tooLarge } from '../http/body.js'

/**
 * How many chunks are merged into one. Each takes hundreds of bytes besides its
 * own, and a client may send a byte at a time.
 */
const MERGED = 1024

/** The part of a body received so far, and the reader that waits for the rest. */
export class Body {
  /** @type {Buffer[]} */
  chunks = []
  length = 0
  /** How many of the chunks are merged ones. */
  #merged = 0
  /** @type {number} of the reader, in bytes */
  #limit = Number.POSITIVE_INFINITY
  /** @type {((error?: unknown) => void) | undefined} ends the wait */
  #settle
  /** @type {unknown} why the wait failed */
  #failure
  /** Whether a reader waits. */
  isAwaited = false

  /** @param {boolean} [isEnded] whether no more chunks follow */
  constructor(isEnded = false) {
    this.isEnded = isEnded
  }

  /** @param {Buffer} chunk */
  add(chunk) {
    this.length += chunk.length
    this.chunks.push(chunk)
    if (this.chunks.length - this.#merged === MERGED) {
      this.chunks.push(Buffer.concat(this.chunks.splice(this.#merged)))
      this.#merged++
    }
    if (this.length > this.#limit) this.fail(tooLarge(this.#limit))
  }

  end() {
    this.isEnded = true
    this.#settle?.()
  }

  /** @param {unknown} error */
  fail(error) {
    this.#failure = error
    this.#settle?.(error)
  }

  /**
   * Waits for the end.
   *
   * @param {{ limit: number, timeout: number, signal?: AbortSignal }} options
   * @returns {Promise<Buffer>} as it was sent, encoded or not
   */
  async wait({ limit, timeout, signal }) {
    if (this.length > limit) throw tooLarge(limit)
    this.#limit = limit
    this.isAwaited = true
    try {
      // What came with the head is all here a moment later, without a timer.
      if (!this.isEnded) await undefined
      if (this.#failure !== undefined) throw this.#failure
      if (!this.isEnded) await this.#end(timeout, signal)
    } finally {
      this.isAwaited = false
    }
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)]
    return this.chunks[0]
  }

  /**
   * @param {number} timeout
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  #end(timeout, signal) {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const onAbort = () => this.fail(signal?.reason)
      const timer =
        timeout > 0
          ? setTimeout(() => this.fail(tooSlow(timeout)), timeout)
          : undefined
      signal?.addEventListener('abort', onAbort)
      this.#settle = (error) => {
        this.#settle = undefined
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        if (error === undefined) resolve()
        else reject(error)
      }
    })
  }
}

/** @param {number} timeout */
function tooSlow(timeout) {
  return new VelocyError(
    'ERR_VELOCY_BODY_TIMEOUT',
    `Request body not received within ${timeout} ms`,
    // The rest of the body would come before the next request.
    { status: 408, headers: { connection: 'close' } },
  )
}

/** @param {string} [why] it cannot be read */
export function used(why = 'has been read as a stream already') {
  return new VelocyError(
    'ERR_VELOCY_BODY_USED',
    `Request body ${why}: call bytes, text, json or form first`,
  )
}
