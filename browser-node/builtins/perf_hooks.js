/** node:perf_hooks: the clock, and a histogram. */
import {
  absent,
  checkInteger,
  invalidArgType,
  notInPage,
  outOfRange,
} from './errors.js'

export const { performance } = globalThis

/** How many of the leading bits of a value a histogram tells apart. */
const DIGITS = 11

/** What the library of Node says of nothing. */
const LOWEST_OF_NONE = 9223372036854776000

/**
 * How often which value was recorded, each known to a thousandth of itself.
 */
class RecordableHistogram {
  /** How often, by the lowest value of a bucket. @type {Map<number, number>} */
  #buckets = new Map()
  #count = 0
  #min = Number.POSITIVE_INFINITY
  #max = 0

  /** @param {number | bigint} value a whole number from 1 on */
  record(value) {
    const number = Number(value)
    if (typeof value !== 'bigint') checkInteger(value, 'val', 1)
    const bucket = lowestOf(number)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
    this.#count++
    this.#min = Math.min(this.#min, number)
    this.#max = Math.max(this.#max, number)
  }

  get count() {
    return this.#count
  }

  get min() {
    return this.#count === 0 ? LOWEST_OF_NONE : lowestOf(this.#min)
  }

  get max() {
    return this.#count === 0 ? 0 : highestOf(this.#max)
  }

  get mean() {
    let sum = 0
    for (const [bucket, count] of this.#buckets) {
      sum += (bucket + Math.floor(widthOf(bucket) / 2)) * count
    }
    return sum / this.#count
  }

  /** @param {number} share from above 0 to 100 */
  percentile(share) {
    if (typeof share !== 'number') {
      throw invalidArgType('percentile', 'of type number', share)
    }
    if (!(share > 0 && share <= 100)) {
      throw outOfRange('percentile', '> 0 && <= 100', share)
    }
    if (this.#count === 0) return 0
    const wanted = Math.max(1, Math.round((share / 100) * this.#count))
    let seen = 0
    for (const bucket of [...this.#buckets.keys()].sort((a, b) => a - b)) {
      seen += this.#buckets.get(bucket) ?? 0
      if (seen >= wanted) return Math.min(highestOf(bucket), this.max)
    }
    return this.max
  }

  reset() {
    this.#buckets.clear()
    this.#count = 0
    this.#min = Number.POSITIVE_INFINITY
    this.#max = 0
  }
}

for (const name of ['add', 'percentileBigInt', 'recordDelta']) {
  Object.defineProperty(RecordableHistogram.prototype, name, {
    value: absent(`histogram.${name}`),
  })
}

/** How much wider than 1 a bucket is that holds this value. @param {number} value */
const widthOf = (value) =>
  2 ** Math.max(0, Math.floor(Math.log2(value)) + 1 - DIGITS)

/** Where its bucket begins. @param {number} value */
const lowestOf = (value) => value - (value % widthOf(value))

/** Where its bucket ends. @param {number} value */
const highestOf = (value) => lowestOf(value) + widthOf(value) - 1

/** @param {object} [options] */
export function createHistogram(options) {
  if (options) throw notInPage('createHistogram with options')
  return new RecordableHistogram()
}

export const eventLoopUtilization = absent('perf_hooks.eventLoopUtilization')
export const monitorEventLoopDelay = absent('perf_hooks.monitorEventLoopDelay')
export const timerify = absent('perf_hooks.timerify')
export const { Performance, PerformanceEntry, PerformanceMark } = globalThis
export const { PerformanceMeasure, PerformanceObserver } = globalThis
export const constants = {}

export default {
  constants,
  createHistogram,
  eventLoopUtilization,
  monitorEventLoopDelay,
  performance,
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  timerify,
}
