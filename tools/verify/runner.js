/** Running the cells of the table: independent ones side by side. */
import path from 'node:path'
import { cacheDir } from '../lib/paths.js'
import { measureSlowness, slowness } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { missedIn, startStores, whyNot } from '../stores/stores.js'
import { time } from './report.js'

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./plans.js').Plan} Plan */

/**
 * @typedef {object} Cell
 * @property {Check} check
 * @property {string} label what it is a check of: `ch01` or `book`
 * @property {() => Plan} plan
 * @property {number} effort seconds that one core of an idle machine is busy
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
 * @property {Result} [first] what came of the first try, where this is the
 *   second
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

/** A line of the totals that `node --test` prints last. */
export const total = /^ℹ (\w+) ([\d.]+)\n/gm

/**
 * @param {string} output of our reporter
 * @returns {Record<string, number>}
 */
export function totals(output) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const [, name, count] of output.matchAll(total)) {
    counts[name] = Number(count)
  }
  return counts
}

/**
 * Node counts a test file that holds no test as one test that passed, and
 * gives it the name of the file.
 *
 * @param {string} output of our reporter
 * @returns {string | null}
 */
export function emptyFile(output) {
  return /^(\S+) holds no test$/m.exec(output)?.[1] ?? null
}

/**
 * How long a check may take: other checks run beside it, its tests wait now and
 * then, and not every run is as quick as the last.
 *
 * @param {number} effort seconds
 * @param {number} slow how many times slower this machine is
 * @returns {number} seconds
 */
export const timeFor = (effort, slow) => 10 * effort * slow

/** Where the checks build the book: nobody serves it from there. */
const bookOfChecks = path.join(cacheDir, 'verify', 'book')

/**
 * Whether it builds the site, or looks at it.
 *
 * @param {Check} check
 */
const isOfSite = ({ id, after }) => id === 'build' || after.includes('build')

/**
 * @param {Cell} cell
 * @param {number} [most] seconds that it may take, however slow the machine is
 * @returns {Promise<Result>}
 */
export async function runCell(cell, most = Infinity) {
  const plan = cell.plan()
  if (plan === null) return result(cell, { status: 'none' })
  if ('skip' in plan) {
    return result(cell, { status: 'skipped', reason: plan.skip })
  }
  if ('fail' in plan) return result(cell, { reason: plan.fail })
  const { stores: needed = [] } = plan
  const stores = needed.length > 0 ? await startStores(needed) : null
  try {
    const ended = await runCommand(cell, plan, most, stores?.env)
    const why = stores ? whyNot(stores, needed) : ''
    if (why === '') return ended
    const { note, reason, status } = ended
    return {
      ...ended,
      note: note && `${note}: ${why}`,
      reason: status === 'skipped' ? `${reason}: ${why}` : reason,
    }
  } finally {
    await stores?.stop()
  }
}

/**
 * @param {Cell} cell
 * @param {Extract<Plan, { argv: string[] }>} plan
 * @param {number} most seconds that it may take
 * @param {Record<string, string>} [stores] their addresses
 * @returns {Promise<Result>}
 */
async function runCommand(cell, plan, most, stores) {
  const [file, ...args] = plan.argv
  /** @param {number} slow */
  const allowedIf = (slow) => Math.min(most, timeFor(cell.effort, slow))
  let allowed = allowedIf(slowness())
  const outcome = await run(file, args, {
    cwd: plan.cwd,
    env: cleanEnv({
      ...(isOfSite(cell.check) && { BOOK_DIR: bookOfChecks }),
      ...plan.env,
      ...stores,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    }),
    timeout: allowed,
    async more() {
      // Something else may keep the machine busy by now.
      const before = allowed
      allowed = allowedIf(await measureSlowness())
      return allowed - before
    },
  })
  const { seconds, output } = outcome
  const verdict = outcome.timedOut
    ? { reason: `did not end within ${time(allowed)}` }
    : verdictOn(cell, outcome)
  return result(cell, { seconds, output, ...verdict })
}

/**
 * @param {Cell} cell
 * @param {import('../processes/run.js').Outcome} outcome of one that ended
 * @returns {Partial<Result>}
 */
