import { VelocyError } from '../common/errors.js'
import { checkValue } from '../common/options.js'

/** @import { Rule } from '../common/options.js' */

/** How many bytes were ever written, and read: cells before the records. */
const WRITTEN = 0
const READ = 1
const HEAD = 8

/** In place of a length: the next record stands at the beginning. */
const TURN = -1

/** @type {Rule} */
const BYTES = {
  expected: 'a Uint8Array',
  allows: (value) => value instanceof Uint8Array,
}

/** @type {Rule} */
const SIZE = {
  expected: 'a power of two from 64 to 2 ** 30, or the memory of a ring',
  allows(value) {
    const isMemory = value instanceof SharedArrayBuffer
    const size = isMemory ? value.byteLength - HEAD : value
    if (!Number.isInteger(size) || size < 64 || size > 2 ** 30) return false
    return (size & (size - 1)) === 0
  },
}

/**
 * Records of bytes on their way from one thread to another, in memory that both
 * have. One thread may push, one may shift, and neither ever waits for a lock.
 */
export class Ring {
  #cells
  #lengths
  #bytes
  #capacity
  /** How much had been read when there was no room. */
  #seen = 0

  /**
   * @param {number | SharedArrayBuffer} [size] of the memory for records, in
   *   bytes, a power of two from 64 to 2^30; or the memory of another ring, of
   *   which this is the other end
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(size = 65_536) {
    checkValue('Ring', 'size', size, SIZE)
    const memory =
      typeof size === 'number' ? new SharedArrayBuffer(HEAD + size) : size
    /** What the other thread makes its end of. */
    this.memory = memory
    this.#capacity = memory.byteLength - HEAD
    this.#cells = new Int32Array(memory, 0, 2)
    this.#lengths = new Int32Array(memory, HEAD)
    this.#bytes = new Uint8Array(memory, HEAD)
  }

  /**
   * @param {Uint8Array} bytes which are copied
   * @returns {boolean} false: there is no room for them just now
   * @throws {VelocyError} ERR_VELOCY_RING_TOO_LARGE, ERR_VELOCY_BAD_OPTION
   */
  push(bytes) {
    checkValue('Ring', 'bytes', bytes, BYTES)
    const size = this.#sizeOf(bytes.length)
    const written = this.#cells[WRITTEN]
    const start = written & (this.#capacity - 1)
    // A record is never cut in two: one that does not fit begins at 0.
    const rest = this.#capacity - start
    const skipped = size > rest ? rest : 0
    this.#seen = Atomics.load(this.#cells, READ)
    const free = this.#capacity - ((written - this.#seen) | 0)
    if (size + skipped > free) return false
    if (skipped > 0) this.#lengths[start >> 2] = TURN
    const at = skipped > 0 ? 0 : start
    this.#lengths[at >> 2] = bytes.length
    this.#bytes.set(bytes, at + 4)
    // Only now does the other side see it.
    Atomics.store(this.#cells, WRITTEN, (written + skipped + size) | 0)
    Atomics.notify(this.#cells, WRITTEN)
    return true
  }

  /**
   * @returns {Uint8Array<ArrayBuffer> | undefined} a copy of the oldest record
   */
  shift() {
    let read = this.#cells[READ]
    if (read === Atomics.load(this.#cells, WRITTEN)) return undefined
    let at = read & (this.#capacity - 1)
    if (this.#lengths[at >> 2] === TURN) {
      read += this.#capacity - at
      at = 0
    }
    const length = this.#lengths[at >> 2]
    const bytes = this.#bytes.slice(at + 4, at + 4 + length)
    // Only now may the other side write over it.
    Atomics.store(this.#cells, READ, (read + this.#sizeOf(length)) | 0)
    Atomics.notify(this.#cells, READ)
    return bytes
  }

  /** @param {number} length @returns {number} of its record */
  #sizeOf(length) {
    // Its length stands before it, where an Int32Array can have it.
    const size = 4 + ((length + 3) & ~3)
    if (size <= this.#capacity / 2) return size
    throw new VelocyError(
      'ERR_VELOCY_RING_TOO_LARGE',
      `Ring: got ${length} bytes, expected ${this.#capacity / 2 - 4} at the ` +
        'most, which is half of its memory',
    )
  }

  /**
   * Stops this thread until there is a record.
   *
   * @param {number} [time] at most, in ms
   * @returns {boolean} whether there is one
   */
  waitForData(time) {
    const read = this.#cells[READ]
    return Atomics.wait(this.#cells, WRITTEN, read, time) !== 'timed-out'
  }

  /**
   * Stops this thread until the other one has taken a record out since push()
   * found no room.
   *
   * @param {number} [time] at most, in ms
   * @returns {boolean} whether it has
   */
  waitForRoom(time) {
    return Atomics.wait(this.#cells, READ, this.#seen, time) !== 'timed-out'
  }

  /** The same without stopping anything. Does not hold the process. */
  async data() {
    const read = this.#cells[READ]
    await Atomics.waitAsync(this.#cells, WRITTEN, read).value
  }

  /** @see data */
  async room() {
    await Atomics.waitAsync(this.#cells, READ, this.#seen).value
  }
}
