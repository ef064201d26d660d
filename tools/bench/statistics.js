/** Summaries of samples, and a histogram for latencies. */
import { createHistogram } from 'node:perf_hooks'
import { medianOf, round } from '../results/paired.js'

export { medianOf as median, round }

/** The spread is (max − min) ÷ median. @param {number[]} samples */
export function summarise(samples) {
  const middle = medianOf(samples)
  const min = Math.min(...samples)
  const max = Math.max(...samples)
  return {
    median: round(middle),
    min: round(min),
    max: round(max),
    spread: middle === 0 ? 0 : Number(((max - min) / middle).toFixed(4)),
  }
}

/**
 * A histogram of times, as Node.js has it: a rare slow one isn't lost, and
 * memory doesn't grow with the samples.
 */
export class Times {
  #histogram = createHistogram()

  /** @param {number} value µs, not negative */
  record(value) {
    this.#histogram.record(Math.max(1, Math.round(value)))
  }

  /** The percentiles that the results hold. */
  toJSON() {
    const { count, mean, max } = this.#histogram
    const of = (/** @type {number} */ percent) =>
      count === 0 ? 0 : this.#histogram.percentile(percent)
    return {
      mean: count === 0 ? 0 : round(mean),
      ...{ p50: of(50), p75: of(75), p90: of(90), p99: of(99) },
      p999: of(99.9),
      max: count === 0 ? 0 : max,
    }
  }
}
