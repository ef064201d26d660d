/**
 * Compares the output on a page with what a command printed. A `…` inside a
 * line stands for anything in that line, a line that is only `…` for any
 * number of lines.
 */

/**
 * @typedef {object} Step
 * @property {'same' | 'expected' | 'actual'} kind
 * @property {string} text
 */

/**
 * @typedef {object} Comparison
 * @property {boolean} matches
 * @property {Step[]} diff
 * @property {string[]} updated what the page should say; its `…` are kept
 *   where they still match
 */

const httpDate =
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT\b/g

/** @param {string} line */
const normalise = (line) => line.trimEnd().replace(httpDate, 'an HTTP date')

/** @param {string} line */
const isAnyLines = (line) => line.trim() === '…'

/** @param {string} expected @param {string} actual */
export function lineMatches(expected, actual) {
  const pattern = normalise(expected)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`, 'su').test(normalise(actual))
}

/**
 * What becomes of a line: an expected one is there (`match`), is another one
 * (`change`) or is not there (`lost`); an actual one is `new`; a `…` line
 * takes one more line (`swallow`) or no more (`end`).
 *
 * @typedef {'match' | 'change' | 'lost' | 'new' | 'swallow' | 'end'} Edit
 */

/** More than a change, lest a line that changed is lost, and a `…` takes it. */
const costOfLost = 1.1

/**
 * @param {string[]} expected
 * @param {string[]} actual
 * @param {number[][]} cost of the lines behind these
 * @param {number} i of the next expected line
 * @param {number} j of the next actual line
 * @returns {[number, Edit][]} what can be done here, and its cost to the end
 */
function possibleEdits(expected, actual, cost, i, j) {
  const isExpected = i < expected.length
  const isActual = j < actual.length
  /** @type {[number, Edit][]} */
  const edits = []
  if (isExpected && isAnyLines(expected[i])) {
    edits.push([cost[i + 1][j], 'end'])
    if (isActual) edits.push([cost[i][j + 1], 'swallow'])
    return edits
  }
  if (isExpected && isActual) {
    const after = cost[i + 1][j + 1]
    const isMatch = lineMatches(expected[i], actual[j])
    edits.push(isMatch ? [after, 'match'] : [after + 1, 'change'])
  }
  if (isActual) edits.push([cost[i][j + 1] + 1, 'new'])
  if (isExpected) edits.push([cost[i + 1][j] + costOfLost, 'lost'])
  return edits
}

/**
 * The edit distance, by dynamic programming from the ends of both. A line that
 * changed is one change, not one lost and one new, so that `…` does not
 * swallow what stands behind it.
 *
 * @param {string[]} expected
 * @param {string[]} actual
 * @returns {{ distance: number, edits: Edit[][] }} edits[i][j]: the best one
 *   where the lines from i and from j on are left
 */
function cheapestEdits(expected, actual) {
  const rows = expected.length
  const columns = actual.length
  /** @type {number[][]} */
  const cost = Array.from({ length: rows + 1 }, () =>
    new Array(columns + 1).fill(0),
  )
  /** @type {Edit[][]} */
  const edits = Array.from({ length: rows + 1 }, () => [])
  for (let i = rows; i >= 0; i--) {
    for (let j = columns; j >= 0; j--) {
      if (i === rows && j === columns) continue
      const possible = possibleEdits(expected, actual, cost, i, j)
      const [best] = possible.sort(([a], [b]) => a - b)
      cost[i][j] = best[0]
      edits[i][j] = best[1]
    }
  }
  return { distance: cost[0][0], edits }
}

/**
 * The cheapest way to turn the expected lines into the actual ones.
 *
 * @param {string[]} expected
 * @param {string[]} actual
 * @returns {Comparison}
 */
export function compareOutput(expected, actual) {
  const { distance, edits } = cheapestEdits(expected, actual)
  /** @type {Step[]} */
  const diff = []
  /** @type {string[]} */
  const updated = []
  let i = 0
  let j = 0
  while (i < expected.length || j < actual.length) {
    const edit = edits[i][j]
    if (edit === 'match' || edit === 'end') {
      diff.push({ kind: 'same', text: expected[i] })
      updated.push(expected[i])
    }
    if (edit === 'change' || edit === 'lost') {
      diff.push({ kind: 'expected', text: expected[i] })
    }
    if (edit === 'change' || edit === 'new') {
      diff.push({ kind: 'actual', text: actual[j].trimEnd() })
      updated.push(actual[j].trimEnd())
    }
    if (edit !== 'new' && edit !== 'swallow') i += 1
    if (edit !== 'lost' && edit !== 'end') j += 1
  }
  return { matches: distance === 0, diff, updated }
}

/**
 * The lines of an output, without the blank ones at its end.
 *
 * @param {string} text
 */
export function outputLines(text) {
  const trimmed = text.replace(/\s+$/, '')
  return trimmed === '' ? [] : trimmed.split(/\r?\n/)
}
