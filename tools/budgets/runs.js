/** How long a chapter's readers wait until something runs. */
import path from 'node:path'
import { directives } from '../book-model/markdown.js'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { stagesOf } from '../page-tests/data.js'
import { readTranscripts } from '../transcripts/parse.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/**
 * Pages that end a chapter or are looked up: nothing new has to run there.
 *
 * @param {string} page below src/
 * @param {string} text
 */
const isBeside = (page, text) =>
  /\/(closing|long-tail)\.md$/.test(page) ||
  ['exercise', 'quiz'].some((name) => directives(text, name).length > 0)

/**
 * @param {string} text of a page
 * @returns {string[]} what its commands print, and the programs that it runs
 *   itself
 */
function shownBy(text) {
  const outputs = readTranscripts(text)
    .filter(({ noRun }) => noRun === null)
    .flatMap(({ commands }) => commands.map(({ output }) => output.join('\n')))
    .filter((output) => output.trim() !== '')
  const programs = directives(text, 'listing')
    .filter(({ rest }) => rest.includes('run'))
    .map(({ target }) => target)
  return [...outputs, ...programs]
}

/**
 * The longest row of pages on which no command shows something new.
 *
 * @param {Chapter} chapter
 * @returns {string[]} paths below src/
 */
export function idlePages({ pages }) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {string[]} */
  let longest = []
  /** @type {string[]} */
  let row = []
  for (const page of pages) {
    const text = textOf(path.join(srcDir, page))
    if (isBeside(page, text)) continue
    const shown = shownBy(text).filter((one) => !seen.has(one))
    for (const one of shown) seen.add(one)
    row = shown.length > 0 ? [] : [...row, page]
    if (row.length > longest.length) longest = row
  }
  return longest
}

/**
 * The first of its pages after which a test of the chapter passes, that did
 * not before.
 *
 * @param {Chapter} chapter
 * @returns {number} from 1; 0 where no page makes a test pass
 */
export const firstTest = (chapter) =>
  chapter.pages.indexOf(stagesOf(chapter)[0]?.page) + 1
