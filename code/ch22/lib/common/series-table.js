/** How many series a metric may have: one for each combination of labels. */
export const MAX_SERIES = 1000

/** The labels of what comes when there are as many as that. */
export const OVERFLOW = 'overflow="true"'

/**
 * @typedef {[metric: string, labels: string, numbers: number[]]} Series
 */

/** Numbers that only grow: for each metric, and for each of its labels, a few. */
export class SeriesTable {
  /** @type {Map<string, Map<string, number[]>>} by metric, then by labels */
  metrics = new Map()

  /**
   * @param {string} metric
   * @param {string} labels such as `method="GET",status="200"`; empty: none
   * @param {number} size how many numbers the metric's series have
   * @returns {number[]} to be added to; they begin as zeros
   */
  find(metric, labels, size) {
    const all = this.metrics.get(metric) ?? new Map()
    this.metrics.set(metric, all)
    const isFull = all.size >= MAX_SERIES && !all.has(labels)
    const key = isFull ? OVERFLOW : labels
    const found = all.get(key)
    if (found) return found
    if (isFull) process.emitWarning(overflowOf(metric))
    const numbers = new Array(size).fill(0)
    all.set(key, numbers)
    return numbers
  }

  /** Adds what another table has taken. @param {Series} series */
  add([metric, labels, numbers]) {
    const sums = this.find(metric, labels, numbers.length)
    for (const [i, number] of numbers.entries()) sums[i] += number
  }

  /** What has been added since the last call. @returns {Series[]} */
  take() {
    /** @type {Series[]} */
    const taken = []
    for (const [metric, all] of this.metrics) {
      for (const [labels, numbers] of all) {
        if (numbers.every((number) => number === 0)) continue
        taken.push([metric, labels, [...numbers]])
        numbers.fill(0)
      }
    }
    return taken
  }
}

/** @param {string} metric */
const overflowOf = (metric) =>
  `The metric ${metric} has got ${MAX_SERIES} combinations of labels, expected ` +
  `fewer; more are counted together, as ${OVERFLOW}`
