import { VelocyError } from '../common/errors.js'

/**
 * As many chunks become one. Each takes hundreds of bytes besides its own, and
 * a client may send a byte at a time.
 */
const MANY = 1024

/**
 * What has come of a body, and who waits for the rest. The chunks are kept
 * after that: whoever wants the body as a stream can still have it.
 */
export class Body {
  /** @type {Buffer[]} */
  chunks = []
  length = 0
  /** Of the chunks, how many have been joined already. */
  #joined = 0
  /** @type {number} the most that whoever waits for it takes, in bytes */
  #limit = 0
  /** @type {((error?: unknown) => void) | undefined} called at the end */
  #settle
  /** @type {unknown} why it cannot be waited for */
  #failure
  /** Whether somebody waits for it. */
  isAwaited = false

  /** @param {boolean} [isEnded] whether there is nothing more to come */
  constructor(isEnded = false) {
    this.isEnded = isEnded
  }

  /** @param {Buffer} chunk */
  add(chunk) {
    this.length += chunk.length
    this.chunks.push(chunk)
    if (this.chunks.length - this.#joined === MANY) {
      this.chunks.push(Buffer.concat(this.chunks.splice(this.#joined)))
      this.#joined++
    }
    if (this.isAwaited && this.length > this.#limit) {
      this.fail(tooLarge(this.#limit))
    }
  }

  end() {
    this.isEnded = true
    this.#settle?.()
  }

  /**
   * What has come stays, so a reading that failed can be repeated: with a
   * higher limit, or as a stream.
   *
   * @param {unknown} error
   */
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
    this.#failure = undefined
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

/** @param {number} limit */
export function tooLarge(limit) {
  return new VelocyError(
    'ERR_VELOCY_BODY_TOO_LARGE',
    `Request body exceeds the limit of ${limit} bytes`,
    { status: 413 },
  )
}

/** @param {number} timeout */
function tooSlow(timeout) {
  return new VelocyError(
    'ERR_VELOCY_BODY_TIMEOUT',
    `The body has not come within ${timeout} ms`,
    // The rest of it would lie in the way of the next request.
    { status: 408, headers: { connection: 'close' } },
  )
}

export function aborted() {
  return new VelocyError(
    'ERR_VELOCY_BODY_ABORTED',
    'The connection ended before the body did',
    { status: 400 },
  )
}

/** @param {string} [why] it cannot be read */
export function used(why = 'has been asked for as a stream before') {
  return new VelocyError(
    'ERR_VELOCY_BODY_USED',
    `The body of this request ${why}: call bytes, text, json or form first`,
  )
}
