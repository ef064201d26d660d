/** A result as a table for the terminal. */
import { strings } from '../mdbook/strings.js'
import { doubtDetail } from '../results/doubts.js'
import { formatMetric, metric } from '../results/results.js'

/** @typedef {import('../results/results.js').Result} Result */

/** @param {import('../results/doubts.js').Doubt} doubt */
export function doubtText(doubt) {
  const t = strings('en')
  const detail = doubtDetail(doubt, 'en', t)
  return `${t[`doubt.${doubt.kind}`]}${detail && ` (${detail})`}`
}

const memory = ['memoryIdle', 'memoryLoaded']
const latency = ['latency.p50', 'latency.p99', 'latency.max']

/** @type {Record<string, string[]>} by kind; of a program, all that it has */
const columnsOf = {
  closed: ['rps', ...latency, 'cpuPerRequest', ...memory],
  open: ['rps', ...latency, 'service.p99', 'cpuPerRequest', ...memory],
  messages: ['rate.messages-per-cpu-second', 'rate.messages', ...memory],
  idle: ['memoryPerConnection', 'memoryIdle'],
}

/**
 * @param {Result} result
 * @param {string} baseline the contender that is 1.00 in the first column
 */
export function resultTable(result, baseline) {
  const measured = result.contenders.find(({ summary }) => summary)
  const columns =
    columnsOf[result.settings?.kind] ?? Object.keys(measured?.summary ?? {})
  const base = metric(result, baseline, columns[0])
  const rows = [['contender', 'ratio', ...columns, 'spread']]
  const notes = []
  for (const one of result.contenders) {
    const { id, name, status, reason, summary, doubts = [] } = one
    notes.push(...doubts.map((doubt) => `${name}: ${doubtText(doubt)}`))
    const first = metric(result, id, columns[0])
    if (!first || !summary) {
      notes.push(`${name}: ${status}: ${reason}`)
      continue
    }
    rows.push([
      name,
      base ? (first.median / base.median).toFixed(2) : '-',
      ...columns.map((column) => {
        const value = metric(result, id, column)
        return value ? formatMetric(value.median, column, 'en') : '-'
      }),
      `${(summary[columns[0]].spread * 100).toFixed(0)}%`,
    ])
  }
  return align(rows, notes)
}

/**
 * @param {string[][]} rows the first column to the left, the others right
 * @param {string[]} notes
 */
export function align(rows, notes) {
  const widths = rows[0].map((_, column) =>
    Math.max(...rows.map((row) => row[column].length)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
      )
      .join('  '),
  )
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}
