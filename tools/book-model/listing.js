import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fromRoot, root, srcDir } from '../lib/paths.js'
import { changesOnly } from './changes.js'
import { chapters, previousChapter } from './chapters.js'
import { compareLines, cut } from './compare.js'
import {
  closingLines,
  partsOf,
  rangeOf,
  SymbolError,
  statementsOf,
} from './symbols.js'

/** @typedef {import('./compare.js').ListingLine} ListingLine */
/** @typedef {import('./symbols.js').Range} Range */

/** A listing that cannot be shown, with what to do about it. */
export class ListingError extends Error {}

/** @param {string} text of a file @returns {string[]} */
export const linesOf = (text) => text.replace(/\n$/, '').split('\n')

/**
 * @param {string} file absolute path
 * @throws {ListingError} when the file is missing
 */
function readText(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new ListingError(`there is no file ${fromRoot(file)}`)
}

/**
 * @param {string} file absolute path
 * @returns {string[]} its lines
 * @throws {ListingError} when the file is missing
 */
export const readLines = (file) => linesOf(readText(file))

/**
 * The file that a listing or a code path on a page names.
 *
 * @param {string} target `server.js`, `steps/1-hello.js` or `code/…`
 * @param {string} codeFolder absolute path of the chapter's code folder
 * @returns {string} absolute path
 */
export function resolveTarget(target, codeFolder) {
  const file = target.startsWith('code/')
    ? path.join(root, target)
    : path.join(codeFolder, target)
  if (!file.startsWith(root + path.sep)) {
    throw new ListingError(`${target} lies outside the project`)
  }
  return file
}

/**
 * @param {string} file below the chapter's code folder
 * @returns {boolean} whether readers get it and need not type it
 */
export const isGiven = (file) =>
  /^(\.\.\/|test\/|exercises\/|quiz\/)/.test(file) || file.endsWith('.test.js')

/**
 * @param {string} file
 * @returns {boolean} whether it is in a language whose listings are folded
 */
export const isFoldable = (file) => /\.([mc]?js|ts)$/.test(file)

/**
 * @param {string} file below a chapter's folder
 * @returns {boolean} whether it is of the program that readers type, and that
 *   the next chapter goes on with
 */
export const isTyped = (file) =>
  /^(lib\/.+|demo\/.+|server[^/]*\.js)$/.test(file) &&
  !file.endsWith('.test.js')

/** Programs on the way, which each chapter begins anew. */
const isStep = (/** @type {string} */ file) => /^(steps|loop)\//.test(file)

/**
 * The same file in the chapter before: `code/ch01/server.js` for
 * `code/ch02/server.js`.
 *
 * @param {string} file absolute path
 * @returns {string | null} null when there is none
 */
export function fileBefore(file) {
  const match = /^code\/(ch\d\d)\/(.+)$/.exec(fromRoot(file))
  if (!match || isStep(match[2])) return null
  const previous = previousChapter(match[1])
  if (!previous) return null
  const before = path.join(previous.codeDir, match[2])
  return existsSync(before) ? before : null
}

/**
 * @typedef {object} Target what a listing names
 * @property {string} name `server.js`, `code/…`
 * @property {'symbols' | 'range' | null} by how its part is named, if it has one
 * @property {string} part
 */

/**
 * @param {string} target `FILE`, `FILE#SYMBOLS` or `FILE:RANGE`
 * @returns {Target}
 */
