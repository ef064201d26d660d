/** A finished page as the records that search finds: one for each section. */
import { textOf } from '../head.js'
import { escapeHtml } from '../html.js'

/**
 * @typedef {object} Section
 * @property {string} id of its heading
 * @property {string} title
 * @property {string} html its heading included
 */
/**
 * @typedef {object} Page
 * @property {string} language
 * @property {string} title
 * @property {string | null} chapter
 * @property {boolean} isOpening whether its chapter begins with it
 */

/**
 * Words around a listing or a transcript, by which site/search-index.js tells
 * code from prose. The name of a listing's file is code of its own.
 */
const [codeStarts, codeEnds] = ['⟦', '⟧']

/**
 * What is not searched: a quiz, which holds its answers; hints; figures, which
 * are more of numbers than of words; and what stands around a listing.
 */
export const excluded = [
  '.quiz',
  '.hint',
  '.chart',
  '.results',
  '.doubts',
  '.listing-place',
  '.listing-note',
  '.what-works',
  'svg',
]

/**
 * @param {string} html of a page
 * @returns {Section[]} none for a page without a text of its own
 */
export function sectionsOf(html) {
  const [, main = ''] = /<main>([\s\S]*)<\/main>/.exec(html) ?? []
  return main.split(/(?=<h[1-3] id=")/).flatMap((part) => {
    const [heading, , id] =
      /^<h([1-3]) id="([^"]+)"[\s\S]*?<\/h\1>/.exec(part) ?? []
    return heading ? [{ id, title: textOf(heading), html: part }] : []
  })
}

/**
 * @param {string} html
 * @returns {string} the symbols that its listings show, as their labels say:
 *   `code/ch06/lib/table.js (RouteTable.#tableFor,#insert)`
 */
function symbolsOf(html) {
  const labels = html.matchAll(/aria-label="code\/[^" ]+ \(([^")]+)\)"/g)
  return [...labels]
    .flatMap(([, symbols]) => symbols.split(/,|\.\./))
    .map((symbol) => symbol.replace('^', ''))
    .filter((symbol) => symbol !== '')
    .join(' ')
}

/**
 * @param {Section} section
 * @param {Page} page
 * @returns {string} HTML for Pagefind; its metadata is named and weighted in
 *   site/search-index.js
 */
export function documentOf({ title, html }, page) {
  const meta = {
    title,
    page: page.title,
    chapter: String(page.chapter ?? ''),
    opening: page.isOpening && title === page.title ? title : '',
    symbols: symbolsOf(html),
  }
  const fields = Object.entries(meta)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `<meta data-pagefind-meta="${name}[content]" content="${escapeHtml(value)}">`,
    )
    .join('')
  const body = html
    .replace(/<pre\b|<a class="listing-path"/g, `<p>${codeStarts}</p>$&`)
    .replace(/<\/pre>/g, `$&<p>${codeEnds}</p>`)
    // Pagefind joins what the cells of a row hold.
    .replace(/<\/t[dh]>/g, ' $&')
  return `<html lang="${page.language}"><head>${fields}</head><body>${body}</body></html>`
}