function verdictOn({ check }, { failure, status, output }) {
  if (failure) return { reason: failure }
  const { tests = 0, skipped = 0, todo = 0, fail = 0 } = totals(output)
  if (check.tests && fail > 0) {
    return { reason: `${fail} of ${tests} tests failed` }
  }
  if (status !== 0) {
    return { reason: `ended with status ${status ?? 'of a signal'}` }
  }
  if (!check.tests) return { status: 'passed', note: missedIn(output) }
  const idle = skipped + todo
  if (tests === 0) return { reason: 'ran no test' }
  const empty = emptyFile(output)
  if (empty) return { reason: `${empty} holds no test` }
  if (idle === tests) {
    const reason = `all of its ${tests} tests were skipped`
    return { status: 'skipped', reason }
  }
  const note = idle > 0 ? `${idle} of ${tests} tests were skipped` : ''
  return { status: 'passed', note }
}

/**
 * Runs cells: of those of `inTurn` checks never two at once; a cell whose
 * `after` did not pass is skipped with that reason. One place is for the
 * longest, so that none of them is left at the end; the others go on in the
 * order of the table.
 *
 * @param {Cell[]} cells
 * @param {number} width how many at once
 * @param {(result: Result) => void} done called as each one ends
 * @returns {Promise<Result[]>} in the order of the cells
 */
export async function runCells(cells, width, done) {
  /** @type {Map<Cell, Promise<Result>>} */
  const promises = new Map()
  /** @type {Map<Cell, (result: Result) => void>} */
  const settle = new Map()
  for (const cell of cells) {
    promises.set(cell, new Promise((resolve) => settle.set(cell, resolve)))
  }
  /** @param {Cell} cell */
  const needs = (cell) =>
    cells.filter(({ check }) => cell.check.after.includes(check.id))

  /** @param {Cell} cell */
  const start = async (cell) => {
    const blocked = await blockedBy(
      needs(cell).map((other) => /** @type {any} */ (promises.get(other))),
    )
    const ended = blocked ? result(cell, blocked) : await runCell(cell)
    done(ended)
    settle.get(cell)?.(ended)
  }

  const waiting = new Set(cells)
  const ended = new Set()
  let isTaken = false
  /** @type {(() => void)[]} */
  let idle = []
  /** @param {boolean} longest first */
  const work = async (longest) => {
    while (waiting.size > 0) {
      const next = nextOf(
        waiting,
        longest,
        (cell) =>
          needs(cell).every((other) => ended.has(other)) &&
          !(isTaken && cell.check.inTurn),
      )
      if (!next) {
        await new Promise((resolve) => idle.push(() => resolve(null)))
        continue
      }
      waiting.delete(next)
      const { inTurn } = next.check
      if (inTurn) isTaken = true
      await start(next)
      if (inTurn) isTaken = false
      ended.add(next)
      for (const wake of idle) wake()
      idle = []
    }
  }
  await Promise.all(Array.from({ length: width }, (_, i) => work(i === 0)))
  return Promise.all(
    cells.map((cell) => /** @type {Promise<Result>} */ (promises.get(cell))),
  )
}

/**
 * @param {Promise<Result>[]} needed
 * @returns {Promise<Partial<Result> | null>}
 */
async function blockedBy(needed) {
  for (const { cell, status } of await Promise.all(needed)) {
    if (status === 'passed') continue
    const reason = `needs "${cell.check.id}", which ${status}`
    return { status: 'skipped', reason }
  }
  return null
}

/**
 * @param {Set<Cell>} waiting
 * @param {boolean} longest first
 * @param {(cell: Cell) => boolean} isReady
 * @returns {Cell | undefined}
 */
function nextOf(waiting, longest, isReady) {
  const ready = [...waiting].filter(isReady)
  const needed = new Set([...waiting].flatMap(({ check }) => check.after))
  // What others wait for begins first.
  const first = ready.find(({ check }) => needed.has(check.id))
  if (first || !longest) return first ?? ready[0]
  return ready.sort((a, b) => b.effort - a.effort)[0]
}
