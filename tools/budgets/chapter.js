/** What a chapter asks of its readers, in figures. */
import path from 'node:path'
import { diffArrays } from 'diff'
import { isComment, isScript } from '../book-model/comments.js'
import { fileBefore, isTyped } from '../book-model/listing.js'
import { directives } from '../book-model/markdown.js'
import { filesBelow, textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { proseOf } from '../lint/figures-in-prose.js'
import { longListings } from '../lint/listings.js'
import { firstTest, idlePages } from './runs.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {Record<string, number>} Figures by what they count */

/**
 * Words of prose: what stands between spaces, where a code span or a figure is
 * one. Code, transcripts, tables and directives that stand alone have none.
 *
 * @param {string} text of a page
 */
export const wordsIn = (text) =>
  proseOf(text)
    .filter((line) => !/^\s*(\||\{\{\}\}\s*$)/.test(line))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => /[\p{L}\d`}]/u.test(word)).length

/**
 * @param {string} file absolute path
 * @returns {string[]} its lines without comments and blank ones
 */
export const codeOf = (file) =>
  textOf(file)
    .split('\n')
    .filter(
      (line) => line.trim() !== '' && !(isScript(file) && isComment(line)),
    )

/**
 * Declarations are left out: like comments, they are not there when a program
 * runs.
 *
 * @param {string} folder absolute path
 */
export const programsBelow = (folder) =>
  filesBelow(folder).filter((name) => !name.endsWith('.d.ts'))

/**
 * Lines of code that a chapter adds or changes, in what its readers type.
 *
 * @param {Chapter} chapter
 */
function typedLines({ codeDir }) {
  let count = 0
  for (const name of programsBelow(codeDir).filter(isTyped)) {
    const file = path.join(codeDir, name)
    const before = fileBefore(file)
    for (const part of diffArrays(before ? codeOf(before) : [], codeOf(file))) {
      if (part.added) count += part.value.length
    }
  }
  return count
}

/** @param {string} text of a page */
const listingsIn = (text) => directives(text, 'listing').length

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)

/** @param {Chapter} chapter @returns {Figures} */
export function chapterFigures(chapter) {
  const texts = chapter.pages.map((page) => textOf(path.join(srcDir, page)))
  return {
    words: sum(texts.map(wordsIn)),
    listings: sum(texts.map(listingsIn)),
    typed: typedLines(chapter),
    pages: chapter.pages.length,
    idlePages: idlePages(chapter).length,
    firstTest: firstTest(chapter),
    longListings: longListings(chapter).length,
  }
}
