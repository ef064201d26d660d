/** What a listing of a changed copy shows: its changes, and what is near. */
import { isComment } from './comments.js'
import { importsOf } from './imports.js'

/** @typedef {import('./compare.js').ListingLine} ListingLine */

/** How many unchanged lines stand on either side of a change; one is code. */
const NEAR = 2

/** @param {ListingLine} line */
const isBlank = ({ text }) => text.trim() === ''

/** @param {ListingLine} line */
const isCode = (line) => !isBlank(line) && !isComment(line.text)

/** @param {ListingLine} line that readers type, or take away */
const isChange = ({ kind, text }) =>
  (kind === 'added' || kind === 'removed') && !isComment(text)

/**
 * @param {string[]} lines of a program
 * @returns {{ start: number, end: number }[]} what is shown as a whole or not
 *   at all: import statements, and comments of several lines
 */
function wholes(lines) {
  const comments = lines.flatMap((line, start) => {
    if (!/^\s*\/\*\*?$/.test(line)) return []
    const last = lines.findIndex((one, i) => i > start && one.includes('*/'))
    return [{ start, end: last + 1 }]
  })
  return [...importsOf(lines), ...comments]
}

/**
 * @param {ListingLine[]} lines marked
 * @returns {Set<ListingLine>} those that are changed or near a change
 */
function near(lines) {
  /** @type {Set<ListingLine>} */
  const kept = new Set()
  for (const ordered of [lines, lines.toReversed()]) {
    let left = 0
    let hasCode = true
    for (const line of ordered) {
      if (isChange(line)) {
        left = NEAR
        hasCode = false
      } else if (left > 0 || !hasCode) {
        left--
        hasCode ||= isCode(line)
      } else continue
      kept.add(line)
    }
  }
  for (const other of ['added', 'removed']) {
    const own = lines.filter(({ kind }) => kind !== other)
    for (const { start, end } of wholes(own.map(({ text }) => text))) {
      const whole = own.slice(start, end)
      if (!whole.some((line) => kept.has(line))) continue
      for (const line of whole) kept.add(line)
    }
  }
  // A comment that is shown takes the place of another.
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1]
    if (line.kind !== 'removed' || next?.kind !== 'added') continue
    if (isComment(line.text) && kept.has(next)) kept.add(line)
  }
  return kept
}

/**
 * @param {ListingLine[]} lines marked against what the file is a copy of
 * @returns {ListingLine[]} the changed ones and those near them, with gaps for
 *   all others
 */
export function changesOnly(lines) {
  const kept = near(lines)
  /** @type {ListingLine[]} */
  const shown = []
  for (const [i, line] of lines.entries()) {
    if (kept.has(line)) {
      // No blank line below a gap.
      if (!(isBlank(line) && shown.at(-1)?.kind === 'gap')) shown.push(line)
    } else if (shown.at(-1)?.kind !== 'gap') {
      while (shown.length > 0 && isBlank(/** @type {any} */ (shown.at(-1))))
        shown.pop()
      const indent = /^\s*/.exec(line.text || (lines[i + 1]?.text ?? ''))?.[0]
      shown.push({ kind: 'gap', text: `${indent}…`, number: null })
    }
  }
  return shown
}
