import { pages } from '../book-model/chapters.js'
import { fill } from '../book-model/languages.js'
import {
  formatMetric,
  formatScalar,
  loadLocal,
  loadResult,
  metric,
  requireKnownMetric,
} from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'

/** @typedef {import('../results/results.js').Result} Result */
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

/** The widest bar, as a share of the width; its figure stands to the right. */
const widestBar = 74
const nameHeight = 20
const barHeight = 14
const rowGap = 12

/**
 * @param {string} id
 * @returns {Result}
 */
export function requireResult(id) {
  const result = loadResult(id)
  if (result) return result
  throw new Error(
    `there is no results/${id}.json; make it: npm run bench -- ${id} --publish`,
  )
}

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
 * @param {Series['kind']} kind
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
 * @param {Result} result
 * @param {string | undefined} others ids joined by commas
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {Series[]}
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
  const local = loadLocal(result.id)
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
 * @returns {Row[]}
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
 * @param {string} full
 * @param {string} short
 * @returns {string} the short name, and the full one for who asks
 */
function abbreviation(full, short) {
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

/**
 * @param {string} name of a metric
 * @param {Record<string, any>} t
 * @returns {string} the head of its column in a table of several
 */
function metricHead(name, t) {
  const full = t[`metric.${name}`] ?? name
  const short = t[`short.${name}`] ?? full
  return `<th scope="col">${abbreviation(full, short)}</th>`
}

/**
 * A table of several metrics, one row per contender; those that were not run
 * keep their row, with the reason.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function tableHtml({ target, rest, attributes }, language, t) {
  const result = localized(requireResult(target), t)
  const names = (attributes.metrics ?? 'rps').split(',')
  for (const name of names) requireKnownMetric(name)
  const wanted = wantedOf(attributes)
  const hasWorkers = rest.includes('workers')
  const more = requireKnownMetric(names[0]).better !== 'less'
  /** @param {string} id */
  const rank = (id) => metric(result, id, names[0])?.median ?? 0
  const rows = result.contenders
    .filter(({ id, status }) => status === 'ok' && wanted.has(id))
    .sort((a, b) => {
      if (wanted.isSorted) return 0
      return more ? rank(b.id) - rank(a.id) : rank(a.id) - rank(b.id)
    })
    .map(({ id, name, workers = '–' }) => {
      const way = hasWorkers
        ? `<td class="words">${escapeHtml(workers)}</td>`
        : ''
      const cells = names.map((metricName) => {
        const value = metric(result, id, metricName)
        return `<td>${value ? escapeHtml(formatMetric(value.median, metricName, language)) : '–'}</td>`
      })
      return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}${way}</tr>`
    })
  const columns = names.length + (hasWorkers ? 1 : 0)
  for (const { name, why } of missing(result, language, t, wanted)) {
    rows.push(
      `<tr class="not-run"><th scope="row">${name}</th><td colspan="${columns}">${why}</td></tr>`,
    )
  }
  const kind = result.source ? 'reference' : 'published'
  const label = seriesLabel(kind, result, language, t)
  const heads = [
    `<th scope="col">${escapeHtml(t.chartContender)}</th>`,
    ...names.map((name) => metricHead(name, t)),
    ...(hasWorkers ? [`<th scope="col">${escapeHtml(t.workers)}</th>`] : []),
  ]
  const table = scrollingTable(
    result.title,
    `<tr>${heads.join('')}</tr>`,
    rows.join(''),
  )
  return oneLine(
    `<figure class="results">${table}<figcaption>${escapeHtml(label)}</figcaption></figure>`,
  )
}
