/**
 * What chapter 09's router takes from `node:buffer`, for a page: there is no
 * Node.js around a drawing of it.
 */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { fatal: true })

export class Buffer extends Uint8Array {
  /** @param {any} text */
  static from(text) {
    return new Buffer(new TextEncoder().encode(text))
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
