/**
 * What failed in a whole run is run once more when all else is over. Thousands
 * of programs run side by side there, and one that misses its moment once in a
 * hundred runs would fail them all. What passes then is named, to be mended.
 */
import { failure, lateRow, time } from './report.js'
import { runCell, runCells } from './runner.js'

/** @typedef {import('./runner.js').Result} Result */

/**
 * Where more than these fail, it is no accident: three, or three in a hundred
 * of a larger book.
 *
 * @param {number} checks
 */
const mostOf = (checks) => Math.max(3, Math.round(0.03 * checks))

/**
 * Seconds from the beginning of a run to the end of its second tries: CI ends
 * a run after 90 minutes, and then nobody learns what has failed.
 */
export const latest = 80 * 60

/**
 * @typedef {object} Terms
 * @property {number} width how many at once
 * @property {number} until when the second tries are over, as
 *   `performance.now()` tells it
 * @property {(line: string) => void} say
 */

/**
 * Runs what failed once more, one after the other, and then what had waited
 * for it.
 *
 * @param {Result[]} results of a whole run
 * @param {Terms} terms
 * @returns {Promise<Result[]>} the same, where nothing was run again
 */
export async function tryAgain(results, { width, until, say }) {
  const failed = results.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return results
  if (failed.length > mostOf(results.length)) {
    say(`\n${failed.length} failed: too many for accidents, none is run again`)
    return results
  }
  say('\nonce more, alone')
  /** @param {Result} result */
  const tell = (result) => {
    say(lateRow(result))
    if (result.status === 'failed') say(failure(result))
  }
  const last = new Map(results.map((result) => [result.cell, result]))
  for (const first of failed) {
    const seconds = (until - performance.now()) / 1000
    if (first.seconds > seconds) {
      say(`no time for ${first.cell.check.id}: it took ${time(first.seconds)}`)
      continue
    }
    const second = await secondTry(first, seconds)
    last.set(first.cell, second)
    tell(second)
  }
  const freed = freedBy([...last.values()]).map(({ cell }) => cell)
  for (const result of await runCells(freed, width, tell)) {
    last.set(result.cell, result)
  }
  return [...last.values()]
}

/**
 * @param {Result} first
 * @param {number} seconds that it may take at most
 * @returns {Promise<Result>}
 */
async function secondTry(first, seconds) {
  const second = await runCell(first.cell, seconds)
  // What is skipped now has not shown that the failure was an accident.
  const status = second.status === 'passed' ? 'passed' : 'failed'
  return { ...second, status, first }
}

/**
 * @param {Result[]} results
 * @returns {Result[]} what was skipped for want of what has passed since then
 */
function freedBy(results) {
  const recovered = results
    .filter(({ first, status }) => first && status === 'passed')
    .map(({ cell }) => cell.check.id)
  return results.filter(
    ({ status, cell: { check } }) =>
      status === 'skipped' && check.after.some((id) => recovered.includes(id)),
  )
}
