import {
  busyOnes,
  peakOf,
  simulate,
} from '../../code/ch14/steps/06-imbalance.js'

/** @typedef {import('../../code/ch14/steps/06-imbalance.js').Options} Given */
/** @typedef {import('../../code/ch14/steps/06-imbalance.js').Schedule} Schedule */
/** @typedef {Required<Pick<Given, 'schedule' | 'workers' | 'customers' | 'busy' | 'limit' | 'seed'>>} Options */
/**
 * @typedef {object} Worker
 * @property {number} now requests in this tick
 * @property {number} sum requests up to now
 * @property {number} dealt connections up to now
 * @property {number} light customers that it has now and who send 1 per tick
 * @property {number} heavy customers that it has now and who send more
 * @property {number} share requests up to now, the mean being 1
 */
/** @typedef {{ workers: Worker[], dealt: number, sum: number, mean: number, peak: number, busiest: number }} Tick */
/** @typedef {'even-even' | 'even-uneven' | 'uneven-even' | 'uneven-uneven'} Verdict */

export const TICKS = 40

/** @type {Schedule[]} */
export const SCHEDULES = ['round-robin', 'shared', 'reusePort']

/** Requests per connection; 0 is any number. */
export const LIMITS = [0, 100, 20, 5, 1]

/** The least and the most that can be asked for, and what is shown first. */
export const RANGES = {
  workers: { min: 2, max: 8, value: 4 },
  customers: { min: 4, max: 64, value: 32 },
  busy: { min: 0, max: 8, value: 3 },
}

/** The order of the customers that the chapter's own picture begins with. */
export const SEED = 3

/** In how many other orders of the customers it is tried. */
export const ORDERS = 50

/** Where the largest is this many times the mean, they are called uneven. */
const UNEVEN = 1.1

/** @param {number[]} all */
const sumOf = (all) => all.reduce((a, b) => a + b, 0)

/**
 * @param {Options} options
 * @returns {Tick[]} what each worker has had, after each tick
 */
export function play(options) {
  const { load, dealt, places } = simulate({ ...options, ticks: TICKS })
  const heavy = busyOnes(options)
  const sums = new Array(options.workers).fill(0)
  const deals = new Array(options.workers).fill(0)
  return load.map((loads, tick) => {
    const has = sums.map(() => ({ light: 0, heavy: 0 }))
    for (const [customer, worker] of places[tick].entries()) {
      has[worker][heavy.has(customer) ? 'heavy' : 'light']++
    }
    for (const [worker, now] of loads.entries()) {
      sums[worker] += now
      deals[worker] += dealt[tick][worker]
    }
    const sum = sumOf(sums)
    const mean = sum / sums.length
    const workers = loads.map((now, worker) => ({
      now,
      sum: sums[worker],
      dealt: deals[worker],
      ...has[worker],
      share: sums[worker] / mean,
    }))
    const busiest = sums.indexOf(Math.max(...sums))
    const peak = peakOf(sums)
    return { workers, dealt: sumOf(deals), sum, mean, peak, busiest }
  })
}

/**
 * @param {Tick} tick
 * @returns {Verdict} of the connections first, then of the work
 */
export function judge({ workers, peak }) {
  const deals = workers.map(({ dealt }) => dealt)
  const isFair = spreadOf(deals) <= 1 || peakOf(deals) < UNEVEN
  const deal = isFair ? 'even' : 'uneven'
  return `${deal}-${peak < UNEVEN ? 'even' : 'uneven'}`
}

/** @param {number[]} all */
export const spreadOf = (all) => Math.max(...all) - Math.min(...all)

/**
 * The same customers in other orders.
 *
 * @param {Options} options
 * @returns {{ middle: number, worst: number }} peaks
 */
export function others(options) {
  // Without a limit nobody moves, and each tick is like the first.
  const ticks = options.limit === 0 ? 1 : TICKS
  const peaks = Array.from(
    { length: ORDERS },
    (_, index) => simulate({ ...options, ticks, seed: index + 1 }).peak,
  ).sort((a, b) => a - b)
  const half = ORDERS / 2
  const middle = (peaks[half - 1] + peaks[half]) / 2
  return { middle, worst: peaks[ORDERS - 1] }
}
