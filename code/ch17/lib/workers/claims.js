import { SLOTS } from './limits.js'

/** Where the count of wake-ups stands. The slots stand behind it. */
const WAKE_UPS = 0

const HANDED = 1
const BEGUN = 2
const TAKEN_BACK = 3
const ABORTED = 4

/**
 * What a pool and one of its threads have in common: whose each task is, and a
 * bell. Both may reach for a task at the same moment, and compareExchange lets
 * one of them have it.
 */
export class Claims {
  /** @param {SharedArrayBuffer} [memory] of the other side */
  constructor(memory = new SharedArrayBuffer(4 * (1 + SLOTS))) {
    this.memory = memory
    this.cells = new Int32Array(memory)
  }

  /** @param {number} slot whose task the thread may begin from now on */
  hand(slot) {
    Atomics.store(this.cells, 1 + slot, HANDED)
  }

  /** @param {number} slot @returns {boolean} whether the thread has it now */
  begin(slot) {
    return this.#change(slot, HANDED, BEGUN)
  }

  /** @param {number} slot @returns {boolean} whether it had not begun */
  takeBack(slot) {
    return this.#change(slot, HANDED, TAKEN_BACK)
  }

  /** @param {number} slot whose task goes on and shouldn't */
  abort(slot) {
    this.#change(slot, BEGUN, ABORTED)
  }

  /** @param {number} slot */
  isAborted(slot) {
    return Atomics.load(this.cells, 1 + slot) === ABORTED
  }

  /**
   * @param {number} slot
   * @param {number} from
   * @param {number} to
   */
  #change(slot, from, to) {
    return Atomics.compareExchange(this.cells, 1 + slot, from, to) === from
  }

  /** How often the bell has rung. */
  get wakeUps() {
    return Atomics.load(this.cells, WAKE_UPS)
  }

  /** Rings the bell. */
  wake() {
    Atomics.add(this.cells, WAKE_UPS, 1)
    Atomics.notify(this.cells, WAKE_UPS)
  }

  /**
   * Stops this thread until the bell rings.
   *
   * @param {number} heard how often it had rung when there was nothing to do:
   *   if it has since, there is no sleep at all
   * @param {number} time in ms
   * @returns {boolean} whether it rang
   */
  sleep(heard, time) {
    return Atomics.wait(this.cells, WAKE_UPS, heard, time) !== 'timed-out'
  }
}
