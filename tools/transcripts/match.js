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

/** @param {string[]} expected @param {string[]} actual */
function allMatch(expected, actual) {
  let i = 0
  /** Where the last `…` line is, and what it has taken so far. */
  let gap = -1
  let taken = 0
  for (let j = 0; j < actual.length; ) {
    if (i < expected.length && isAnyLines(expected[i])) {
      gap = i++
      taken = j
    } else if (i < expected.length && lineMatches(expected[i], actual[j])) {
      i++
      j++
    } else if (gap === -1) return false
    else {
      i = gap + 1
      j = ++taken
    }
  }
  return expected.slice(i).every(isAnyLines)
}

/** @param {Step['kind']} kind @param {string[]} lines @returns {Step[]} */
const all = (kind, lines) => lines.map((text) => ({ kind, text }))

/**
 * What to take away and what to put in its place. Lines at the beginning and
 * at the end of both are held against each other; a `…` takes what is between.
 *
 * @param {string[]} expected
 * @param {string[]} actual
 * @returns {Step[]}
 */
function steps(expected, actual) {
  if (expected.length === 0) return all('actual', actual)
  if (actual.length === 0) return all('expected', expected)
  const [first, ...rest] = expected
  if (!isAnyLines(first) && lineMatches(first, actual[0])) {
    return [...all('same', [first]), ...steps(rest, actual.slice(1))]
  }
  const at = expected.findIndex(isAnyLines)
  const [last] = expected.slice(-1)
  if (at !== expected.length - 1 && lineMatches(last, actual.at(-1) ?? '')) {
    const before = steps(expected.slice(0, -1), actual.slice(0, -1))
    return [...before, ...all('same', [last])]
  }
  if (at === -1) return [...all('expected', expected), ...all('actual', actual)]
  const behind = actual.slice(at)
  const left = Math.max(0, behind.length - (expected.length - at - 1))
  return [
    ...steps(expected.slice(0, at), actual.slice(0, at)),
    ...all('same', [expected[at]]),
    ...steps(expected.slice(at + 1), behind.slice(left)),
  ]
}

/**
 * @param {string[]} expected
 * @param {string[]} actual
 * @returns {Comparison}
 */
export function compareOutput(expected, actual) {
  const trimmed = actual.map((line) => line.trimEnd())
  const diff = steps(expected, trimmed)
  const updated = diff.filter(({ kind }) => kind !== 'expected')
  return {
    matches: allMatch(expected, trimmed),
    diff,
    updated: updated.map(({ text }) => text),
  }
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