export function parseTarget(target) {
  const [, name, sign, part] = /^([^#:]*)(?:([#:])(.*))?$/.exec(target) ?? [
    target,
    target,
  ]
  if (sign === undefined) return { name, by: null, part: '' }
  return { name, by: sign === '#' ? 'symbols' : 'range', part }
}

/**
 * A part of a file that no symbol names, as `ranges.json` of a chapter keeps
 * it.
 *
 * @typedef {object} NamedRange
 * @property {string} from its first line, which is the only one of its kind
 * @property {string} [to] its last line, the only one of its kind from there
 *   on; without it, the range goes to the end of the statement
 */

/**
 * @param {string} codeFolder absolute path of a chapter's code
 * @returns {{ file: string, ranges: Record<string, Record<string, NamedRange>> }}
 *   by file, as a listing names it, and by name
 */
export function rangesOf(codeFolder) {
  const chapter = chapters().find(({ codeDir }) => codeDir === codeFolder)
  const file = path.join(srcDir, chapter?.slug ?? '', 'ranges.json')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  return { file, ranges: JSON.parse(text) }
}

/**
 * @param {string[]} lines of a file
 * @param {string} text of the line that is wanted
 * @param {number} start
 * @param {string} what for messages
 * @returns {number} its index
 * @throws {ListingError} when there is none, or more than one
 */
function onlyLine(lines, text, start, what) {
  const found = [...lines.keys()].filter((i) => i >= start && lines[i] === text)
  if (found.length === 1) return found[0]
  throw new ListingError(
    `${what}: got ${found.length} lines "${text}", expected one`,
  )
}

/**
 * @param {string} text of a JavaScript file
 * @param {string} name of the file
 * @param {number} start index of a line
 * @returns {number} index after the statement that begins on it
 */
function statementEnd(text, name, start) {
  const end = statementsOf(text, name).find((one) => one.start === start)?.end
  if (end !== undefined) return end
  throw new ListingError(
    `${name}: no statement begins on line ${start + 1}; say where the range ends with "to"`,
  )
}

/**
 * @param {Target} target
 * @param {string} codeFolder
 * @param {string} text of the file
 * @param {string} shown path of the file, for messages
 */
function namedRange({ name, part }, codeFolder, text, shown) {
  const { file, ranges } = rangesOf(codeFolder)
  const own = ranges[name] ?? {}
  const range = own[part]
  if (!range) {
    throw new ListingError(
      `${fromRoot(file)} has no range "${part}" of ${name}; it has: ${Object.keys(own).join(', ')}`,
    )
  }
  const lines = linesOf(text)
  const what = `${fromRoot(file)}, range "${part}" of ${shown}`
  const start = onlyLine(lines, range.from, 0, what)
  const end =
    range.to === undefined
      ? statementEnd(text, shown, start)
      : onlyLine(lines, range.to, start, what) + 1
  return { start, end }
}

/**
 * @param {Target} target
 * @param {string} codeFolder
 * @param {string} text of the file
 * @param {string} shown path of the file, for messages
 * @returns {Range[]} what is shown, in the order of the file
 */
function rangesShown(target, codeFolder, text, shown) {
  if (target.by === null) return [{ start: 0, end: linesOf(text).length }]
  if (target.by === 'symbols' && !/\.[mc]?js$/.test(shown)) {
    throw new ListingError(
      `${shown} is no JavaScript, so its parts have no names; show the whole file, or a range of ranges.json as ${target.name}:NAME`,
    )
  }
  try {
    if (target.by === 'range') {
      return [namedRange(target, codeFolder, text, shown)]
    }
    const range = rangeOf(target.part, text, shown)
    // A class that is begun is closed, so that what is typed can be parsed.
    return [range, ...closingLines(range, partsOf(text, shown))]
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error
    throw new ListingError(error.message)
  }
}

/**
 * @typedef {object} Listing
 * @property {string} file absolute path
 * @property {string} path from the root, as shown
 * @property {Target} target
 * @property {ListingLine[]} lines
 * @property {Range[]} ranges over the file's lines. Where there are more than
 *   one, the others are the closing lines of classes that the first one opens
 * @property {Set<number>} omitted lines of the ranges that a later listing adds
 * @property {string | null} comparedWith path from the root
 * @property {boolean} hasGaps whether it leaves out what is not near a change
 */

/** What `without` calls the lines that a changed copy has from the other. */
const UNCHANGED = 'unchanged'

/**
 * @param {string | undefined} without names of ranges, with commas
 * @param {Target} target
 * @param {string} codeFolder
 * @param {string} text of the file
 * @param {string} shown path of the file, for messages
 * @returns {Set<number>} indexes of their lines, and of the comments above them
 */
function omittedLines(without, target, codeFolder, text, shown) {
  /** @type {Set<number>} */
  const omitted = new Set()
  for (const part of without?.split(',') ?? []) {
    if (part === UNCHANGED) continue
    const range = namedRange({ ...target, part }, codeFolder, text, shown)
    const start = commentStart(linesOf(text), range.start)
    for (let i = start; i < range.end; i++) omitted.add(i)
  }
  return omitted
}

/**
 * @param {string[]} lines
 * @param {number} start
 * @returns {number} where the comment directly above begins, if there is one
 */
function commentStart(lines, start) {
  if (!lines[start - 1]?.endsWith('*/')) return start
  const isStart = (/** @type {string} */ line) => line.trim().startsWith('/**')
  const first = lines.slice(0, start).findLastIndex(isStart)
  return first === -1 ? start : first
}

/**
 * @param {ListingLine[]} lines
 * @param {Set<number>} omitted
 * @returns {ListingLine[]} without those, and without two blank lines in a row
 */
function withoutLines(lines, omitted) {
  if (omitted.size === 0) return lines
  const isBlank = (/** @type {ListingLine | undefined} */ line) =>
    line?.text.trim() === ''
  return lines
    .filter(({ number }) => number === null || !omitted.has(number))
    .filter((line, i, left) => !(isBlank(line) && isBlank(left[i - 1])))
}

/**
 * @param {ListingLine[]} marked the lines of a file
 * @param {Pick<Listing, 'ranges' | 'omitted'>} listing
 * @param {string[]} after its lines as they are in the end
 * @returns {ListingLine[]} those that the listing shows
 */
export function shownLines(marked, { ranges, omitted }, after) {
  const [first, ...closing] = ranges
  const lines = withoutLines(cut(marked, first), omitted)
  let { end } = first
  for (const { start } of closing) {
    const line = marked.find(({ number }) => number === start)
    if (line === undefined) continue
    const indent = /^\s*/.exec(line.text)?.[0] ?? ''
    const gap = { kind: /** @type {const} */ ('gap'), text: `${indent}  …` }
    if (after.slice(end, start).some((row) => row.trim() !== '')) {
      lines.push({ ...gap, number: null })
    }
    lines.push(line)
    end = start + 1
  }
  return lines
}

/** A page shows many parts of one file. @type {Map<string, ListingLine[]>} */
const known = new Map()

/** @param {string} before @param {string} after texts of files */
function compared(before, after) {
  const key = `${before}\0${after}`
  const lines = known.get(key) ?? compareLines(linesOf(before), linesOf(after))
  known.set(key, lines)
  return lines
}

/**
 * What a `{{#listing FILE#SYMBOLS from=… without=…}}` shows.
 *
 * @param {string} written `FILE`, `FILE#SYMBOLS` or `FILE:RANGE`
 * @param {string} codeFolder absolute path of the chapter's code folder
 * @param {string} [from] another file to compare with, or `none`
 * @param {string} [without] ranges that a later listing adds, with commas
 */
export function listing(written, codeFolder, from, without) {
  const target = parseTarget(written)
  const file = resolveTarget(target.name, codeFolder)
  const text = readText(file)
  const shown = fromRoot(file)
  const ranges = rangesShown(target, codeFolder, text, shown)
  let base = null
  if (from === undefined) base = fileBefore(file)
  else if (from !== 'none') base = resolveTarget(from, codeFolder)
  const after = linesOf(text)
  /** @type {ListingLine[]} */
  const marked = base
    ? compared(readText(base), text)
    : after.map((line, number) => ({ kind: 'plain', text: line, number }))
  const omitted = omittedLines(without, target, codeFolder, text, shown)
  const all = shownLines(marked, { ranges, omitted }, after)
  const hasGaps = Boolean(base && without?.split(',').includes(UNCHANGED))
  const lines = hasGaps ? changesOnly(all) : all
  const comparedWith = base ? fromRoot(base) : null
  const plan = { ranges, omitted, comparedWith, hasGaps }
  return { file, path: shown, target, lines, ...plan }
}
