import { Buffer } from 'node:buffer'

/** What a frame says of its payload. */
export const DATA = 0
export const END = 1

/** The request's number, the kind, and how many bytes follow. */
const HEAD = 9

/**
 * @param {number} id of the request that it belongs to, an integer of 32 bits
 * @param {number} kind
 * @param {Uint8Array} payload
 */
export function encode(id, kind, payload) {
  const frame = Buffer.allocUnsafe(HEAD + payload.length)
  frame.writeUInt32BE(id, 0)
  frame.writeUInt8(kind, 4)
  frame.writeUInt32BE(payload.length, 5)
  frame.set(payload, HEAD)
  return frame
}

/** Takes chunks as they come, and gives frames as they were sent. */
export class Decoder {
  /** @type {Buffer} */
  #rest = Buffer.alloc(0)
  #onFrame

  /** @param {(id: number, kind: number, payload: Buffer) => void} onFrame */
  constructor(onFrame) {
    this.#onFrame = onFrame
  }

  /** @param {Buffer} chunk */
  push(chunk) {
    const bytes =
      this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let offset = 0
    while (bytes.length - offset >= HEAD) {
      const length = bytes.readUInt32BE(offset + 5)
      const end = offset + HEAD + length
      if (end > bytes.length) break
      this.#onFrame(
        bytes.readUInt32BE(offset),
        bytes.readUInt8(offset + 4),
        bytes.subarray(offset + HEAD, end),
      )
      offset = end
    }
    this.#rest = bytes.subarray(offset)
  }
}
