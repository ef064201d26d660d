/** Where a page of the site stands in the book, and what it was made from. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf, pages, siteFile } from '../book-model/chapters.js'
import { typographic } from '../book-model/figures.js'
import { sourceLanguage } from '../book-model/languages.js'
import { headings } from '../book-model/markdown.js'
import { root } from '../lib/paths.js'

/**
 * @typedef {object} Place
 * @property {string} file below src/
 * @property {string} source path from the root: the translation, if there is
 *   one
 * @property {string} title
 * @property {{ number: string, title: string, href: string } | null} chapter
 *   number: `06`, as the pages say it; href: of its first page, from the top of the language's folder
 * @property {string | null} part as SUMMARY.md names it
 * @property {boolean} isFirst whether it is the first page of its chapter
 */

/**
 * @param {string} page of the site, below the language's folder
 * @param {string} language
 * @returns {Place | null} null for what SUMMARY.md does not list
 */
export function placeOf(page, language) {
  const found = pages().find(({ file }) => siteFile(file) === page)
  if (!found) return null
  const { file } = found
  const chapter = chapterOf(file)
  const [first = ''] = chapter?.pages ?? []
  return {
    file,
    source: sourceOf(file, language),
    title: titleOf(file, language),
    chapter: chapter
      ? {
          number: chapter.id.slice(2),
          title: titleOf(first, language),
          href: siteFile(first),
        }
      : null,
    part: chapter?.part ?? null,
    isFirst: file === first,
  }
}

/**
 * @param {string} file below src/
 * @param {string} language
 * @returns {string} path from the root of the text that the page is made from
 */
function sourceOf(file, language) {
  const own = `translations/${language}/${file}`
  const isOwn =
    language !== sourceLanguage.code && existsSync(path.join(root, own))
  return isOwn ? own : `src/${file}`
}

/**
 * @param {string} file below src/
 * @param {string} language
 * @returns {string} the title of the page, without marks
 */
export function titleOf(file, language) {
  const source = path.join(root, sourceOf(file, language))
  const [first] = headings(readFileSync(source, 'utf8'))
  return typographic((first?.text ?? file).replace(/[`*]/g, ''))
}
