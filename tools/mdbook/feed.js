/**
 * feed.xml: what has changed, for feed readers. It is made of the built page
 * changelog.html, of which each section is an entry: `## 2026-11-22: A title`.
 */
import { addressOf } from './address.js'
import { folderOf, textOf } from './head.js'
import { escapeHtml } from './html.js'
import { strings } from './strings.js'

/** The page that the feed is made of. */
export const changelogPage = 'changelog.html'

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} date `2026-11-22`
 * @property {string} title
 * @property {string} html
 */

/**
 * @param {string} html of the changelog's page
 * @throws {Error} of an entry without a date, or not below a later one
 */
export function entriesOf(html) {
  const main = /<main>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''
  const [, ...sections] = main.split(/(?=<h2 id=")/)
  const entries = sections.map((section) => {
    const [, id = '', heading = '', body = ''] =
      /^<h2 id="([^"]*)"[^>]*>([\s\S]*?)<\/h2>([\s\S]*)$/.exec(section) ?? []
    const [, date = '', title = ''] =
      /^(\d{4}-\d\d-\d\d): (.+)$/.exec(textOf(heading)) ?? []
    if (Number.isNaN(Date.parse(date))) {
      throw new Error(
        `${changelogPage}: got the heading "${textOf(heading)}", expected one such as "2026-11-22: A title"`,
      )
    }
    return { id, date, title, html: body.trim() }
  })
  entries.forEach(({ date }, i) => {
    if (i === 0 || date <= entries[i - 1].date) return
    throw new Error(
      `${changelogPage}: got ${date} below ${entries[i - 1].date}, expected the latest first`,
    )
  })
  return entries
}

/**
 * @param {string} html of the changelog's page
 * @param {string} address of the site
 * @param {string} language
 * @returns {string} RSS 2.0
 */
export function feed(html, address, language) {
  const t = strings(language)
  const page = addressOf(address, folderOf(language), changelogPage)
  const self = addressOf(address, folderOf(language), 'feed.xml')
  const items = entriesOf(html).map(({ id, date, title, html: body }) => {
    // A feed reader shows the text elsewhere.
    const whole = body.replace(
      /\b(href|src)="([^"]*)"/g,
      (_, name, target) => `${name}="${new URL(target, page)}"`,
    )
    const link = escapeHtml(`${page}#${id}`)
    return `<item><title>${escapeHtml(title)}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date(date).toUTCString()}</pubDate><description>${escapeHtml(whole)}</description></item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeHtml(t.bookTitle)}</title><link>${escapeHtml(page)}</link><description>${escapeHtml(t.feedDescription)}</description><language>${language}</language>
<atom:link href="${escapeHtml(self)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
}
