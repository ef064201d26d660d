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

/**
 * @param {string} expected
 * @param {string} actual
 */
export function lineMatches(expected, actual) {
  const pattern = normalise(expected)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`, 'su').test(normalise(actual))
}

/**
 * The cheapest way to turn the expected lines into the actual ones. A line
 * that changed is one change, not one lost and one new, so that `…` does not
 * swallow what stands behind it.
 *
 * @param {string[]} expected
 * @param {string[]} actual
 * @returns {Comparison}
 */
export function compareOutput(expected, actual) {
  const rows = expected.length
  const columns = actual.length
  const lost = 1.1
  /** @type {number[][]} cost[i][j] of the lines from i and from j on */
  const cost = Array.from({ length: rows + 1 }, () =>
    new Array(columns + 1).fill(0),
  )
  /** @type {string[][]} */
  const move = Array.from({ length: rows + 1 }, () =>
    new Array(columns + 1).fill(''),
  )
  for (let i = rows; i >= 0; i--) {
    for (let j = columns; j >= 0; j--) {
      if (i === rows && j === columns) continue
      /** @type {[number, string][]} */
      const moves = []
      const any = i < rows && isAnyLines(expected[i])
      if (i < rows && j < columns && !any) {
        moves.push(
          lineMatches(expected[i], actual[j])
            ? [cost[i + 1][j + 1], 'match']
            : [cost[i + 1][j + 1] + 1, 'change'],
        )
      }
      if (any) {
        moves.push([cost[i + 1][j], 'end'])
        if (j < columns) moves.push([cost[i][j + 1], 'swallow'])
      } else {
        if (j < columns) moves.push([cost[i][j + 1] + 1, 'new'])
        if (i < rows) moves.push([cost[i + 1][j] + lost, 'lost'])
      }
      const [best] = moves.sort(([a], [b]) => a - b)
      cost[i][j] = best[0]
      move[i][j] = best[1]
    }
  }

  /** @type {Step[]} */
  const diff = []
  /** @type {string[]} */
  const updated = []
  let i = 0
  let j = 0
  while (i < rows || j < columns) {
    const step = move[i][j]
    if (step === 'match' || step === 'end') {
      diff.push({ kind: 'same', text: expected[i] })
      updated.push(expected[i])
    }
    if (step === 'change' || step === 'lost') {
      diff.push({ kind: 'expected', text: expected[i] })
    }
    if (step === 'change' || step === 'new') {
      diff.push({ kind: 'actual', text: actual[j].trimEnd() })
      updated.push(actual[j].trimEnd())
    }
    if (step !== 'new' && step !== 'swallow') i += 1
    if (step !== 'lost' && step !== 'end') j += 1
  }
  return { matches: cost[0][0] === 0, diff, updated }
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
