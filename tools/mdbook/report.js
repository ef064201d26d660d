/**
 * Behind each heading stands a link that begins a report of a mistake: a new
 * issue, which says already which line of which file is meant.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { apiId, shownSymbols } from '../book-model/api.js'
import { fill } from '../book-model/languages.js'
import { directives, headingIds, headings } from '../book-model/markdown.js'
import { translatedHeadingIds } from '../l10n/state.js'
import { root, srcDir } from '../lib/paths.js'
import { textOf } from './head.js'
import { escapeHtml } from './html.js'
import { issueUrl, sourceUrl } from './repository.js'
import { strings } from './strings.js'

/** @typedef {import('./place.js').Place} Place */

/**
 * The lines of a page's headings: a translation has the ids of the English
 * ones, and lines of its own. A symbol of the reference has the line of the
 * directive that shows it.
 *
 * @param {Place} place
 * @returns {Map<string, number>} by id, from 1
 */
export function headingLines({ file, source }) {
  const text = readFileSync(path.join(root, source), 'utf8')
  const english = readFileSync(path.join(srcDir, file), 'utf8')
  const ids = translatedHeadingIds(text) ?? headingIds(english)
  const lines = new Map(
    directives(text, 'api').flatMap((directive) =>
      shownSymbols(directive).map((name) => [apiId(name), directive.start + 1]),
    ),
  )
  for (const [i, { start }] of headings(text).entries()) {
    if (ids[i] !== undefined) lines.set(ids[i], start + 1)
  }
  return lines
}

const heading =
  /<h([1-6]) id="([^"]*)"><a class="header" href="#[^"]*">([\s\S]*?)<\/a>/g

/**
 * @param {string} main HTML of the page's own text
 * @param {Place} place
 * @param {string} language
 */
export function addReports(main, place, language) {
  const t = strings(language)
  const lines = headingLines(place)
  /** @type {number | undefined} */
  let above
  return main.replace(heading, (whole, level, id, inner) => {
    // One that our tools have made is in no file; but a member stands below
    // its class.
    const line = lines.get(id) ?? above
    if (line === undefined) return whole
    if (place.file.startsWith('reference/')) above = line
    const title = textOf(inner)
    const label = fill(t.report, { title })
    const file = place.source
    const href = issueUrl({
      title: `${file}:${line}: `,
      body: fill(t.reportBody, {
        title,
        file,
        line,
        url: `${sourceUrl(file)}?plain=1#L${line}`,
      }),
    })
    // The heading is called by its own words alone.
    return (
      `<h${level} id="${id}" aria-label="${escapeHtml(title)}"><a class="header" href="#${id}">${inner}</a>` +
      `<a class="report" href="${escapeHtml(href)}" title="${escapeHtml(label)}" aria-label="${escapeHtml(label)}"></a>`
    )
  })
}
