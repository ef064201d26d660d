/**
 * What the chapters' parsers and their decoder of escapes take from
 * `node:buffer`, for a page: there is no Node.js around a drawing of them.
 */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { fatal: true })

export class Buffer extends Uint8Array {
  /** @param {any} text */
  static from(text) {
    return new Buffer(new TextEncoder().encode(text))
  }

  /** @param {number} length */
  static alloc(length) {
    return new Buffer(length)
  }

  /** @param {number} length */
  static allocUnsafe(length) {
    return new Buffer(length)
  }

  /** @param {Uint8Array[]} parts */
  static concat(parts) {
    const all = new Buffer(parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  get #view() {
    return new DataView(this.buffer, this.byteOffset, this.length)
  }

  /** @param {number} offset */
  readUInt8(offset) {
    return this.#view.getUint8(offset)
  }

  /** @param {number} offset */
  readUInt32BE(offset) {
    return this.#view.getUint32(offset)
  }

  /** @param {number} value @param {number} offset */
  writeUInt8(value, offset) {
    this.#view.setUint8(offset, value)
  }

  /** @param {number} value @param {number} offset */
  writeUInt32BE(value, offset) {
    this.#view.setUint32(offset, value)
  }

  /**
   * @param {Uint8Array} target
   * @param {number} targetStart
   * @param {number} start
   * @param {number} end
   * @returns {number} how many bytes there was room for
   */
  copy(target, targetStart, start, end) {
    const room = target.length - targetStart
    const bytes = this.subarray(start, Math.min(end, start + room))
    target.set(bytes, targetStart)
    return bytes.length
  }

  /**
   * @param {string} [encoding] `latin1`, or else UTF-8
   * @param {number} [start]
   * @param {number} [end]
   */
  toString(encoding, start, end) {
    const bytes = this.subarray(start, end)
    if (encoding !== 'latin1') return decoder.decode(bytes)
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
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
