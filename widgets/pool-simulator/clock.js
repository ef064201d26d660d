/**
 * @typedef {object} Timer
 * @property {number} at when it is due, in ms
 * @property {number} order of equals, the lowest comes first
 * @property {(() => void) | undefined} act none once it has been cleared
 * @property {() => Timer} unref as in Node.js; it changes nothing here
 */

/** So many promises may follow from an event, each from the one before it. */
const CHAIN = 40

/** Timers in simulated time: nothing waits, the clock jumps. */
export class Clock {
  /** In ms. */
  now = 0
  #orders = 0
  /** The one that is due first is at the end. @type {Timer[]} */
  #timers = []

  /**
   * @param {() => void} act
   * @param {number} [delay] in ms
   * @param {number} [order] of those that are due at the same time
   * @returns {Timer}
   */
  set(act, delay = 0, order = this.#orders++) {
    /** @type {Timer} */
    const timer = { at: this.now + delay, order, act, unref: () => timer }
    let from = 0
    let to = this.#timers.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (isBefore(this.#timers[middle], timer)) to = middle
      else from = middle + 1
    }
    this.#timers.splice(from, 0, timer)
    return timer
  }

  /** @param {Timer | undefined} timer */
  clear(timer) {
    if (timer) timer.act = undefined
  }

  /**
   * Runs all timers, and the promises that follow from each.
   *
   * @param {(next: number) => void} before is told when the clock is about to
   *   move, and to what time
   */
  async run(before) {
    await settle()
    for (let timer = this.#timers.pop(); timer; timer = this.#timers.pop()) {
      if (timer.act === undefined) continue
      if (timer.at > this.now) before(timer.at)
      this.now = timer.at
      timer.act()
      await settle()
    }
  }
}

/** @param {Timer} one @param {Timer} other */
const isBefore = (one, other) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

async function settle() {
  for (let i = 0; i < CHAIN; i++) await undefined
}

/** Runs follow each other: they share what is global. @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * Calls a function while `setTimeout` and `clearTimeout` are those of a clock.
 * Only promises may be awaited meanwhile, so nothing else in the page runs
 * before they are given back.
 *
 * @template T
 * @param {(clock: Clock) => Promise<T>} run
 * @returns {Promise<T>}
 */
export function inSimulatedTime(run) {
  const result = last.then(() => replaced(run))
  last = result.catch(() => {})
  return result
}

/**
 * @template T
 * @param {(clock: Clock) => Promise<T>} run
 */
async function replaced(run) {
  const { setTimeout, clearTimeout } = globalThis
  const clock = new Clock()
  Object.assign(globalThis, {
    /** @param {() => void} act @param {number} [delay] */
    setTimeout: (act, delay) => clock.set(act, delay),
    /** @param {Timer} [timer] */
    clearTimeout: (timer) => clock.clear(timer),
  })
  try {
    return await run(clock)
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout })
  }
}
