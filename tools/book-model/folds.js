/**
 * What a listing folds away: lines that a reader has to have and need not read
 * here, such as imports, long comments and the braces at the end.
 */

/** @typedef {import('./compare.js').ListingLine} ListingLine */

/**
 * @typedef {object} Fold
 * @property {'imports' | 'doc' | 'closing'} kind
 * @property {number} start index of its first line
 * @property {number} end index after its last line
 */

/** A shorter run is not worth a fold. @type {Record<Fold['kind'], number>} */
const least = { imports: 3, doc: 2, closing: 3 }

/** @param {string} text */
const isBlank = (text) => text.trim() === ''

/** @param {string} text */
const isClosing = (text) => /^\s*[)\]}]+[)\]};,]*$/.test(text)

/**
 * @param {string[]} lines
 * @param {number} start
 * @returns {number} index after the import that begins there; start if none does
 */
function importEnd(lines, start) {
  if (/^\/\*\* @import .*\*\/$/.test(lines[start])) return start + 1
  if (!/^import\s*(?:[\w*{'"])/.test(lines[start])) return start
  const last = lines.findIndex(
    (line, i) => i >= start && /(?:from|import)\s*['"][^'"]+['"]/.test(line),
  )
  return last === -1 ? start : last + 1
}

/**
 * @param {string[]} lines
 * @param {number} start
 * @returns {number} index after the imports that begin there
 */
function importsEnd(lines, start) {
  let end = start
  for (let at = start; at < lines.length; ) {
    const next = importEnd(lines, at)
    if (next > at) {
      at = next
      end = next
    } else if (isBlank(lines[at])) at += 1
    else break
  }
  return end
}

/**
 * @param {string[]} lines
 * @param {number} start
 * @returns {number} index after the comment that begins there
 */
function docEnd(lines, start) {
  if (!/^\s*\/\*\*/.test(lines[start])) return start
  const last = lines.findIndex((line, i) => i >= start && line.includes('*/'))
  return last === -1 ? start : last + 1
}

/** @param {string[]} lines @param {number} start */
function closingEnd(lines, start) {
  let end = start
  while (end < lines.length && isClosing(lines[end])) end += 1
  return end
}

/** @type {[Fold['kind'], (lines: string[], start: number) => number][]} */
const readers = [
  ['imports', importsEnd],
  ['doc', docEnd],
  ['closing', closingEnd],
]

/**
 * Lines that have changed are what the reader has come for: they stay, but for
 * imports, and a comment that is new as a whole.
 *
 * @param {Fold['kind']} kind
 * @param {ListingLine[]} run
 */
function isOfInterest(kind, run) {
  if (kind === 'imports') return false
  const kinds = new Set(run.map((line) => line.kind))
  if (kinds.has('removed') || kinds.has('gap')) return true
  if (!kinds.has('added')) return false
  return kind !== 'doc' || kinds.size > 1
}

/**
 * @param {ListingLine[]} lines of a listing of JavaScript
 * @returns {Fold[]} in their order; none where nothing else would be left
 */
export function foldsOf(lines) {
  const texts = lines.map(({ text }) => text)
  const brought = lines.filter(({ isBrought }) => isBrought).length
  /** @type {Fold[]} */
  const folds = brought > 0 ? [{ kind: 'imports', start: 0, end: brought }] : []
  for (let start = brought; start < lines.length; ) {
    const found = readers
      .map(([kind, endOf]) => ({ kind, start, end: endOf(texts, start) }))
      .find(({ end }) => end > start)
    if (
      found &&
      found.end - start >= least[found.kind] &&
      !isOfInterest(found.kind, lines.slice(start, found.end))
    ) {
      folds.push(found)
    }
    start = found?.end ?? start + 1
  }
  const isLeft = lines.some(
    ({ text }, i) =>
      !isBlank(text) &&
      !isClosing(text) &&
      !folds.some(({ start, end }) => i >= start && i < end),
  )
  return isLeft ? folds : []
}

/**
 * @param {ListingLine[]} lines
 * @param {Fold[]} folds
 * @returns {number} how many lines are seen while all of them are closed
 */
export const visibleLines = (lines, folds) =>
  folds.reduce((sum, { start, end }) => sum - (end - start) + 1, lines.length)
