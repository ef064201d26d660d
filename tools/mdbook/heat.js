/**
 * A heat map of contenders and results: a table, whose cells are the darker
 * the higher they are above the base of their column. Ours come first, and
 * below them what others published.
 */
import { fill } from '../book-model/languages.js'
import { formatRatio, loadResult, metric } from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'
import {
  localized,
  missing,
  requireResult,
  scrollingTable,
  seriesLabel,
} from './result-parts.js'

/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {{ own: Result, theirs: Result | null }} Column */

/** How many shades there are, besides none. */
const SHADES = 9

/**
 * @param {number} ratio to the base of its column
 * @param {number} highest of all
 * @returns {number} 0 for the base and what is below it
 */
export function shadeOf(ratio, highest) {
  if (ratio <= 1 || highest <= 1) return 0
  return Math.ceil((Math.log(ratio) / Math.log(highest)) * SHADES)
}

/**
 * @param {Result | null} result
 * @param {string} id
 * @param {{ base: string, name: string }} scale
 * @returns {number | null} how many times as much as the base
 */
function ratioOf(result, id, { base, name }) {
  if (!result) return null
  const value = metric(result, id, name)
  const unit = metric(result, base, name)
  return value && unit ? value.median / unit.median : null
}

/**
 * `{{#heat redis,pg own=ch17- with=ref-d- base=express}}`: the results
 * `ch17-redis` and `ch17-pg`, and below each figure that of `ref-d-redis` and
 * `ref-d-pg`, where they are there.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {{ language: string }} context
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function heatHtml({ target, attributes }, { language }, t) {
  const { own, with: theirs, base, metric: name = 'rps' } = attributes
  if (!own || !theirs || !base) {
    throw new Error('expected {{#heat A,B own=PREFIX with=PREFIX base=ID}}')
  }
  const scale = { base, name }
  const keys = target.split(',')
  const columns = keys.map((key) => {
    const published = loadResult(`${theirs}${key}`)
    return {
      own: localized(requireResult(`${own}${key}`), t),
      theirs: published && localized(published, t),
    }
  })
  if (columns.every((column) => column.theirs === null)) {
    throw new Error(`got with=${theirs}, expected the prefix of some results`)
  }
  const titles = keys.map((key) => escapeHtml(t.heat[key] ?? key))
  const head = titles.map((title) => `<th scope="col">${title}</th>`).join('')
  const body = bodyHtml(columns, scale, language)
  const notes = columns
    .map(({ own }, i) => notesHtml(titles[i], own, language, t))
    .join('')
  return figureHtml(columns, scale, { head, body, notes }, language, t)
}

/**
 * Why cells of a column have no figure of ours, each reason once.
 *
 * @param {string} title of the column, in HTML
 * @param {Result} result
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string} items of a list
 */
function notesHtml(title, result, language, t) {
  const all = { has: () => true, isSorted: true }
  /** @type {Map<string, string[]>} */
  const byReason = new Map()
  for (const { name, why } of missing(result, language, t, all)) {
    byReason.set(why, [...(byReason.get(why) ?? []), name])
  }
  return [...byReason]
    .map(([why, names]) => `<li>${title}, ${names.join(', ')}: ${why}</li>`)
    .join('')
}

/**
 * @param {Column[]} columns
 * @param {{ base: string, name: string }} scale
 * @param {string} language
 */
function bodyHtml(columns, scale, language) {
  const rows = columns[0].own.contenders.map(({ id, name }) => ({
    name,
    cells: columns.map((column) => [
      ratioOf(column.own, id, scale),
      ratioOf(column.theirs, id, scale),
    ]),
  }))
  const all = rows.flatMap(({ cells }) => cells.flat())
  const highest = Math.max(...all.map((ratio) => ratio ?? 0))
  /** @param {number | null} ratio @param {string} kind */
  const figure = (ratio, kind) =>
    ratio === null
      ? `<span class="${kind}">–</span>`
      : `<span class="${kind} heat-${shadeOf(ratio, highest)}">${escapeHtml(formatRatio(ratio, 1, language))}</span>`
  /** @param {(number | null)[]} cell */
  const cellHtml = ([ours, published]) =>
    `<td>${figure(ours, 'heat-own')}${figure(published, 'heat-theirs')}</td>`
  return rows
    .map(
      ({ name, cells }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th>${cells.map(cellHtml).join('')}</tr>`,
    )
    .join('')
}

/**
 * @param {Column[]} columns
 * @param {{ base: string, name: string }} scale
 * @param {{ head: string, body: string, notes: string }} rows
 * @param {string} language
 * @param {Record<string, any>} t
 */
function figureHtml(columns, { base, name }, rows, language, t) {
  const [{ own }] = columns
  const of = own.contenders.find(({ id }) => id === base)
  const title = fill(t.heatTitle, {
    metric: t[`metric.${name}`] ?? name,
    base: of?.name ?? base,
  })
  const published = columns.find(({ theirs }) => theirs)?.theirs
  const labels = [
    seriesLabel('published', own, language, t),
    ...(published ? [seriesLabel('reference', published, language, t)] : []),
  ]
  const legend = labels.map((label) => `<li>${escapeHtml(label)}</li>`).join('')
  const contender = `<th scope="col">${escapeHtml(t.chartContender)}</th>`
  return oneLine(
    `<figure class="results heat"><figcaption>${escapeHtml(title)}</figcaption>` +
      scrollingTable(title, `<tr>${contender}${rows.head}</tr>`, rows.body) +
      (rows.notes && `<ul class="chart-notes">${rows.notes}</ul>`) +
      `<ol class="heat-legend">${legend}</ol></figure>`,
  )
}
