import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { diffArrays } from 'diff'
import { previousChapter } from './chapters.js'
import { fromRoot, root } from './paths.js'

/**
 * @typedef {object} SourceFile
 * @property {string[]} lines without the anchor lines
 * @property {Map<string, { start: number, end: number }>} anchors
 *   half-open ranges over `lines`
 */

/**
 * @typedef {object} ListingLine
 * @property {'added' | 'context' | 'removed' | 'plain'} kind
 * @property {string} text
 * @property {number | null} number index in the file, from 0; null if removed
 */

/** A listing that cannot be shown, with what to do about it. */
export class ListingError extends Error {}

const anchorPattern =
  /^\s*(?:\/\/|#|--|<!--|\/\*)\s*ANCHOR(_END)?:\s*([\w-]+)\s*(?:-->|\*\/)?\s*$/

/**
 * Separates a source text from its `ANCHOR:` / `ANCHOR_END:` lines.
 *
 * @param {string} text
 * @param {string} name for messages
 * @returns {SourceFile}
 * @throws {ListingError} for an anchor that is not closed, not opened or twice
 */
export function parseSource(text, name) {
  /** @type {string[]} */
  const lines = []
  /** @type {SourceFile['anchors']} */
  const anchors = new Map()
  /** @type {Map<string, number>} */
  const open = new Map()
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const match = anchorPattern.exec(line)
    if (!match) {
      lines.push(line)
      continue
    }
    const [, isEnd, anchor] = match
    if (isEnd) {
      const start = open.get(anchor)
      if (start === undefined) {
        throw new ListingError(
          `${name}: ANCHOR_END: ${anchor} has no ANCHOR: ${anchor} before it`,
        )
      }
      open.delete(anchor)
      anchors.set(anchor, { start, end: lines.length })
    } else {
      if (open.has(anchor) || anchors.has(anchor)) {
        throw new ListingError(`${name}: anchor "${anchor}" stands twice`)
      }
      open.set(anchor, lines.length)
    }
  }
  for (const anchor of open.keys()) {
    throw new ListingError(
      `${name}: ANCHOR: ${anchor} is never closed; add ANCHOR_END: ${anchor}`,
    )
  }
  return { lines, anchors }
}

/**
 * @param {string} file absolute path
 * @returns {SourceFile}
 * @throws {ListingError} when the file is missing
 */
export function readSource(file) {
  if (!existsSync(file)) {
    throw new ListingError(
      `there is no file ${fromRoot(file)}; check the path in the listing`,
    )
  }
  return parseSource(readFileSync(file, 'utf8'), fromRoot(file))
}

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
 * The same file in the chapter before: `code/ch01/server.js` for
 * `code/ch02/server.js`.
 *
 * @param {string} file absolute path
 * @returns {string | null} null when there is none
 */
export function fileBefore(file) {
  const match = /^code\/(ch\d\d)\/(.+)$/.exec(fromRoot(file))
  if (!match) return null
  const previous = previousChapter(match[1])
  if (!previous) return null
  const before = path.join(previous.codeDir, match[2])
  return existsSync(before) ? before : null
}

/**
 * The lines of a file marked against an earlier version of it.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @returns {ListingLine[]}
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
  return lines
}

/**
 * Cuts the marked lines of a file to a range of its line numbers. Lines that
 * were removed just before, inside or just after the range belong to it.
 *
 * @param {ListingLine[]} lines
 * @param {{ start: number, end: number }} range half-open
 * @returns {ListingLine[]}
 */
export function cut(lines, { start, end }) {
  const first = lines.findIndex((line) => line.number === start)
  let last = lines.findIndex((line) => line.number === end)
  if (last === -1) last = lines.length
  let from = first
  while (from > 0 && lines[from - 1].kind === 'removed') from -= 1
  return lines.slice(from, last)
}

/**
 * @typedef {object} Listing
 * @property {string} file absolute path
 * @property {string} path from the root, as shown
 * @property {ListingLine[]} lines
 * @property {{ start: number, end: number }} range over the file's lines
 * @property {string | null} comparedWith path from the root
 */

/**
 * What a `{{#listing FILE:ANCHOR from=…}}` shows.
 *
 * @param {string} target `FILE` or `FILE:ANCHOR`
 * @param {string} codeFolder absolute path of the chapter's code folder
 * @param {string} [from] another file to compare with, or `none`
 * @returns {Listing}
 * @throws {ListingError}
 */
export function listing(target, codeFolder, from) {
  const [name, anchor] = target.split(':')
  const file = resolveTarget(name, codeFolder)
  const source = readSource(file)
  let range = { start: 0, end: source.lines.length }
  if (anchor !== undefined) {
    const found = source.anchors.get(anchor)
    if (!found) {
      const known = [...source.anchors.keys()].join(', ') || 'none'
      throw new ListingError(
        `${fromRoot(file)} has no anchor "${anchor}"; it has: ${known}`,
      )
    }
    if (found.start === found.end) {
      throw new ListingError(`${fromRoot(file)}: anchor "${anchor}" is empty`)
    }
    range = found
  }
  let base = null
  if (from === undefined) base = fileBefore(file)
  else if (from !== 'none') base = resolveTarget(from, codeFolder)
  const lines = base
    ? cut(compareLines(readSource(base).lines, source.lines), range)
    : source.lines.slice(range.start, range.end).map((text, i) => ({
        kind: /** @type {const} */ ('plain'),
        text,
        number: range.start + i,
      }))
  return {
    file,
    path: fromRoot(file),
    lines,
    range,
    comparedWith: base ? fromRoot(base) : null,
  }
}
