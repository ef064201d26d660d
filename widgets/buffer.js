/**
 * What the chapters' modules take from `node:buffer`, for a page: there is no
 * Node.js around a drawing of them.
 */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { fatal: true })

export class Buffer extends Uint8Array {
  /** @param {any} source a text, or bytes, which are copied */
  static from(source) {
    const isText = typeof source === 'string'
    return new Buffer(isText ? new TextEncoder().encode(source) : source)
  }

  /** @param {number} size */
  static allocUnsafe(size) {
    return new Buffer(size)
  }

  /**
   * @param {Uint8Array[]} parts
   * @param {number} [size] where to cut, or how far to fill with zeros
   */
  static concat(parts, size) {
    const bytes = parts.flatMap((part) => [...part])
    const whole = new Buffer(size ?? bytes.length)
    whole.set(bytes.slice(0, whole.length))
    return whole
  }

  get #view() {
    return new DataView(this.buffer, this.byteOffset, this.length)
  }

  /** @param {number} at */
  readUInt16BE(at) {
    return this.#view.getUint16(at)
  }

  /** @param {number} at */
  readInt32LE(at) {
    return this.#view.getInt32(at, true)
  }

  /** @param {number} at */
  readBigUInt64BE(at) {
    return this.#view.getBigUint64(at)
  }

  /** @param {number} [start] @param {number} [end] */
  latin1Slice(start, end) {
    return String.fromCharCode(...this.subarray(start, end))
  }

  /** @param {number} [start] @param {number} [end] */
  utf8Slice(start, end) {
    return this.toString('utf8', start, end)
  }

  /**
   * @param {string} [_encoding] UTF-8
   * @param {number} [start]
   * @param {number} [end]
   */
  toString(_encoding, start, end) {
    return decoder.decode(this.subarray(start, end))
  }
}

/** @param {Uint8Array} bytes */
export function isUtf8(bytes) {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}
