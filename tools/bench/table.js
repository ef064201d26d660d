/** A result as a table for the terminal. */
import { formatMetric, metric } from '../results/results.js'
import { doubtText } from './doubts.js'

/** @typedef {import('../results/results.js').Result} Result */

/**
 * @param {Result} result
 * @param {string} baseline the contender that is 1.00
 * @returns {string}
 */
export function resultTable(result, baseline) {
  if (result.settings?.kind === 'idle') {
    return programTable(result, baseline, ['memoryPerConnection', 'memoryIdle'])
  }
  const open = result.settings?.kind === 'open'
  const names = open
    ? ['rps', 'latency.p50', 'latency.p99', 'latency.max', 'service.p99']
    : ['rps', 'latency.p50', 'latency.p99', 'latency.max']
  const columns = [...names, 'cpuPerRequest', 'memoryIdle', 'memoryLoaded']
  const base = metric(result, baseline, 'rps')
  const rows = [['contender', ...(open ? [] : ['ratio']), ...columns, 'spread']]
  const notes = []
  for (const {
    id,
    name,
    status,
    reason,
    summary,
    doubts,
  } of result.contenders) {
    if (status !== 'ok' || !summary) {
      notes.push(`${name}: ${status}: ${reason}`)
      continue
    }
    const ratio = base ? (summary.rps.median / base.median).toFixed(2) : '-'
    rows.push([
      name,
      ...(open ? [] : [ratio]),
      ...columns.map((column) => {
        const value = metric(result, id, column)
        return value ? formatMetric(value.median, column, 'en') : '-'
      }),
      `${(summary.rps.spread * 100).toFixed(0)}%`,
    ])
    for (const doubt of doubts ?? []) notes.push(`${name}: ${doubtText(doubt)}`)
  }
  return align(rows, notes)
}

/**
 * The result of a program: its metrics, and the first of them as a ratio.
 *
 * @param {Result} result
 * @param {string} baseline the contender that is 1.00
 * @param {string[]} [columns] all metrics, without it
 * @returns {string}
 */
export function programTable(result, baseline, columns) {
  const notes = []
  const measured = result.contenders.find(({ summary }) => summary)
  const names = columns ?? Object.keys(measured?.summary ?? {})
  const base = metric(result, baseline, names[0])
  const rows = [['contender', 'ratio', ...names]]
  for (const { id, name, status, reason, doubts } of result.contenders) {
    for (const doubt of doubts ?? []) notes.push(`${name}: ${doubtText(doubt)}`)
    if (status !== 'ok') {
      notes.push(`${name}: ${status}: ${reason}`)
      continue
    }
    const first = metric(result, id, names[0])
    rows.push([
      name,
      base && first ? (first.median / base.median).toFixed(2) : '-',
      ...names.map((column) => {
        const value = metric(result, id, column)
        return value ? formatMetric(value.median, column, 'en') : '-'
      }),
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
