/** @type {Record<string, number>} wrk's M is 1024 × 1024. */
const UNITS = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

/**
 * How many bytes an answer had on average, with its head, by what wrk printed.
 * wrk rounds what it read: `119.02MB` may be half a hundredth more or less.
 *
 * @param {string} report of wrk
 * @returns {{ least: number, most: number }} bytes
 */
export function bytesPerAnswer(report) {
  const [, requests, amount, unit] =
    /(\d+) requests in \S+, ([\d.]+)([KMGT]?)B read/.exec(report) ?? []
  /** @param {number} change */
  const bytes = (change) =>
    ((Number(amount) + change) * UNITS[unit]) / Number(requests)
  return { least: bytes(-0.005), most: bytes(0.005) }
}

/**
 * Tells whether two reports may be about servers that sent the same answer.
 *
 * @param {string} report
 * @param {string} other
 * @param {number} [slack] how many bytes their heads may differ by
 */
export function mayBeTheSame(report, other, slack = 0) {
  const a = bytesPerAnswer(report)
  const b = bytesPerAnswer(other)
  return a.least - b.most <= slack && b.least - a.most <= slack
}
