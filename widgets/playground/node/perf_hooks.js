/** node:perf_hooks. */
import { absent, checkInteger, invalidArgType, outOfRange } from './errors.js'
import { clearInterval, setInterval } from './loop.js'

export const { performance } = globalThis

/** How many of the leading bits of a value a histogram tells apart. */
const DIGITS = 11

/**
 * How often which value was recorded, each known to a thousandth of itself.
 */
class RecordableHistogram {
  /** How often, by the number of a bucket. @type {Map<number, number>} */
  #buckets = new Map()
  #count = 0
  #min = Number.POSITIVE_INFINITY
  #max = 0
  #lowest
  #highest
  /** When recordDelta was called. @type {number | null} */
  #before = null

  /** @param {number} lowest @param {number} highest */
  constructor(lowest = 1, highest = Number.MAX_SAFE_INTEGER) {
    this.#lowest = lowest
    this.#highest = highest
  }

  /** @param {number | bigint} value a whole number from 1 on */
  record(value) {
    const number = Number(value)
    if (typeof value !== 'bigint') checkInteger(value, 'val', 1)
    if (number > this.#highest) return
    const bucket = bucketOf(number)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
    this.#count++
    this.#min = Math.min(this.#min, number)
    this.#max = Math.max(this.#max, number)
  }

  /** The time, in ns, since the last call. */
  recordDelta() {
    const now = performance.now()
    if (this.#before !== null) {
      this.record(Math.max(1, Math.round((now - this.#before) * 1e6)))
    }
    this.#before = now
  }

  /** @param {RecordableHistogram} other */
  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      throw invalidArgType('other', 'an instance of RecordableHistogram', other)
    }
    for (const [bucket, count] of other.#buckets) {
      this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + count)
    }
    this.#count += other.#count
    this.#min = Math.min(this.#min, other.#min)
    this.#max = Math.max(this.#max, other.#max)
  }

  get count() {
    return this.#count
  }

  get countBigInt() {
    return BigInt(this.#count)
  }

  get exceeds() {
    return 0
  }

  get exceedsBigInt() {
    return 0n
  }

  get min() {
    // What the library of Node says of nothing.
    return this.#count === 0 ? 9223372036854776000 : lowestOf(this.#min)
  }

  get minBigInt() {
    return this.#count === 0 ? 2n ** 63n - 1n : BigInt(this.min)
  }

  get max() {
    return this.#count === 0 ? 0 : highestOf(this.#max)
  }

  get maxBigInt() {
    return BigInt(this.max)
  }

  get mean() {
    let sum = 0
    for (const [bucket, count] of this.#buckets) sum += middleOf(bucket) * count
    return sum / this.#count
  }

  get stddev() {
    const { mean } = this
    let squares = 0
    for (const [bucket, count] of this.#buckets) {
      squares += (middleOf(bucket) - mean) ** 2 * count
    }
    return Math.sqrt(squares / this.#count)
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
      if (seen >= wanted) return Math.min(endOf(bucket), this.max)
    }
    return this.max
  }

  /** @param {number} share */
  percentileBigInt(share) {
    return BigInt(this.percentile(share))
  }

  get percentiles() {
    /** @type {Map<number, number>} */
    const found = new Map()
    let left = 100
    while (this.#count > 0) {
      const share = 100 - left
      found.set(share, share === 0 ? this.min : this.percentile(share))
      if (left / 100 < 0.5 / this.#count) break
      left /= 2
    }
    return found.set(100, this.max)
  }

  get percentilesBigInt() {
    return new Map(
      [...this.percentiles].map(([share, value]) => [share, BigInt(value)]),
    )
  }

  reset() {
    this.#buckets.clear()
    this.#count = 0
    this.#min = Number.POSITIVE_INFINITY
    this.#max = 0
  }

  [Symbol.for('nodejs.util.inspect.custom')](
    /** @type {number} */ _depth,
    /** @type {object} */ options,
    /** @type {(value: object, options: object) => string} */ inspect,
  ) {
    const { min, max, mean, exceeds, stddev, count, percentiles } = this
    const shown = { min, max, mean, exceeds, stddev, count, percentiles }
    return `Histogram ${inspect(shown, options)}`
  }

  get lowest() {
    return this.#lowest
  }
}

/** How much wider than 1 a bucket is that holds this value. @param {number} value */
const widthOf = (value) =>
  2 ** Math.max(0, Math.floor(Math.log2(value)) + 1 - DIGITS)

/** @param {number} value @returns {number} where its bucket begins */
const bucketOf = (value) => lowestOf(value)

/** @param {number} value */
const lowestOf = (value) => value - (value % widthOf(value))

/** @param {number} value */
const highestOf = (value) => lowestOf(value) + widthOf(value) - 1

/** @param {number} bucket */
const middleOf = (bucket) => bucket + Math.floor(widthOf(bucket) / 2)

/** @param {number} bucket */
const endOf = (bucket) => bucket + widthOf(bucket) - 1

/**
 * @param {{ lowest?: number | bigint, highest?: number | bigint,
 *   figures?: number }} [options]
 */
export function createHistogram(options = {}) {
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER } = options
  return new RecordableHistogram(Number(lowest), Number(highest))
}

/** How late the event loop comes by, in ns. */
class IntervalHistogram extends RecordableHistogram {
  #resolution
  /** @type {import('./loop.js').Timeout | null} */
  #timer = null

  /** @param {number} resolution ms */
  constructor(resolution) {
    super()
    this.#resolution = resolution
  }

  /** @returns {boolean} whether it was off */
  enable() {
    if (this.#timer) return false
    let before = performance.now()
    this.#timer = setInterval(() => {
      const now = performance.now()
      this.record(Math.max(1, Math.round((now - before) * 1e6)))
      before = now
    }, this.#resolution)
    this.#timer.unref()
    return true
  }

  /** @returns {boolean} whether it was on */
  disable() {
    if (!this.#timer) return false
    clearInterval(this.#timer)
    this.#timer = null
    return true
  }
}

/** @param {{ resolution?: number }} [options] ms */
export function monitorEventLoopDelay({ resolution = 10 } = {}) {
  checkInteger(resolution, 'options.resolution', 1)
  return new IntervalHistogram(resolution)
}

export const eventLoopUtilization = absent('perf_hooks.eventLoopUtilization')
export const timerify = absent('perf_hooks.timerify')
export const { Performance, PerformanceEntry, PerformanceMark } = globalThis
export const { PerformanceMeasure, PerformanceObserver } = globalThis
export const constants = {}

export default {
  ...{ constants, createHistogram, eventLoopUtilization },
  ...{ monitorEventLoopDelay, performance, Performance, PerformanceEntry },
  ...{ PerformanceMark, PerformanceMeasure, PerformanceObserver, timerify },
}
