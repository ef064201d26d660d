/** What verify prints: the table as it fills, what failed, the totals. */

/** @typedef {import('./runner.js').Result} Result */
/** @typedef {import('./checks.js').Check} Check */

const marks = { passed: '✓', failed: '✗', skipped: '–', none: '' }

/** @param {number} seconds */
export const time = (seconds) =>
  seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`

/** @param {Result} result */
const cellText = ({ status, seconds }) =>
  status === 'passed' || status === 'failed'
    ? `${marks[status]} ${time(seconds)}`
    : marks[status]

/**
 * @param {Check[]} columns
 * @returns {number[]}
 */
const widths = (columns) =>
  columns.map(({ title }) => Math.max(title.length, 8) + 2)

/**
 * @param {Check[]} columns
 * @returns {string}
 */
export function tableHead(columns) {
  const cells = columns.map(({ title }, i) => title.padEnd(widths(columns)[i]))
  return `${'chapter'.padEnd(9)}${cells.join('')}`.trimEnd()
}

/**
 * @param {string} label
 * @param {Check[]} columns
 * @param {Result[]} results of that row, in any order
 * @returns {string}
 */
export function tableRow(label, columns, results) {
  const cells = columns.map((check, i) => {
    const found = results.find(({ cell }) => cell.check === check)
    return (found ? cellText(found) : '').padEnd(widths(columns)[i])
  })
  return `${label.padEnd(9)}${cells.join('')}`.trimEnd()
}

/**
 * @param {Result} result of a check of the whole book
 * @returns {string}
 */
export function bookRow({ cell, status, seconds, reason }) {
  const title = `${marks[status]} ${cell.check.title} (${cell.check.id})`
  if (status === 'skipped') return `${title}: ${reason}`
  return `${title.padEnd(56)} ${time(seconds)}`
}

/** @param {Result} result */
const nameOf = ({ cell }) => `${cell.label} ${cell.check.id}`

/**
 * @param {Result} result that failed
 * @returns {string} its whole output
 */
export function failure(result) {
  const { reason, output } = result
  const line = '─'.repeat(72)
  const body = output.trim() === '' ? '(it printed nothing)' : output.trimEnd()
  return `${line}\n✗ ${nameOf(result)}: ${reason}\n\n${body}\n${line}`
}

/**
 * @param {Result} result of a check that was run when the table was full
 * @returns {string}
 */
export function lateRow(result) {
  const { status, seconds, first } = result
  const again =
    status === 'passed' ? 'passed at the second try' : 'failed again'
  const verdict = first ? `: ${again}` : ''
  const title = `${marks[status]} ${nameOf(result)}${verdict}`
  return `${title.padEnd(56)} ${time(seconds)}`
}

/**
 * @param {Result} result that failed
 * @returns {string} why, and the first line of its output that says of what
 */
function troubleIn({ reason, output }) {
  const lines = output.split('\n').map((line) => line.trim())
  const telling = lines.find((line) => /^✖ |^\S+:\d+\b/.test(line))
  const line = telling ?? lines.find((one) => one !== '')
  return line === undefined ? reason : `${reason}: ${line}`
}

/** @param {Result[]} results @returns {string[]} what did not pass at once */
const secondLines = (results) =>
  results.flatMap((result) =>
    result.first && result.status === 'passed'
      ? `↻ passed at the second try: ${nameOf(result)}; ` +
        `the first failure: ${troubleIn(result.first)}`
      : [],
  )

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
    .map(([test, labels]) => `✖ in ${spans([...labels])}: ${test}`)
}

/**
 * The last lines: what was skipped and why, what failed, and the totals.
 *
 * @param {Result[]} results
 * @param {string} again how to run one of them again
 * @returns {string}
 */
export function summary(results, again) {
  /** @param {Result['status']} status */
  const of = (status) => results.filter((result) => result.status === status)
  const lines = []
  for (const result of of('passed')) {
    if (result.note) lines.push(`  ${nameOf(result)}: ${result.note}`)
  }
  for (const result of of('skipped')) {
    lines.push(`– ${nameOf(result)} skipped: ${result.reason}`)
  }
  lines.push(...secondLines(results))
  for (const result of of('failed')) {
    const failed = result.first ? 'failed twice' : 'failed'
    lines.push(`✗ ${nameOf(result)} ${failed}: ${result.reason}`)
  }
  lines.push(...sharedLines(of('failed')))
  if (of('failed').length > 0) lines.push(again)
  const [passed, failed, skipped] = [
    of('passed').length,
    of('failed').length,
    of('skipped').length,
  ]
  const rest = skipped > 0 ? `, ${skipped} skipped` : ''
  lines.push(`${passed} passed, ${failed} failed${rest}`)
  return lines.join('\n')
}
