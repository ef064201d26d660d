import { pages } from '../book-model/chapters.js'
import { fill } from '../book-model/languages.js'
import { formatMetric, metric, requireKnownMetric } from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'
import {
  abbreviation,
  localized,
  missing,
  requireResult,
  scrollingTable,
  seriesLabel,
  shownLocal,
  wantedOf,
} from './result-parts.js'

/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {import('./result-parts.js').Wanted} Wanted */
/**
 * @typedef {object} Series
 * @property {'published' | 'reference' | 'local'} kind
 * @property {string} label
 * @property {Result} result
 */
/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {(import('../results/results.js').Summary | null)[]} values by series
 */

/** The widest bar, as a share of the width; its figure stands to the right. */
const widestBar = 74
const nameHeight = 20
const barHeight = 14
const rowGap = 12

/**
 * @param {Result} result
 * @param {string | undefined} others ids joined by commas
 * @param {string} language
 * @param {Record<string, any>} t
 */
function collectSeries(result, others, language, t) {
  /** @type {Series[]} */
  const series = []
  /** @param {Series['kind']} kind @param {Result} one */
  const add = (kind, one) =>
    series.push({
      kind,
      result: one,
      label: seriesLabel(kind, one, language, t),
    })
  add(result.source ? 'reference' : 'published', result)
  for (const id of others?.split(',') ?? []) {
    add('reference', localized(requireResult(id), t))
  }
  const local = shownLocal(result.id)
  if (local) add('local', localized(local, t))
  return series
}

/**
 * One row per contender that any series has a figure for, the best first
 * unless they are to stay in the order of the result.
 *
 * @param {Series[]} series
 * @param {string} metricName
 * @param {Wanted} wanted
 */
