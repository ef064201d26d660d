/** node:stream: the streams of Node themselves, as the package has them. */
import stream from 'readable-stream/lib/ours/browser.js'
import { notInPage } from './errors.js'

export const { Readable, Writable, Duplex, Transform, PassThrough } = stream
export const { addAbortSignal, finished, pipeline, compose, destroy } = stream
export const { isDisturbed, isErrored, isReadable, Stream } = stream
export const { promises } = Stream
export const { setDefaultHighWaterMark, getDefaultHighWaterMark } = Stream

/** @param {any} readable */
export const isDestroyed = (readable) => readable.destroyed

/** @param {any} writable */
export const isWritable = (writable) => writable.writable

export function duplexPair() {
  throw notInPage('stream.duplexPair')
}

Object.assign(Stream, { isDestroyed, isWritable, duplexPair })

export default Stream
