/**
 * Who waits for whom when a server has short requests and long ones.
 *
 * @typedef {'one' | 'cluster' | 'pool'} Setup one process, several of them, or
 *   one with threads
 * @typedef {{ kind: 'short' | 'long', number: number, due: number,
 *   from: number, to: number, lane: number }} Span what is done, where, and
 *   when in ms
 */

/** @type {Setup[]} */
export const SETUPS = ['one', 'cluster', 'pool']

/** How many processes, or threads beside the loop. */
export const LANES = { min: 1, max: 6, value: 2 }

/** How long each takes, in ms. */
export const TIMES = { short: 1, long: 80 }

/** When long ones come, how often short ones do, and until when, in ms. */
const LONG = [20, 40, 60]
const EVERY = 5
const UNTIL = 300

/**
 * @param {Setup} setup
 * @param {number} [lanes] processes, or threads beside the loop
 * @returns {Span[]} in the order in which they come
 */
export function whoWaits(setup, lanes = LANES.value) {
  /** @type {Pick<Span, 'kind' | 'number' | 'due'>[]} */
  const requests = LONG.map((due, number) => ({ kind: 'long', number, due }))
  for (let due = 0, number = 0; due < UNTIL; due += EVERY, number++) {
    requests.push({ kind: 'short', number, due })
  }
  requests.sort((a, b) => a.due - b.due)
  const loops = setup === 'cluster' ? lanes : 1
  const all = setup === 'pool' ? 1 + lanes : loops
  /** When each lane has done what it has. */
  const free = new Array(all).fill(0)
  return requests.map((request) => {
    const lane =
      setup === 'pool' && request.kind === 'long'
        ? 1 + earliest(free.slice(1))
        : request.number % loops
    const from = Math.max(request.due, free[lane])
    free[lane] = from + TIMES[request.kind]
    return { ...request, lane, from, to: free[lane] }
  })
}

/** @param {number[]} free @returns {number} the index of the least */
const earliest = (free) => free.indexOf(Math.min(...free))

/**
 * @param {Span[]} spans
 * @returns {{ count: number, waited: number, longest: number }} how many short
 *   ones there are, how many had to wait, and how long at the most, in ms
 */
export function summarize(spans) {
  const waits = spans.filter((span) => !isLong(span)).map(waitOf)
  const waited = waits.filter((wait) => wait > 0).length
  return { count: waits.length, waited, longest: Math.max(0, ...waits) }
}

/** @param {Span} span */
export const isLong = ({ kind }) => kind === 'long'

/** @param {Span} span @returns {number} in ms */
export const waitOf = ({ due, from }) => from - due

/**
 * @param {Span[]} spans
 * @param {number} at the index of one
 * @returns {{ long: number, short: number }} what is in its lane when it comes,
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
  /** @param {'process' | 'thread'} kind */
  const numbered = (kind) =>
    Array.from({ length: lanes }, (_, i) => ({ kind, number: i + 1 }))
  if (setup === 'cluster') return numbered('process')
  const threads = setup === 'pool' ? numbered('thread') : []
  return [{ kind: 'loop', number: 1 }, ...threads]
}