function collectRows(series, metricName, wanted) {
  /** @type {Map<string, Row>} */
  const rows = new Map()
  for (const { result } of series) {
    for (const { id, name } of result.contenders) {
      if (!wanted.has(id)) continue
      const row = rows.get(id) ?? {
        id,
        name,
        values: series.map((one) => metric(one.result, id, metricName)),
      }
      if (row.values.some((value) => value !== null)) rows.set(id, row)
    }
  }
  if (wanted.isSorted) return [...rows.values()]
  const more = requireKnownMetric(metricName).better !== 'less'
  // Rows without a figure of our own come last: theirs do not compare.
  /** @param {Row} row */
  const firstSeries = (row) => row.values.findIndex((value) => value !== null)
  /** @param {Row} row */
  const rank = (row) => row.values[firstSeries(row)]?.median ?? 0
  return [...rows.values()].sort(
    (a, b) =>
      firstSeries(a) - firstSeries(b) ||
      (more ? rank(b) - rank(a) : rank(a) - rank(b)),
  )
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100) / 100}%`
}

/**
 * Bars whose widths are shares of the figure, and text of a fixed size: it
 * stays legible on a phone.
 *
 * @param {Row[]} rows
 * @param {Series[]} series
 * @param {(value: number) => string} format
 */
function drawBars(rows, series, format) {
  const highest = Math.max(
    ...rows.flatMap((row) => row.values.map((value) => value?.max ?? 0)),
  )
  /** @param {number} value */
  const width = (value) => (highest === 0 ? 0 : (value / highest) * widestBar)
  /** @type {string[]} */
  const parts = []
  let y = 0
  for (const row of rows) {
    parts.push(
      `<text class="label" x="0" y="${y + 13}">${escapeHtml(row.name)}</text>`,
    )
    y += nameHeight
    row.values.forEach((value, i) => {
      if (!value) return
      const kind = series[i].kind === 'published' ? '' : `-${series[i].kind}`
      const middle = y + barHeight / 2
      parts.push(
        `<rect class="bar${kind}" x="0" y="${y}" width="${percent(width(value.median))}" height="${barHeight}" rx="2"/>`,
      )
      if (value.max > value.min) {
        parts.push(
          `<line class="whisker" x1="${percent(width(value.min))}" x2="${percent(width(value.max))}" y1="${middle}" y2="${middle}"/>`,
        )
      }
      parts.push(
        `<text class="value" x="${percent(width(value.max) + 1.5)}" y="${y + 12}">${escapeHtml(format(value.median))}</text>`,
      )
      y += barHeight + 4
    })
    y += rowGap
  }
  return { body: parts.join(''), height: Math.max(y - rowGap, 1) }
}

/** What every chart leads to: how its figures were taken. */
const methodPage = 'how-we-measure.md'

/**
 * @param {string} page where the chart stands
 * @param {Record<string, any>} t
 * @returns {string} an item of the legend; '' on that page, and where a book
 *   has none
 */
function methodLink(page, t) {
  const isListed = pages().some(({ file }) => file === methodPage)
  if (!isListed || page === methodPage) return ''
  const up = '../'.repeat(page.split('/').length - 1)
  return `<li class="chart-method"><a href="${up}${methodPage}">${escapeHtml(t.chartMethod)}</a></li>`
}

/**
 * A bar chart: SVG with a text alternative, whose figures stand as a table
 * beneath it. Several metrics (`metric=rps,cpuPerRequest`) are one chart each,
 * in one figure.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {{ language: string, page: string }} where it stands; no other page
 *   has a say in what it is called
 * @param {Record<string, any>} t interface strings
 * @returns {string} one line of HTML
 */
export function chartHtml({ target, attributes, start }, where, t) {
  const { language, page } = where
  const names = (attributes.metric ?? 'rps').split(',')
  const result = localized(requireResult(target), t)
  const series = collectSeries(result, attributes.with, language, t)
  const wanted = wantedOf(attributes)
  const panels = names.map((metricName) => {
    requireKnownMetric(metricName)
    const rows = collectRows(series, metricName, wanted)
    if (rows.length === 0) {
      throw new Error(
        `no contender of ${target} has a figure for ${metricName}`,
      )
    }
    const place = `${page.replace(/\.md$/, '')}-${start + 1}-${metricName}`
    const id = `chart-${place.replace(/\W/g, '-')}`
    return panelOf({ id, metricName, rows, series, language, t })
  })
  const legend = series
    .map(
      ({ kind, label }) =>
        `<li class="series-${kind}"><span class="swatch" aria-hidden="true"></span>${escapeHtml(label)}</li>`,
    )
    .join('')
  const notes = missing(result, language, t, wanted)
    .map(({ name, why }) => `<li>${name}: ${why}</li>`)
    .join('')
  const [first, ...others] = panels
  const more = others.map(
    ({ title, svg }) => `<p class="chart-panel">${title}</p>${svg}`,
  )
  return oneLine(
    `<figure class="chart"><figcaption>${first.title}<ul class="chart-legend">${legend}${methodLink(page, t)}</ul></figcaption>` +
      `${first.svg}${more.join('')}` +
      (notes ? `<ul class="chart-notes">${notes}</ul>` : '') +
      `<details><summary>${escapeHtml(t.chartData)}</summary>${panels.map(({ data }) => data).join('')}</details></figure>`,
  )
}

/**
 * @param {{ id: string, metricName: string, rows: Row[], series: Series[],
 *   language: string, t: Record<string, any> }} panel
 * @returns {{ title: string, svg: string, data: string }} HTML
 */
function panelOf({ id, metricName, rows, series, language, t }) {
  /** @param {number} value */
  const format = (value) => formatMetric(value, metricName, language)
  const name = t[`metric.${metricName}`] ?? metricName
  const title = escapeHtml(name)
  const { body, height } = drawBars(rows, series, format)
  const items = rows
    .map((row) => {
      const value = row.values.find((one) => one !== null)
      return `${row.name} ${value ? format(value.median) : ''}`
    })
    .join('; ')
  const summary = escapeHtml(fill(t.chartSummary, { title: name, items }))
  return {
    title,
    svg: `<svg role="img" aria-labelledby="${id}-t ${id}-d" width="100%" height="${height}"><title id="${id}-t">${title}</title><desc id="${id}-d">${summary}</desc>${body}</svg>`,
    data: dataTable(rows, series, format, name, t),
  }
}

/**
 * @param {Row[]} rows
 * @param {Series[]} series
 * @param {(value: number) => string} format
 * @param {string} name of the metric
 * @param {Record<string, any>} t
 */
function dataTable(rows, series, format, name, t) {
  // Others publish one figure, without its spread.
  const spreads = series.map((_, i) =>
    rows.some(({ values }) => values[i] && values[i].max > values[i].min),
  )
  const labels = series
    .map(
      ({ label }, i) =>
        `<th scope="colgroup" colspan="${spreads[i] ? 2 : 1}">${escapeHtml(label)}</th>`,
    )
    .join('')
  const median = `<th scope="col">${escapeHtml(t.chartMedian)}</th>`
  const range = `<th scope="col">${abbreviation(t.chartRange, t.chartSpread)}</th>`
  const columns = spreads
    .map((spread) => (spread ? median + range : median))
    .join('')
  const body = rows
    .map((row) => {
      const cells = row.values.map((value, i) => {
        const middle = value ? format(value.median) : '–'
        const ends =
          value && value.max > value.min
            ? `${format(value.min)} – ${format(value.max)}`
            : '–'
        const spread = spreads[i] ? `<td>${escapeHtml(ends)}</td>` : ''
        return `<td>${escapeHtml(middle)}</td>${spread}`
      })
      return `<tr><th scope="row">${escapeHtml(row.name)}</th>${cells.join('')}</tr>`
    })
    .join('')
  return scrollingTable(
    `${t.chartData}: ${name}`,
    `<tr><th scope="col" rowspan="2">${escapeHtml(t.chartContender)}</th>${labels}</tr><tr>${columns}</tr>`,
    body,
  )
}
