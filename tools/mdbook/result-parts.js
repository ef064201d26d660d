/** What charts, tables and heat maps of results have in common. */
import { fill } from '../book-model/languages.js'
import { formatScalar, loadLocal, loadResult } from '../results/results.js'
import { escapeHtml } from './html.js'

/** @typedef {import('../results/results.js').Result} Result */

/**
 * @typedef {object} Wanted which contenders a figure shows
 * @property {(id: string) => boolean} has
 * @property {boolean} isSorted whether the order of the result is kept
 */

/**
 * `only=a,b`; `until=ch07` leaves out the snapshots of later chapters, and
 * keeps the others in their order.
 *
 * @param {Record<string, string>} attributes of a directive
 * @returns {Wanted}
 */
export function wantedOf({ only, until }) {
  const ids = only?.split(',')
  return {
    has: (id) =>
      (!ids || ids.includes(id)) &&
      !(until && /^ch\d\d$/.test(id) && id > until),
    isSorted: until !== undefined,
  }
}

/** @param {string} id @returns {Result} */
export function requireResult(id) {
  const result = loadResult(id)
  if (result) return result
  throw new Error(
    `there is no results/${id}.json; make it: npm run bench -- ${id} --publish`,
  )
}

/**
 * @param {string} id
 * @returns {Result | null} the reader's own; never in a build that is
 *   published, where every visitor would be told that it is theirs
 */
export const shownLocal = (id) => (process.env.SITE_URL ? null : loadLocal(id))

/**
 * A result with its names, titles and reasons in the language of the page, as
 * far as the strings know them.
 *
 * @param {Result} result
 * @param {Record<string, any>} t interface strings
 * @returns {Result}
 */
export function localized(result, t) {
  /** @param {string} text */
  const said = (text) => t.result[text] ?? text
  const { source } = result
  return {
    ...result,
    title: said(result.title),
    ...(source && { source: { ...source, title: said(source.title) } }),
    contenders: result.contenders.map((one) => ({
      ...one,
      name: said(one.name),
      ...(one.reason && { reason: said(one.reason) }),
      ...(one.workers && { workers: said(one.workers) }),
    })),
  }
}

/**
 * Whose figures a series shows, when and on what they were measured.
 *
 * @param {'published' | 'reference' | 'local'} kind
 * @param {Result} result
 * @param {string} language
 * @param {Record<string, any>} t
 */
export function seriesLabel(kind, result, language, t) {
  const { source = {}, machine = {} } = result
  const date = source.date ?? result.date
  const values = {
    title: source.title ?? result.title,
    hardware: source.hardware ?? machine.cpu ?? '',
    cpu: machine.cpu ?? '',
    cores: machine.cores ?? '',
    date: date ? formatScalar(date, language) : t.chartUndated,
  }
  if (kind === 'published') return fill(t.chartPublished, values)
  if (kind === 'local') return fill(t.chartLocal, values)
  return fill(t.chartReference, values)
}

/**
 * The harness writes English, whatever the language of the page.
 *
 * @param {string} text
 * @param {string} language
 * @param {Record<string, any>} t
 */
function harnessWords(text, language, t) {
  const html = escapeHtml(text)
  const isTranslated = Object.values(t.result).includes(text)
  return language === 'en' || isTranslated
    ? html
    : `<span lang="en">${html}</span>`
}

/**
 * @param {Result} result
 * @param {string} language
 * @param {Record<string, any>} t
 * @param {Wanted} wanted
 * @returns {{ name: string, why: string }[]} contenders without figures, in
 *   HTML
 */
export function missing(result, language, t, wanted) {
  return result.contenders
    .filter(({ status, id }) => status !== 'ok' && wanted.has(id))
    .map(({ name, status, reason = '' }) => ({
      name: escapeHtml(name),
      why: fill(escapeHtml(status === 'skipped' ? t.skipped : t.invalid), {
        reason: harnessWords(reason, language, t),
      }),
    }))
}

/**
 * @param {string} full
 * @param {string} short
 * @returns {string} the short name, and the full one for who asks
 */
export function abbreviation(full, short) {
  if (full === short) return escapeHtml(short)
  return `<abbr title="${escapeHtml(full)}">${escapeHtml(short)}</abbr>`
}

/**
 * @param {string} label
 * @param {string} head rows of the head
 * @param {string} body rows of the body
 */
export function scrollingTable(label, head, body) {
  return `<div class="table-wrapper" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`
}
