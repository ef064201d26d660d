/**
 * @param {number[]} samples not empty
 * @returns {{ median: number, min: number, max: number }}
 */
export function summarise(samples) {
  const sorted = samples.sort()
  return {
    median: sorted[Math.floor(sorted.length / 2)],
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
  const { min, max } = summarise(samples)
  return min + (max - min) * (percent / 100)
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
  return summarise(first).median > summarise(second).median
    ? 'faster'
    : 'slower'
}
