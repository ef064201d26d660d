/**
 * What the harness saw while it measured, and would doubt: as data, which a
 * page and the terminal put into words. What each means is in
 * docs/benchmarks.md.
 */
import { fill } from '../book-model/languages.js'
import { formatNumber } from './results.js'

/** The kinds that there are; each is `doubt.KIND` in the strings of a page. */
export const doubtKinds = /** @type {const} */ ([
  'client-limit',
  'store-limit',
  'idle-cores',
  'client-late',
  'too-slow',
  'few-in-flight',
  'many-in-flight',
  'busy-machine',
  'not-pinned',
  'shared-pages',
  'header',
  'unsteady',
])

/**
 * @typedef {{ kind: typeof doubtKinds[number],
 *   [value: string]: string | number }} Doubt
 */

/**
 * @param {string} key
 * @param {string | number} value of a doubt
 * @param {string} language
 * @param {Record<string, any>} t interface strings
 */
function said(key, value, language, t) {
  if (key === 'metric') return t[`metric.${value}`] ?? String(value)
  if (key === 'why') return t.result[value] ?? String(value)
  if (typeof value === 'string') return value
  if (key === 'spread') return `${formatNumber(value * 100, language)}%`
  return formatNumber(value, language, Number.isInteger(value) ? 0 : 1)
}

/**
 * @param {Doubt} doubt
 * @param {string} language
 * @param {Record<string, any>} t interface strings
 * @returns {string} its values in words; '' for one that has none
 */
export function doubtDetail(doubt, language, t) {
  const values = Object.entries(doubt).map(([key, value]) => [
    key,
    said(key, value, language, t),
  ])
  const detail = t[`doubt.${doubt.kind}.value`] ?? ''
  return fill(detail, Object.fromEntries(values))
}
