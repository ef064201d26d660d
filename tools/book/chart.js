import {
  formatMetric,
  formatScalar,
  loadLocal,
  loadResult,
  metric,
  metrics,
} from '../lib/results.js'
import { escapeHtml, oneLine } from './html.js'
import { fill } from './strings.js'

/** @typedef {import('../lib/results.js').Result} Result */
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
 * @property {(import('../lib/results.js').Summary | null)[]} values by series
 */

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
 * Whose figures a series shows, when and on what they were measured.
 *
 * @param {Series['kind']} kind
 * @param {Result} result
 * @param {string} language
 * @param {Record<string, any>} t
 */
function seriesLabel(kind, result, language, t) {
  const { source = {}, machine = {} } = result
  const date = source.date ?? result.date
  const values = {
    title: source.title ?? result.title,
    hardware: source.hardware ?? machine.cpu ?? '',
    cpu: machine.cpu ?? '',
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
    add('reference', requireResult(id))
  }
  const local = loadLocal(result.id)
  if (local) add('local', local)
  return series
}

/**
 * One row per contender that any series has a figure for, the best first.
 *
 * @param {Series[]} series
 * @param {string} metricName
 * @param {string | undefined} only contender ids joined by commas
 * @returns {Row[]}
 */
function collectRows(series, metricName, only) {
  /** @type {Map<string, Row>} */
  const rows = new Map()
  for (const { result } of series) {
    for (const { id, name } of result.contenders) {
      if (only && !only.split(',').includes(id)) continue
      const row = rows.get(id) ?? {
        id,
        name,
        values: series.map((one) => metric(one.result, id, metricName)),
      }
      if (row.values.some((value) => value !== null)) rows.set(id, row)
    }
  }
  const more = metrics[metricName].better !== 'less'
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
 * @param {Result} result
 * @param {Record<string, any>} t
 * @param {string} [only]
 * @returns {{ name: string, why: string }[]} contenders without figures
 */
function missing(result, t, only) {
  return result.contenders
    .filter(({ status }) => status !== 'ok')
    .filter(({ id }) => !only || only.split(',').includes(id))
    .map(({ name, status, reason = '' }) => ({
      name,
      why: fill(status === 'skipped' ? t.skipped : t.invalid, { reason }),
    }))
}

let charts = 0

/**
 * A bar chart of one metric: SVG with a text alternative, whose figures stand
 * as a table beneath it.
 *
 * @param {import('../lib/markdown.js').Directive} directive
 * @param {string} language
 * @param {Record<string, any>} t interface strings
 * @returns {string} one line of HTML
 */
export function chartHtml({ target, attributes }, language, t) {
  const metricName = attributes.metric ?? 'rps'
  if (!metrics[metricName]) {
    throw new Error(
      `no metric "${metricName}"; expected one of ${Object.keys(metrics).join(', ')}`,
    )
  }
  const result = requireResult(target)
  const series = collectSeries(result, attributes.with, language, t)
  const rows = collectRows(series, metricName, attributes.only)
  if (rows.length === 0) {
    throw new Error(`no contender of ${target} has a figure for ${metricName}`)
  }
  /** @param {number} value */
  const format = (value) => formatMetric(value, metricName, language)
  const title = t[`metric.${metricName}`] ?? metricName
  const { body, height } = drawBars(rows, series, format)
  const items = rows
    .map((row) => {
      const value = row.values.find((one) => one !== null)
      return `${row.name} ${value ? format(value.median) : ''}`
    })
    .join('; ')
  charts += 1
  const id = `chart-${target}-${metricName.replace(/\W/g, '-')}-${charts}`
  const legend = series
    .map(
      ({ kind, label }) =>
        `<li class="series-${kind}"><span class="swatch" aria-hidden="true"></span>${escapeHtml(label)}</li>`,
    )
    .join('')
  const notes = missing(result, t, attributes.only)
    .map(({ name, why }) => `<li>${escapeHtml(name)}: ${escapeHtml(why)}</li>`)
    .join('')
  return oneLine(
    `<figure class="chart"><figcaption>${escapeHtml(title)}<ul class="chart-legend">${legend}</ul></figcaption>` +
      `<svg role="img" aria-labelledby="${id}-t ${id}-d" width="100%" height="${height}"><title id="${id}-t">${escapeHtml(title)}</title><desc id="${id}-d">${escapeHtml(fill(t.chartSummary, { title, items }))}</desc>${body}</svg>` +
      (notes ? `<ul class="chart-notes">${notes}</ul>` : '') +
      `<details><summary>${escapeHtml(t.chartData)}</summary>${dataTable(rows, series, format, t)}</details></figure>`,
  )
}

/**
 * @param {Row[]} rows
 * @param {Series[]} series
 * @param {(value: number) => string} format
 * @param {Record<string, any>} t
 */
function dataTable(rows, series, format, t) {
  const head = series
    .map(
      ({ label }) =>
        `<th scope="col">${escapeHtml(label)}: ${t.chartMedian}</th><th scope="col">${t.chartRange}</th>`,
    )
    .join('')
  const body = rows
    .map((row) => {
      const cells = row.values.map((value) => {
        if (!value) return '<td>–</td><td>–</td>'
        const range =
          value.max > value.min
            ? `${format(value.min)} – ${format(value.max)}`
            : '–'
        return `<td>${escapeHtml(format(value.median))}</td><td>${escapeHtml(range)}</td>`
      })
      return `<tr><th scope="row">${escapeHtml(row.name)}</th>${cells.join('')}</tr>`
    })
    .join('')
  return `<div class="table-wrapper" tabindex="0" role="region" aria-label="${escapeHtml(t.chartData)}"><table><thead><tr><th scope="col">${t.chartContender}</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/**
 * A table of several metrics, one row per contender; those that were not run
 * keep their row, with the reason.
 *
 * @param {import('../lib/markdown.js').Directive} directive
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function tableHtml({ target, attributes }, language, t) {
  const result = requireResult(target)
  const names = (attributes.metrics ?? 'rps').split(',')
  for (const name of names) {
    if (!metrics[name]) {
      throw new Error(
        `no metric "${name}"; expected one of ${Object.keys(metrics).join(', ')}`,
      )
    }
  }
  const only = attributes.only
  const more = metrics[names[0]].better !== 'less'
  /** @param {string} id */
  const rank = (id) => metric(result, id, names[0])?.median ?? 0
  const rows = result.contenders
    .filter(
      ({ id, status }) =>
        status === 'ok' && (!only || only.split(',').includes(id)),
    )
    .sort((a, b) => (more ? rank(b.id) - rank(a.id) : rank(a.id) - rank(b.id)))
    .map(({ id, name }) => {
      const cells = names.map((metricName) => {
        const value = metric(result, id, metricName)
        return `<td>${value ? escapeHtml(formatMetric(value.median, metricName, language)) : '–'}</td>`
      })
      return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`
    })
  for (const { name, why } of missing(result, t, only)) {
    rows.push(
      `<tr class="not-run"><th scope="row">${escapeHtml(name)}</th><td colspan="${names.length}">${escapeHtml(why)}</td></tr>`,
    )
  }
  const head = names
    .map(
      (name) =>
        `<th scope="col">${escapeHtml(t[`metric.${name}`] ?? name)}</th>`,
    )
    .join('')
  const label = seriesLabel(
    result.source ? 'reference' : 'published',
    result,
    language,
    t,
  )
  return oneLine(
    `<figure class="results"><div class="table-wrapper" tabindex="0" role="region" aria-label="${escapeHtml(result.title)}"><table><thead><tr><th scope="col">${t.chartContender}</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div><figcaption>${escapeHtml(label)}</figcaption></figure>`,
  )
}
