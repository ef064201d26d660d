/** The lines of a snapshot that no listing of its chapter shows. */
import { readFileSync } from 'node:fs'
import { isComment, isScript } from '../book-model/comments.js'
import { compareSome, cut } from '../book-model/compare.js'
import { besideImports } from '../book-model/imports.js'
import { fileBefore, readLines } from '../book-model/listing.js'
import { partsOf } from '../book-model/symbols.js'
import { fromRoot } from '../lib/paths.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('../book-model/compare.js').ListingLine} ListingLine */
/**
 * @typedef {object} Shown a listing on a page
 * @property {string} page below src/
 * @property {string} file absolute path
 * @property {import('../book-model/listing.js').Target} target
 * @property {import('../book-model/listing.js').Range[]} ranges over the file's lines
 * @property {Set<number>} omitted lines of them that it leaves out
 * @property {string[]} without names of the ranges that it leaves out
 * @property {string | null} comparedWith path from the root
 */

/**
 * @param {string} file absolute path, in the chapter where it has changed
 * @returns {string} the command that carries the change to the next chapters
 */
export const forwardPort = (file) =>
  `node tools/forward-port/cli.js ${fromRoot(file).split('/')[1]}`

/**
 * What to write on a page to show a line.
 *
 * @param {string} file absolute path
 * @param {number} line from 0
 */
function listingFor(file, line) {
  const name = fromRoot(file).replace(/^code\/ch\d\d\//, '')
  const part = /\.[mc]?js$/.test(file)
    ? partsOf(readFileSync(file, 'utf8'), name).findLast(
        ({ start, end }) => line >= start && line < end,
      )
    : undefined
  return `{{#listing ${name}${part ? `#${part.name}` : ''}}}`
}

/**
 * The lines that listings must show: comments need not be typed, and imports
 * come with what uses them.
 *
 * @param {string} file
 * @returns {(lines: string[]) => number[]} which gives their indexes
 */
const dueLines = (file) => (lines) =>
  isScript(file)
    ? besideImports(lines).filter((i) => !isComment(lines[i]))
    : [...lines.keys()]

/** @param {ListingLine} line */
const isBlank = ({ text }) => text.trim() === ''

/**
 * The lines of a file that no listing shows, of those that must be shown.
 *
 * @param {ListingLine[]} marked the file compared with the one before
 * @param {Shown[]} listings of the file
 * @param {string | null} before path from the root of the file before
 */
function missingLines(marked, listings, before) {
  const shownLines = new Set()
  /** @type {Set<ListingLine>} */
  const shownRemoved = new Set()
  for (const { ranges, omitted, comparedWith } of listings) {
    for (const { start, end } of ranges) {
      for (let i = start; i < end; i++) if (!omitted.has(i)) shownLines.add(i)
    }
    if (before === null || comparedWith !== before) continue
    for (const line of cut(marked, ranges[0])) {
      if (line.kind === 'removed') shownRemoved.add(line)
    }
  }
  // Where the whole file stands on the page, what it replaces does not matter.
  const isWhole = marked.every(
    (line) =>
      line.kind === 'removed' || isBlank(line) || shownLines.has(line.number),
  )
  const missing = marked.filter((line) => {
    if (isBlank(line)) return false
    if (line.kind === 'removed') return !isWhole && !shownRemoved.has(line)
    return line.kind === 'added' && !shownLines.has(line.number)
  })
  return new Set(missing)
}

/**
 * The lines of one file that its chapter's pages do not show.
 *
 * @param {string} file absolute path
 * @param {Shown[]} listings of the chapter's pages
 * @returns {Problem[]} one for each run of lines
 */
export function uncovered(file, listings) {
  const former = fileBefore(file)
  const before = former && fromRoot(former)
  const marked = compareSome(
    former ? readLines(former) : [],
    readLines(file),
    dueLines(file),
  )
  const own = listings.filter((shown) => shown.file === file)
  const missing = missingLines(marked, own, before)
  /** @type {Problem[]} */
  const problems = []
  let inRun = ''
  let lastNumber = -1
  for (const line of marked) {
    if (line.number !== null) lastNumber = line.number
    if (isBlank(line)) continue
    const isNext = inRun === line.kind
    inRun = missing.has(line) ? line.kind : ''
    if (inRun === '' || isNext) continue
    problems.push({
      file: fromRoot(file),
      line: Math.max(lastNumber, 0) + 1,
      message:
        line.kind === 'removed'
          ? `a line of ${before} is removed here, and no listing shows it: "${line.text.trim()}". Carry the change on (${forwardPort(former ?? file)}), or show the lines around it, compared with the chapter before`
          : `no listing of the chapter shows "${line.text.trim()}". Show it on one of its pages, with ${listingFor(file, lastNumber)} for one`,
    })
  }
  return problems
}
