/** node:perf_hooks: the clock, and a histogram that keeps what it is told. */
import { absent, checkInteger } from './errors.js'

export const { performance } = globalThis

/** That of Node.js rounds to a thousandth; this one keeps each value. */
class RecordableHistogram {
  /** @type {number[]} */
  #values = []

  /** @param {number} value a whole number from 1 on */
  record(value) {
    checkInteger(value, 'val', 1)
    this.#values.push(value)
  }

  get count() {
    return this.#values.length
  }

  get min() {
    return this.percentile(0)
  }

  get max() {
    return this.percentile(100)
  }

  get mean() {
    return this.#values.reduce((sum, value) => sum + value, 0) / this.count
  }

  /** @param {number} share from 0 to 100 */
  percentile(share) {
    const sorted = this.#values.toSorted((a, b) => a - b)
    const rank = Math.round((share / 100) * sorted.length)
    return sorted[Math.max(1, rank) - 1] ?? 0
  }

  reset() {
    this.#values = []
  }
}

export const createHistogram = () => new RecordableHistogram()
export const eventLoopUtilization = absent('perf_hooks.eventLoopUtilization')
export const monitorEventLoopDelay = absent('perf_hooks.monitorEventLoopDelay')
export const { PerformanceObserver } = globalThis
