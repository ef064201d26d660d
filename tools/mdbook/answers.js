/**
 * The figures that others published, and beside each the one of ours that
 * answers it, or the reason why there is none: tools/results/answers.json.
 */
import { fill } from '../book-model/languages.js'
import {
  answers,
  contender,
  formatMetric,
  formatRatio,
  metric,
  requireMetric,
} from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'
import {
  localized,
  missing,
  requireResult,
  scrollingTable,
  seriesLabel,
  wantedOf,
} from './result-parts.js'
import { strings } from './strings.js'

/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {import('../results/results.js').Block} Block */
/** @typedef {{ block: Block, names: string[], ids: string[] }} Section */
/** @typedef {string[] | string} Side figure and ratio; or why not, in HTML */

/**
 * @param {Block[]} blocks of one workload
 * @returns {Section[]} each figure once
 */
export function sectionsOf(blocks) {
  const seen = new Set()
  return blocks
    .flatMap((block) => block.metrics.map((name) => ({ block, name })))
    .map(({ block, name }) => {
      const theirs = requireResult(block.published)
      const names = name.split('+')
      const ids = theirs.contenders.flatMap(({ id, status }) => {
        const values = names.map((one) => metric(theirs, id, one)?.median)
        const figure = `${name} ${values}`
        const isAgain = block.repeats && seen.has(figure)
        seen.add(figure)
        const isThere = values[0] !== undefined || status !== 'ok'
        return isThere && !isAgain ? [id] : []
      })
      return { block, names, ids }
    })
    .filter(({ ids }) => ids.length > 0)
}

/** @param {Section} section @param {string} language */
export function rowsOf({ block, names, ids }, language) {
  const t = strings(language)
  const { as = {}, reasons = {}, base } = block
  const theirs = localized(requireResult(block.published), t)
  const ours = localized(requireResult(block.own), t)
  /** @param {Result} result @param {string} id @param {string} unit @returns {Side} */
  const sideOf = (result, id, unit) => {
    const [absent] = missing(result, language, t, wantedOf({ only: id }))
    if (absent) return absent.why
    const cells = names.map((name) => {
      const { median } = requireMetric(result, `${id}.${name}`)
      const one = metric(result, unit, name)?.median
      return [
        formatMetric(median, name, language),
        one ? formatRatio(median, one, language) : '–',
      ]
    })
    return [0, 1].map((i) => cells.map((cell) => cell[i]).join(' · '))
  }
  const rows = ids.map((id) => ({
    name: contender(theirs, id)?.name ?? id,
    theirs: sideOf(theirs, id, base),
    ours: reasons[id]
      ? escapeHtml(fill(t.skipped, { reason: t.answerReasons[reasons[id]] }))
      : sideOf(ours, as[id] ?? id, as[base] ?? base),
  }))
  const [place] = theirs.title.split(': ').slice(-1)
  const title = [
    place[0].toUpperCase() + place.slice(1),
    ...names.map((name) => t[`metric.${name}`]),
    `${formatRatio(1, 1, language)}\u00a0=\u00a0${contender(theirs, base)?.name}`,
  ].join(' · ')
  const labels = [
    seriesLabel('published', ours, language, t),
    seriesLabel('reference', theirs, language, t),
  ]
  return { title, labels, rows }
}

/** @param {Side} side */
const sideHtml = (side) =>
  typeof side === 'string'
    ? `<td class="not-run" colspan="2">${side}</td>`
    : side.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')

/**
 * `{{#answers a}}`: what others published of workload A, and our answers.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {{ language: string }} context
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function answersHtml({ target, inline }, { language }, t) {
  if (!answers[target] || inline) {
    throw new Error(
      `expected {{#answers ${Object.keys(answers).join('|')}}} on a line of its own, or {{#answers count [measured]}}`,
    )
  }
  const sections = sectionsOf(answers[target]).map((one) =>
    rowsOf(one, language),
  )
  /** @param {string} scope @param {string} text */
  const th = (scope, text) => `<th scope="${scope}">${escapeHtml(text)}</th>`
  const head = t.answersHead.map((/** @type {string} */ text) =>
    th('col', text),
  )
  const bodies = sections.map(({ title, rows }) =>
    [
      `<th scope="rowgroup" colspan="5"><span>${escapeHtml(title)}</span></th>`,
      ...rows.map(
        (row) =>
          th('row', row.name) + sideHtml(row.theirs) + sideHtml(row.ours),
      ),
    ]
      .map((cells) => `<tr>${cells}</tr>`)
      .join(''),
  )
  const table = scrollingTable(
    t.answersTitle,
    `<tr>${head.join('')}</tr>`,
    bodies.join('</tbody><tbody>'),
  )
  const labels = new Set(sections.flatMap((one) => one.labels.map(escapeHtml)))
  return oneLine(
    `<figure class="results answers">${table}<figcaption>${[...labels].join('<br>')}</figcaption></figure>`,
  )
}

/**
 * `{{#answers count}}`: how many figures others published; and with `measured`,
 * how many of them one of ours answers.
 *
 * @param {string | undefined} word
 * @param {string} language
 */
export function answerCount(word, language) {
  const sections = Object.values(answers).flatMap(sectionsOf)
  if (word === undefined)
    return String(sections.flatMap(({ ids }) => ids).length)
  if (word !== 'measured') throw new Error(`got "${word}", expected measured`)
  const rows = sections.flatMap((section) => rowsOf(section, language).rows)
  return String(rows.filter(({ ours }) => typeof ours !== 'string').length)
}
