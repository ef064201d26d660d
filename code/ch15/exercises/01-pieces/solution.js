/**
 * @typedef {{ from: number, to: number }} Range from the first number up to,
 *   but not including, the second
 */

/**
 * Counts in several pieces at the same time.
 *
 * @param {(range: Range, options: { signal: AbortSignal }) => Promise<number>} run
 *   counts in one range, as a task in a pool does
 * @param {number} below counts from 0 up to this number, without it
 * @param {number} pieces how many at most. All are begun at once, and none
 *   is larger than `below / pieces`, rounded up, or empty
 * @returns {Promise<number>} the sum of all counts. If one piece fails, rejects
 *   with its error, and aborts the signal of the others
 */
export async function inPieces(run, below, pieces) {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  const size = Math.ceil(below / pieces)
  /** @type {Promise<number>[]} */
  const counts = []
  for (let from = 0; from < below; from += size) {
    counts.push(run({ from, to: Math.min(from + size, below) }, options))
  }
  try {
    const all = await Promise.all(counts)
    return all.reduce((sum, count) => sum + count, 0)
  } catch (error) {
    stop.abort()
    throw error
  }
}
