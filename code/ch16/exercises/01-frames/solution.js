/** Of the request's number (4 bytes), the kind (1) and the length (4). */
const HEAD = 9

/** Takes chunks as they come, and gives frames as they were sent. */
export class Decoder {
  #onFrame
  #limit
  /** @type {Buffer} */
  #rest = Buffer.alloc(0)
  /** @type {RangeError | undefined} */
  #error

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
    if (this.#error) throw this.#error
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#rest.length >= HEAD) {
      const length = this.#rest.readUInt32BE(5)
      if (length > this.#limit) {
        this.#error = new RangeError(
          `got a frame of ${length} bytes, expected ${this.#limit} at most`,
        )
        throw this.#error
      }
      const end = HEAD + length
      if (this.#rest.length < end) return
      const frame = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      this.#onFrame(
        frame.readUInt32BE(0),
        frame.readUInt8(4),
        frame.subarray(HEAD),
      )
    }
  }

  /**
   * The stream has ended.
   *
   * @throws {Error} when it has ended within a frame
   */
  end() {
    if (this.#error) throw this.#error
    if (this.#rest.length > 0) {
      throw new Error(`the stream ended within a frame`)
    }
  }
}
