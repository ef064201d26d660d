import { formatMetric, metric, requireKnownMetric } from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'
import {
  abbreviation,
  localized,
  missing,
  requireResult,
  scrollingTable,
  seriesLabel,
  wantedOf,
} from './result-parts.js'

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
 * @param {{ language: string }} context
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function tableHtml({ target, rest, attributes }, { language }, t) {
  const result = localized(requireResult(target), t)
  const names = (attributes.metrics ?? 'rps').split(',')
  for (const name of names) requireKnownMetric(name)
  const wanted = wantedOf(attributes)
  const hasWorkers = rest.includes('workers')
  const more = requireKnownMetric(names[0]).better !== 'less'
  /** @param {string} id */
  const rank = (id) => metric(result, id, names[0])?.median ?? 0
  /** @param {string} id @param {string} metricName */
  const cell = (id, metricName) => {
    const value = metric(result, id, metricName)
    return `<td>${value ? escapeHtml(formatMetric(value.median, metricName, language)) : '–'}</td>`
  }
  const rows = result.contenders
    .filter(({ id, status }) => status === 'ok' && wanted.has(id))
    .sort((a, b) => {
      if (wanted.isSorted) return 0
      return more ? rank(b.id) - rank(a.id) : rank(a.id) - rank(b.id)
    })
    .map(({ id, name, workers = '–' }) => {
      const way = `<td class="words">${escapeHtml(workers)}</td>`
      const cells = names.map((metricName) => cell(id, metricName)).join('')
      return `<tr><th scope="row">${escapeHtml(name)}</th>${cells}${hasWorkers ? way : ''}</tr>`
    })
  const columns = names.length + (hasWorkers ? 1 : 0)
  for (const { name, why } of missing(result, language, t, wanted)) {
    rows.push(
      `<tr class="not-run"><th scope="row">${name}</th><td colspan="${columns}">${why}</td></tr>`,
    )
  }
  const kind = result.source ? 'reference' : 'published'
  const label = seriesLabel(kind, result, language, t)
  const first = result.settings?.counts ? t.chartCase : t.chartContender
  const heads = [
    `<th scope="col">${escapeHtml(first)}</th>`,
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
