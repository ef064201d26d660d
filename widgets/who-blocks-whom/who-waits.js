/**
 * Who waits for whom when a server has short requests and long ones.
 *
 * @typedef {'one' | 'cluster' | 'pool'} Setup
 * @typedef {{ kind: 'short' | 'long', number: number, due: number,
 *   from: number, to: number, lane: number }} Span what is done, where and when
 */

/** How long each takes, in ms. */
export const TIMES = { short: 1, long: 80 }

/**
 * @param {object} options
 * @param {Setup} options.setup one process; several; or one, with threads
 * @param {number} [options.lanes] processes, or threads beside the loop
 * @param {number} [options.every] a short one comes so often, in ms
 * @param {number[]} [options.long] when long ones come, in ms
 * @param {number} [options.until] in ms
 * @returns {Span[]} in the order in which they come
 */
export function whoWaits({
  setup,
  lanes = 2,
  every = 5,
  long = [20, 40, 60],
  until = 300,
}) {
  /** @type {Pick<Span, 'kind' | 'number' | 'due'>[]} */
  const requests = long.map((due, number) => ({ kind: 'long', number, due }))
  for (let due = 0, number = 0; due < until; due += every, number++) {
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
 * @returns {{ waited: number, longest: number }} how many of the short ones
 *   had to wait, and how long at the most, in ms
 */
export function summarize(spans) {
  const waits = spans
    .filter(({ kind }) => kind === 'short')
    .map(({ due, from }) => from - due)
  const waited = waits.filter((wait) => wait > 0).length
  return { waited, longest: Math.max(...waits) }
}
