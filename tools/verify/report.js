/** What verify prints: the plan, each check as it ends, and the totals. */
import { roughly } from '../lib/message.js'

/** @typedef {import('./runner.js').Cell} Cell */
/** @typedef {import('./runner.js').Result} Result */

const marks = { passed: '✓', failed: '✗', skipped: '–', none: '' }

/** @param {number} seconds */
export const time = (seconds) =>
  seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`

/** @param {Cell} cell */
const nameOf = ({ label, check }) => `${label} ${check.id}`

/** @param {Result} result @returns {string} a line, and why it failed */
export function resultLines({ cell, status, seconds, reason, output }) {
  const name = `${marks[status]} ${nameOf(cell).padEnd(20)}`
  if (status === 'skipped') return `${name} skipped: ${reason}`
  const line = `${name} ${time(seconds).padStart(7)}  ${cell.check.title}`
  if (status === 'passed') return line
  const rule = '─'.repeat(72)
  const body = output.trim() === '' ? '(it printed nothing)' : output.trimEnd()
  return `${line}\n${rule}\n${nameOf(cell)}: ${reason}\n\n${body}\n${rule}`
}

/**
 * @param {Result} result that failed
 * @returns {string} why, and the first line that says of what, with two more
 */
function troubleIn({ reason, output }) {
  const lines = output.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) =>
    /^✖ |^commit \w+: |^\S+\.\w+(:\d+|\(\d+,\d+\))*(:| -| error) /.test(line),
  )
  if (first < 0) return reason
  const telling = lines
    .slice(first, first + 3)
    .join(' ')
    .trim()
  return reason.startsWith('exit status') ? telling : `${reason}: ${telling}`
}

/** @param {string[]} labels @returns {string} such as `ch08…ch16, book` */
function spans(labels) {
  /** @type {string[][]} */
  const runs = []
  for (const label of labels) {
    const last = runs.at(-1)
    const isNext = Number(last?.at(-1)?.slice(2)) + 1 === Number(label.slice(2))
    if (last && isNext) last.push(label)
    else runs.push([label])
  }
  return runs
    .map((run) => (run.length > 1 ? `${run[0]}…${run.at(-1)}` : run[0]))
    .join(', ')
}

/**
 * What `--dry-run` prints: each check with its chapters, how long they take one
 * after the other, and why the first of them is run.
 *
 * @param {Cell[]} cells
 */
export function planLines(cells) {
  const checks = [...new Set(cells.map(({ check }) => check))]
  return checks
    .map((check) => {
      const own = cells.filter((cell) => cell.check === check)
      const sum = own.reduce((total, { seconds }) => total + seconds, 0)
      const id = check.id.padEnd(15)
      const where = spans(own.map(({ label }) => label)).padEnd(12)
      const time = roughly(sum).padStart(6)
      return `  ${id}${where}${time}  ${check.title} (${own[0].why})`
    })
    .join('\n')
}

/** @param {Result[]} failed @returns {string[]} tests that failed in several */
function sharedLines(failed) {
  /** @type {Map<string, Set<string>>} */
  const places = new Map()
  for (const { cell, output } of failed) {
    for (const [, test] of output.matchAll(/^✖ (\S+:\d+ .*)$/gm)) {
      places.set(test, (places.get(test) ?? new Set()).add(cell.label))
    }
  }
  return [...places]
    .filter(([, labels]) => labels.size > 1)
    .map(([test, labels]) => `✖ in ${spans([...labels].sort())}: ${test}`)
}

/**
 * The last lines: what was skipped and why, what failed, and the totals.
 *
 * @param {Result[]} results
 */
export function summary(results) {
  /** @param {Result['status']} status */
  const of = (status) => results.filter((result) => result.status === status)
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
  const lines = [
    ...passed
      .filter(({ note }) => note)
      .map(({ cell, note }) => `  ${nameOf(cell)}: ${note}`),
    ...skipped.map(
      ({ cell, reason }) => `– ${nameOf(cell)} skipped: ${reason}`,
    ),
    ...failed.map(
      (result) => `✗ ${nameOf(result.cell)} failed: ${troubleIn(result)}`,
    ),
    ...sharedLines(failed),
  ]
  if (failed.length > 0) {
    const { label, check } = failed[0].cell
    const chapter = label === 'book' ? '' : ` --chapter ${label}`
    lines.push(
      `To run one again: scripts/verify.sh${chapter} --only ${check.id}`,
    )
  }
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  lines.push(`${passed.length} passed, ${failed.length} failed${rest}`)
  return lines.join('\n')
}

/**
 * @param {Cell[]} cells
 * @param {number} width how many run at once
 * @returns {number} seconds that they take together, about
 */
export function estimate(cells, width) {
  const sum = cells.reduce((total, { seconds }) => total + seconds, 0)
  return Math.max(sum / width, ...cells.map(({ seconds }) => seconds))
}
