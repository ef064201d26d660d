/** Summaries of samples, and a histogram for latencies. */

/**
 * @param {number[]} samples
 * @returns {number}
 */
export function median(samples) {
  if (samples.length === 0) throw new Error('The median of no samples')
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Rounded to what can be told apart: six significant digits.
 *
 * @param {number} value
 */
export const round = (value) => Number(value.toPrecision(6))

/**
 * @param {number[]} samples
 * @returns {{ median: number, min: number, max: number, spread: number }}
 *   spread is (max − min) ÷ median, 0 when the median is 0
 */
export function summarise(samples) {
  const middle = median(samples)
  const min = Math.min(...samples)
  const max = Math.max(...samples)
  return {
    median: round(middle),
    min: round(min),
    max: round(max),
    spread: middle === 0 ? 0 : Number(((max - min) / middle).toFixed(4)),
  }
}

/** Buckets per power of two. A value is kept to within 1/256 of itself. */
const BUCKETS = 256

/**
 * A histogram with a bounded relative error over any range, in the manner of
 * HdrHistogram: each power of two is divided into the same number of buckets,
 * so memory does not grow with the samples and a rare slow one is not lost.
 */
export class Histogram {
  /** @type {Map<number, number>} */
  #counts = new Map()
  #sum = 0
  count = 0
  max = 0

  /** @param {number} value not negative */
  record(value) {
    const key = bucketOf(value)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    this.#sum += value
    this.count++
    if (value > this.max) this.max = value
  }

  get mean() {
    return this.count === 0 ? 0 : this.#sum / this.count
  }

  /**
   * @param {number} percent 0–100
   * @returns {number} the upper end of the bucket that holds it, at most max
   */
  percentile(percent) {
    let remaining = Math.max(1, Math.ceil((percent / 100) * this.count))
    for (const key of [...this.#counts.keys()].sort((a, b) => a - b)) {
      remaining -= this.#counts.get(key) ?? 0
      if (remaining <= 0) return Math.min(upperEnd(key), this.max)
    }
    return 0
  }

  /** The percentiles that the results hold. */
  toJSON() {
    return {
      mean: round(this.mean),
      p50: round(this.percentile(50)),
      p75: round(this.percentile(75)),
      p90: round(this.percentile(90)),
      p99: round(this.percentile(99)),
      p999: round(this.percentile(99.9)),
      max: round(this.max),
    }
  }
}

/** @param {number} value */
function bucketOf(value) {
  if (value < 1) return 0
  const exponent = Math.floor(Math.log2(value))
  const fraction = value / 2 ** exponent - 1
  return (
    1 + exponent * BUCKETS + Math.min(BUCKETS - 1, (fraction * BUCKETS) | 0)
  )
}

/** @param {number} key */
function upperEnd(key) {
  if (key === 0) return 1
  const exponent = Math.floor((key - 1) / BUCKETS)
  const bucket = (key - 1) % BUCKETS
  return 2 ** exponent * (1 + (bucket + 1) / BUCKETS)
}
