/** node:stream: the streams of Node themselves, as the package has them. */
import stream from 'readable-stream/lib/ours/browser.js'
import { nextTick } from './loop.js'

export const { Readable, Writable, Duplex, Transform, PassThrough } = stream
export const { addAbortSignal, finished, pipeline, compose, destroy } = stream
export const { isDisturbed, isErrored, isReadable, Stream } = stream
export const { promises } = Stream
export const { setDefaultHighWaterMark, getDefaultHighWaterMark } = Stream

const { read } = Readable.prototype
/**
 * Since Node 26 what has arrived in pieces is read piece by piece.
 *
 * @this {any}
 * @param {number} [size] bytes
 */
Readable.prototype.read = function readPiece(size) {
  const state = this._readableState
  const { flowing, decoder, objectMode } = state
  if (size !== undefined || flowing || decoder || objectMode) {
    return read.call(this, size)
  }
  // The package reads so from a stream that flows.
  state.flowing = true
  try {
    return read.call(this)
  } finally {
    if (state.flowing) state.flowing = flowing
  }
}

/** What is written to one side is read from the other. */
class Side extends Duplex {
  /** @type {any} */
  other = null
  /** @type {(() => void) | null} */
  goOn = null

  _read() {
    const { goOn } = this
    this.goOn = null
    goOn?.()
  }

  /**
   * @param {Uint8Array} chunk
   * @param {string} _encoding
   * @param {() => void} callback
   */
  _write(chunk, _encoding, callback) {
    if (this.other.push(chunk)) nextTick(callback)
    else this.other.goOn = callback
  }

  /** @param {() => void} callback */
  _final(callback) {
    this.other.push(null)
    callback()
  }
}

export function duplexPair() {
  const [one, other] = [new Side(), new Side()]
  one.other = other
  other.other = one
  return [one, other]
}

Object.assign(Stream, { duplexPair })

export default Stream
