/**
 * @typedef {object} Position
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} time
 *
 * @typedef {object} Numbers in memory that several threads share. Each of them
 *   is read, and written, in one atomic step.
 * @property {(index: number) => number} get
 * @property {(index: number, value: number) => void} set
 */

/** The latest position of a ship: one thread writes it, any number read it. */
export class LatestPosition {
  /**
   * @param {Int32Array} count one cell of shared memory, 0 at first: odd while
   *   a position is being written, and even when it's complete
   * @param {Numbers} numbers latitude, longitude and time
   */
  constructor(count, numbers) {
    this.count = count
    this.numbers = numbers
  }

  /** @param {Position} position */
  write({ latitude, longitude, time }) {
    this.numbers.set(0, latitude)
    this.numbers.set(1, longitude)
    this.numbers.set(2, time)
  }

  /**
   * Never waits.
   *
   * @returns {Position | undefined} undefined if a position is being written,
   *   or has been since the reading began: then the caller asks again
   */
  tryRead() {
    const latitude = this.numbers.get(0)
    const longitude = this.numbers.get(1)
    const time = this.numbers.get(2)
    return { latitude, longitude, time }
  }
}
