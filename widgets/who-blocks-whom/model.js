import { summarize, whoWaits } from './who-waits.js'

/** @typedef {import('./who-waits.js').Span} Span */
/** @typedef {import('./who-waits.js').Setup} Setup */
/**
 * @typedef {object} Options
 * @property {Setup} setup
 * @property {number} lanes processes, or threads beside the loop
 * @property {number} every a short one comes so often, in ms
 * @property {number[]} long when long ones come, in ms
 */
/**
 * @typedef {object} Figures of the short ones, in ms unless it says otherwise
 * @property {number} count how many there are
 * @property {number} waited how many had to wait
 * @property {number} median
 * @property {number} p99
 * @property {number} longest
 */
/** @typedef {{ spans: Span[], figures: Figures, done: number }} Run done: when the last long one is, in ms; 0 without any */
/** @typedef {{ setup: Setup, spans: Span[], runs: Record<Setup, Run>, end: number, highest: number }} Play */

/** @type {Setup[]} */
export const SETUPS = ['one', 'cluster', 'pool']

/** The least and the most that can be asked for, and what is shown first. */
export const RANGES = {
  lanes: { min: 1, max: 6, value: 2 },
  every: { min: 2, max: 20, value: 5 },
}

/** When long ones come at first, in ms, as on the chapter's page. */
export const LONG = [20, 40, 60]

/** So many long ones can be asked for. */
export const MOST_LONG = 8

/**
 * All three setups with the same requests, so that they can be compared.
 *
 * @param {Options} options
 * @returns {Play} with the spans of the setup that is asked for, in the order
 *   in which they come; end: when the last setup is done, and highest: the
 *   longest wait of all three, in ms
 */
export function play({ setup, lanes, every, long }) {
  const run = (/** @type {Setup} */ one) =>
    runOf(whoWaits({ setup: one, lanes, every, long }))
  const runs = {
    one: run('one'),
    cluster: run('cluster'),
    pool: run('pool'),
  }
  const all = Object.values(runs)
  const end = Math.max(...all.flatMap(({ spans }) => spans.map(({ to }) => to)))
  const highest = Math.max(...all.map(({ figures }) => figures.longest))
  return { setup, spans: runs[setup].spans, runs, end, highest }
}

/** @param {Span[]} spans @returns {Run} */
function runOf(spans) {
  const ends = spans.filter(isLong).map(({ to }) => to)
  return { spans, figures: figuresOf(spans), done: Math.max(0, ...ends) }
}

/**
 * @param {Span[]} spans
 * @returns {Figures}
 */
export function figuresOf(spans) {
  const waits = spans
    .filter((span) => !isLong(span))
    .map(waitOf)
    .sort((a, b) => a - b)
  if (waits.length === 0) {
    return { count: 0, waited: 0, median: 0, p99: 0, longest: 0 }
  }
  return {
    count: waits.length,
    ...summarize(spans),
    median: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
  }
}

/**
 * @param {number[]} sorted
 * @param {number} share from 0 to 1
 * @returns {number} the nearest rank's
 */
const percentile = (sorted, share) =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]

/** @param {Span} span */
export const isLong = ({ kind }) => kind === 'long'

/** @param {Span} span @returns {number} in ms */
export const waitOf = ({ due, from }) => from - due

/**
 * @param {Span[]} spans
 * @param {number} at the index of one
 * @returns {{ long: number, short: number }} who is in its lane when it comes,
 *   and is done before it
 */
export function aheadOf(spans, at) {
  const { lane, due } = spans[at]
  const ahead = spans
    .slice(0, at)
    .filter((other) => other.lane === lane && other.to > due)
  const long = ahead.filter(isLong).length
  return { long, short: ahead.length - long }
}

/**
 * @param {Setup} setup
 * @param {number} lanes as asked for
 * @returns {{ kind: 'loop' | 'process' | 'thread', number: number }[]} what
 *   each lane is, with its number from 1
 */
export function lanesOf(setup, lanes) {
  const number = (/** @type {unknown} */ _, /** @type {number} */ i) => i + 1
  const numbers = Array.from({ length: lanes }, number)
  if (setup === 'cluster') {
    return numbers.map((number) => ({ kind: 'process', number }))
  }
  const threads = setup === 'pool' ? numbers : []
  return [
    { kind: 'loop', number: 1 },
    ...threads.map(
      (number) => /** @type {const} */ ({ kind: 'thread', number }),
    ),
  ]
}

/**
 * @param {Span[]} spans
 * @param {number} time in ms
 * @returns {number} the index of the one that comes nearest to it
 */
export function nearest(spans, time) {
  const distances = spans.map(({ due }) => Math.abs(due - time))
  return distances.indexOf(Math.min(...distances))
}
