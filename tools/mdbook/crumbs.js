/**
 * Where a page is: the book, the part, the chapter, above the title. A reader
 * whom a search has sent knows what it is that lies open.
 */
import { fill } from '../book-model/languages.js'
import { escapeHtml } from './html.js'
import { strings } from './strings.js'

/**
 * @param {import('./place.js').Place | null} place
 * @param {string} language
 * @param {string} up from the page to the top of the language's folder
 * @returns {string} HTML; '' for the introduction, which is the way in itself
 */
export function crumbsHtml(place, language, up) {
  if (!place || place.file === 'README.md') return ''
  const t = strings(language)
  const { chapter, part, isFirst } = place
  const items = [link(`${up}index.html`, t.bookTitle)]
  if (part !== null) items.push(escapeHtml(t.part[part] ?? part))
  if (chapter && isFirst) {
    items.push(escapeHtml(fill(t.crumbChapter, { number: chapter.number })))
  } else if (chapter) {
    items.push(link(up + chapter.href, `${chapter.number}. ${chapter.title}`))
  }
  const list = items.map((item) => `<li>${item}</li>`).join('')
  return `<nav class="crumbs" aria-label="${escapeHtml(t.crumbs)}"><ol>${list}</ol></nav>\n                    `
}

/** @param {string} href @param {string} text */
const link = (href, text) =>
  `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
