/** Where in a page something stands, in the words of a language. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { headingIds, headings } from '../book-model/markdown.js'
import { translationOf, withoutStamp } from '../l10n/state.js'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'

/**
 * @param {string} page below src/
 * @param {string} language
 * @returns {{ text: string, sectionAt: (line: number) =>
 *   { title: string, start: number, link: string } }} the page, in English
 *   where it is not translated, and the section that a line of it is in
 */
export function readSections(page, language) {
  const english = textOf(path.join(srcDir, page))
  const own = translationOf(language, page)
  const text = existsSync(own) ? withoutStamp(textOf(own)) : english
  const ids = headingIds(english)
  const titles = headings(text)
  return {
    text,
    sectionAt(line) {
      const at = titles.findLastIndex(({ start }) => start < line)
      const { text: title, start } = titles[at]
      return { title, start, link: at > 0 ? `${page}#${ids[at]}` : page }
    },
  }
}
