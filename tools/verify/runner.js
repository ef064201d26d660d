/** Running the cells of a plan: independent ones side by side. */
import path from 'node:path'
import { cacheDir } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { missedIn, startStores, whyNot } from '../stores/stores.js'

/**
 * @typedef {object} Cell
 * @property {import('./checks.js').Check} check
 * @property {string} label what it is a check of: `ch01` or `book`
 * @property {() => import('./plans.js').Plan} plan
 * @property {() => string[]} needs components of the set-up
 * @property {number} seconds that it takes beside others, about
 * @property {string | null} why it is run; '' or null where it isn't
 */

/**
 * @typedef {object} Result
 * @property {Cell} cell
 * @property {'passed' | 'failed' | 'skipped' | 'none'} status `none` where
 *   the check has no meaning; it is not counted
 * @property {number} seconds
 * @property {string} reason why it failed or was skipped
 * @property {string} note what a passed check has to say
 * @property {string} output
 */

/**
 * @param {Cell} cell
 * @param {Partial<Result>} rest
 * @returns {Result}
 */
const result = (cell, rest) => ({
  cell,
  status: 'failed',
  seconds: 0,
  reason: '',
  note: '',
  output: '',
  ...rest,
})

/**
 * How long a check may take: so much longer than it does that only one that
 * hangs is ended, and so soon that it doesn't use up the time of the others.
 *
 * @param {Pick<Cell, 'seconds'>} cell
 * @param {number} [share] how many times as much is run as in a whole run
 * @returns {number} seconds
 */
export const limitOf = ({ seconds }, share = 1) =>
  Math.round(patience(75 + 1.5 * seconds * share))

/** @param {string} output of our reporter @returns {Record<string, number>} */
export const totals = (output) =>
  Object.fromEntries(
    [...output.matchAll(/^ℹ (\w+) ([\d.]+)$/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  )

/** Where the checks build the book: nobody serves it from there. */
const bookOfChecks = path.join(cacheDir, 'verify', 'book')

/**
 * @param {Cell} cell
 * @param {number} limit seconds
 * @returns {Promise<Result>}
 */
export async function runCell(cell, limit) {
  const plan = cell.plan()
  if (plan === null) return result(cell, { status: 'none' })
  if ('skip' in plan) {
    return result(cell, { status: 'skipped', reason: plan.skip })
  }
  if ('fail' in plan) return result(cell, { reason: plan.fail })
  const { id, after = [] } = cell.check
  const isOfSite = id === 'build' || after.includes('build')
  const needed = plan.stores ?? []
  const stores = await startStores(needed)
  const [file, ...args] = plan.argv
  const outcome = await run(file, args, {
    cwd: plan.cwd,
    env: cleanEnv({
      ...(isOfSite && { BOOK_DIR: bookOfChecks }),
      ...plan.env,
      ...stores.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    }),
    timeout: limit,
  })
  await stores.stop()
  const { seconds, output } = outcome
  const verdict = outcome.timedOut
    ? { reason: `did not end within ${limit} s` }
    : verdictOn(cell, outcome, whyNot(stores, needed))
  return result(cell, { seconds, output, ...verdict })
}

/**
 * @param {Cell} cell
 * @param {import('../processes/run.js').Outcome} outcome of one that ended
 * @param {string} missing why it had no store; '' where it had all
 * @returns {Partial<Result>}
 */
function verdictOn({ check }, { failure, status, output }, missing) {
  if (failure) return { reason: failure }
  const { tests = 0, skipped = 0, todo = 0, ...rest } = totals(output)
  // Those that took too long are counted as canceled.
  const { fail = 0, cancelled = 0 } = rest
  if (check.tests && fail + cancelled > 0) {
    return { reason: `${fail + cancelled} of ${tests} tests failed` }
  }
  if (status !== 0) {
    return { reason: `exit status ${status ?? 'of a signal'}` }
  }
  if (!check.tests) return { status: 'passed', note: missedIn(output) }
  if (tests === 0) return { reason: 'ran no test' }
  // Node counts a file that holds no test as one test that passed.
  const [, empty] = /^(\S+) holds no test$/m.exec(output) ?? []
  if (empty) return { reason: `${empty} holds no test` }
  const idle = skipped + todo
  const why = missing === '' ? '' : `: ${missing}`
  if (idle === tests) {
    const reason = `all of its ${tests} tests were skipped${why}`
    return { status: 'skipped', reason }
  }
  const note = idle > 0 ? `${idle} of ${tests} tests were skipped${why}` : ''
  return { status: 'passed', note }
}

/** @param {Cell} cell @param {Cell[]} cells */
const needsOf = ({ check }, cells) =>
  cells.filter((other) => check.after?.includes(other.check.id))

/** What others wait for, and then the longest. @param {Cell[]} cells */
function inOrder(cells) {
  const awaited = new Set(cells.flatMap(({ check }) => check.after ?? []))
  /** @param {Cell} cell */
  const urgency = ({ check, seconds }) =>
    awaited.has(check.id) ? Infinity : seconds
  return cells.toSorted((a, b) => urgency(b) - urgency(a))
}

/**
 * Runs cells side by side, of the checks that are `alone` never two at once. A
 * cell whose `after` did not pass is skipped with that reason.
 *
 * @param {Cell[]} cells
 * @param {{ width: number, limitOf: (cell: Cell) => number }} options how many
 *   at once, and how many seconds each may take
 * @param {(result: Result) => void} done called as each one ends
 * @returns {Promise<Result[]>} in the order of the cells
 */
export async function runCells(cells, { width, limitOf }, done) {
  const waiting = new Set(inOrder(cells))
  /** @type {Map<Cell, Result>} */
  const results = new Map()
  /** @type {Map<Cell, Promise<void>>} */
  const running = new Map()

  /** @param {Cell} cell */
  async function start(cell) {
    const failed = needsOf(cell, cells)
      .map((other) => results.get(other))
      .find((other) => other?.status !== 'passed')
    const reason = `needs "${failed?.cell.check.id}", which ${failed?.status}`
    const ended = failed
      ? result(cell, { status: 'skipped', reason })
      : await runCell(cell, limitOf(cell))
    results.set(cell, ended)
    done(ended)
  }

  /** @param {Cell} cell */
  const isReady = (cell) =>
    needsOf(cell, cells).every((other) => results.has(other)) &&
    !(cell.check.alone && [...running.keys()].some(({ check }) => check.alone))

  while (waiting.size + running.size > 0) {
    const next = [...waiting].find(isReady)
    if (next && running.size < width) {
      waiting.delete(next)
      const ended = start(next).finally(() => running.delete(next))
      running.set(next, ended)
    } else await Promise.race(running.values())
  }
  return cells.map((cell) => /** @type {Result} */ (results.get(cell)))
}
