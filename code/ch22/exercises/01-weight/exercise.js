/**
 * How many bytes an answer had on average, with its head, by what wrk printed.
 * wrk rounds what it read: `119.02MB` may be half a hundredth more or less.
 *
 * @param {string} report of wrk
 * @returns {{ least: number, most: number }} bytes
 */
export function bytesPerAnswer(report) {
  const [, requests, amount] =
    /(\d+) requests in \S+, ([\d.]+)MB read/.exec(report) ?? []
  const bytes = Number(amount) * 1_000_000
  return { least: bytes / Number(requests), most: bytes / Number(requests) }
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
  return Math.abs(a.least - b.least) <= slack
}
