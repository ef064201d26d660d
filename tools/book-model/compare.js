/** How the lines of a file differ from those of an earlier one. */
import { diffArrays } from 'diff'

/**
 * @typedef {object} ListingLine
 * @property {'added' | 'context' | 'removed' | 'plain' | 'gap'} kind a gap
 *   stands for lines of the file that are not shown
 * @property {string} text
 * @property {number | null} number index in the file, from 0; null for lines
 *   that are removed, and for gaps
 * @property {boolean} [isBrought] whether it is an import that the listing
 *   needs, and that stands elsewhere in the file
 */

/** @param {ListingLine | undefined} line none is as good as a blank one */
const isBlank = (line) => (line?.text ?? '').trim() === ''

/**
 * Where else a block of added or removed lines may begin without any change to
 * what it says: a function that follows another one ends in the same lines.
 *
 * @param {ListingLine[]} lines
 * @param {number} start of the block
 * @param {number} end
 * @returns {number} the start at which the block is whole: it ends with the
 *   blank line below a statement, or begins with the one above
 */
function wholeStart(lines, start, end) {
  const length = end - start
  /** @param {number} at */
  const isContext = (at) => lines[at]?.kind === 'context'
  /** @param {number} a @param {number} b */
  const isSame = (a, b) => lines[a].text === lines[b].text
  let first = start
  while (isContext(first - 1) && isSame(first - 1, first - 1 + length)) first--
  let last = start
  while (isContext(last + length) && isSame(last, last + length)) last++
  const starts = Array.from({ length: last - first + 1 }, (_, i) => last - i)
  const ends = (/** @type {number} */ at) => isBlank(lines[at + length - 1])
  return (
    starts.find(
      (at) => ends(at) && !isBlank(lines[at]) && isBlank(lines[at - 1]),
    ) ??
    starts.find((at) => isBlank(lines[at]) && !ends(at)) ??
    start
  )
}

/**
 * @param {ListingLine[]} lines changed in place
 * @param {number} start of a block of added or of removed lines
 * @param {number} end
 */
function makeWhole(lines, start, end) {
  const to = wholeStart(lines, start, end)
  const from = Math.min(start, to)
  const rows = lines.slice(from, Math.max(end, to + end - start))
  const { kind } = lines[start]
  const numbers = rows.map(({ number }) => number).filter((n) => n !== null)
  rows.forEach((row, i) => {
    const at = from + i
    const isInside = at >= to && at < to + end - start
    const isNumbered = !(isInside && kind === 'removed')
    lines[at] = {
      kind: isInside ? kind : 'context',
      text: row.text,
      number: isNumbered ? (numbers.shift() ?? null) : null,
    }
  })
}

/**
 * The lines of a file marked against an earlier version of it.
 *
 * @param {string[]} before
 * @param {string[]} after
 */
export function compareLines(before, after) {
  /** @type {ListingLine[]} */
  const lines = []
  let number = 0
  for (const part of diffArrays(before, after)) {
    for (const text of part.value) {
      if (part.removed) lines.push({ kind: 'removed', text, number: null })
      else {
        lines.push({ kind: part.added ? 'added' : 'context', text, number })
        number += 1
      }
    }
  }
  let start = 0
  for (let i = 1; i <= lines.length; i++) {
    if (lines[i]?.kind === lines[start].kind) continue
    const isBetween = [start - 1, i].every(
      (at) => (lines[at]?.kind ?? 'context') === 'context',
    )
    if (lines[start].kind !== 'context' && isBetween) makeWhole(lines, start, i)
    start = i
  }
  return lines
}

/**
 * Compares some of the lines.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @param {(lines: string[]) => number[]} indexesOf those that are compared
 * @returns {ListingLine[]} numbered as in the whole file
 */
export function compareSome(before, after, indexesOf) {
  const indexes = indexesOf(after)
  return compareLines(
    indexesOf(before).map((i) => before[i]),
    indexes.map((i) => after[i]),
  ).map((line) =>
    line.number === null ? line : { ...line, number: indexes[line.number] },
  )
}

/**
 * Cuts the marked lines of a file to a range of its line numbers. Lines that
 * were removed just before, inside or just after the range belong to it, with
 * no more than blank lines between.
 *
 * @param {ListingLine[]} lines
 * @param {{ start: number, end: number }} range half-open
 */
export function cut(lines, { start, end }) {
  /** @param {number} number @returns {number} index of the first from there */
  const indexFrom = (number) => {
    const found = lines.findIndex((line) => (line.number ?? -1) >= number)
    return found === -1 ? lines.length : found
  }
  const first = indexFrom(start)
  let last = indexFrom(end)
  let below = last
  while (lines[below]?.kind === 'context' && isBlank(lines[below])) below += 1
  if (lines[below]?.kind === 'removed') last = below
  while (lines[last]?.kind === 'removed') last += 1
  let from = first
  while (from > 0 && lines[from - 1].kind === 'removed') from -= 1
  return lines.slice(from, last)
}
