/**
 * What a listing folds away: lines that a reader has to have and need not read
 * here, such as imports, long comments and the braces at the end.
 */

import { isBlank } from './comments.js'

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
const isClosing = (text) => /^\s*[)\]}]+[)\]};,]*$/.test(text)

/** An import, or the comment that imports a type. */
const one =
  /(?:\/\*\* @import .*\*\/|(?=import\s*[\w*{'"])(?:.|\n[ }])*?(?:from|import) ['"].*)\n/
    .source

/** What is folded, from the beginning of a line. @type {[Fold['kind'], RegExp][]} */
const patterns = [
  ['imports', new RegExp(`^(?:${one}\\n*)*${one}`)],
  ['doc', /^ *\/\*\*[\s\S]*?\*\/.*\n/],
  ['closing', /^(?: *[)\]}]+[)\]};,]*\n)+/],
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
    const rest = `${texts.slice(start).join('\n')}\n`
    const [found] = patterns.flatMap(([kind, pattern]) => {
      const rows = pattern.exec(rest)?.[0].split('\n').length ?? 0
      return rows > 1 ? [{ kind, start, end: start + rows - 1 }] : []
    })
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
