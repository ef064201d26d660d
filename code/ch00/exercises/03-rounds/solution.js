/** @param {number[]} samples */
function ascending(samples) {
  // sort() alone compares strings, and reorders the caller's array.
  return samples.toSorted((a, b) => a - b)
}

/**
 * @param {number[]} samples not empty
 * @returns {{ median: number, min: number, max: number }}
 */
export function summarise(samples) {
  const sorted = ascending(samples)
  const upper = Math.floor(sorted.length / 2)
  const lower = Math.floor((sorted.length - 1) / 2)
  return {
    median: (sorted[lower] + sorted[upper]) / 2,
    min: sorted[0],
    max: sorted[sorted.length - 1],
  }
}

/**
 * The smallest sample that at least `percent` % of the samples do not exceed
 * (the nearest-rank method).
 *
 * @param {number[]} samples not empty
 * @param {number} percent 0 < percent ≤ 100
 * @returns {number}
 */
export function percentile(samples, percent) {
  const rank = Math.ceil((samples.length * percent) / 100)
  return ascending(samples)[rank - 1]
}

/**
 * What several rounds of two servers allow us to say of the first. Rounds
 * that overlap say nothing.
 *
 * @param {number[]} first requests per second, one per round
 * @param {number[]} second
 * @returns {'faster' | 'slower' | 'indistinguishable'}
 */
export function compare(first, second) {
  const a = summarise(first)
  const b = summarise(second)
  if (a.min > b.max) return 'faster'
  if (a.max < b.min) return 'slower'
  return 'indistinguishable'
}
