/** How long checks take: measured by each run, for the estimate of the next. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readJson } from '../lib/files.js'
import { cacheDir } from '../lib/paths.js'
import { patience } from '../processes/pace.js'

/** @typedef {import('./runner.js').Cell} Cell */
/** @typedef {import('./runner.js').Result} Result */

const file = path.join(cacheDir, 'verify', 'seconds.json')

/** @type {Record<string, number>} seconds by the name of a cell */
const known = existsSync(file) ? readJson(file) : {}

/** @param {Pick<Cell, 'label' | 'check' | 'isPart'>} cell */
const nameOf = ({ label, check, isPart }) =>
  `${label} ${check.id}${isPart ? ' in part' : ''}`

/**
 * @param {string} label
 * @param {import('./checks.js').Check} check
 * @param {boolean} isPart
 * @returns {number} seconds
 */
export const expected = (label, check, isPart) =>
  known[nameOf({ label, check, isPart })] ??
  // There is less of it, and less beside it.
  (isPart ? check.seconds / 3 : check.seconds)

/** @param {Result[]} results of which those that passed are kept */
export function keepTimes(results) {
  for (const { cell, status, seconds } of results) {
    if (status === 'passed') known[nameOf(cell)] = seconds
  }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(known))
}

/**
 * How long a check may take: so much longer than it does that only one that
 * hangs is ended, and so soon that it doesn't use up the time of the others.
 *
 * @param {Pick<Cell, 'seconds'>} cell
 * @param {number} [share] how many times as much is run as is expected
 * @returns {number} seconds
 */
export const limitOf = ({ seconds }, share = 1) =>
  Math.round(patience(75 + 1.5 * seconds * share))

/**
 * @param {Cell[]} cells
 * @param {number} width how many run at once
 * @returns {number} seconds that they take together, about
 */
export function estimate(cells, width) {
  const sum = cells.reduce((total, { seconds }) => total + seconds, 0)
  const chains = cells.map(({ check, seconds }) => {
    const needed = cells.filter((one) => check.after?.includes(one.check.id))
    return seconds + Math.max(0, ...needed.map((one) => one.seconds))
  })
  return Math.max(sum / width, ...chains)
}

/** @param {number} seconds @returns {string} such as `9 min` */
export const roughly = (seconds) =>
  seconds < 90
    ? `${Math.max(1, Math.round(seconds))} s`
    : `${Math.round(seconds / 60)} min`
