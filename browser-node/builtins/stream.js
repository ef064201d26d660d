/** node:stream: the streams of Node themselves, as the package has them. */
import stream from 'readable-stream/lib/ours/browser.js'
import { notInPage } from './errors.js'

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

/** @param {any} readable */
export const isDestroyed = (readable) => readable.destroyed

/** @param {any} writable */
export const isWritable = (writable) => writable.writable

export function duplexPair() {
  throw notInPage('stream.duplexPair')
}

Object.assign(Stream, { isDestroyed, isWritable, duplexPair })

export default Stream
