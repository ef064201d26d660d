/**
 * Running the cells of the table: independent ones side by side, those that
 * measure alone at the end.
 */
import { cleanEnv, run } from '../lib/run.js'

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./checks.js').Plan} Plan */

/**
 * @typedef {object} Cell
 * @property {Check} check
 * @property {string} label what it is a check of: `ch01` or `book`
 * @property {() => Plan} plan
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
  ...{ cell, status: 'failed', seconds: 0, reason: '', note: '', output: '' },
  ...rest,
})

/**
 * Reads the totals that `node --test` prints last.
 *
 * @param {string} output of the spec reporter
 * @returns {Record<string, number>}
 */
export function totals(output) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const match of output.matchAll(/^ℹ (\w+) (\d+)$/gm)) {
    counts[match[1]] = Number(match[2])
  }
  return counts
}

/**
 * Node counts a test file that holds no test as one test that passed, and
 * gives it the name of the file.
 *
 * @param {string} output of the spec reporter
 * @returns {string | null}
 */
export function emptyFile(output) {
  return /^✔ (\S+\.test\.js) \(/m.exec(output)?.[1] ?? null
}

/**
 * @param {Cell} cell
 * @returns {Promise<Result>}
 */
export async function runCell(cell) {
  const { check } = cell
  const plan = cell.plan()
  if (plan === null) return result(cell, { status: 'none' })
  if ('skip' in plan) {
    return result(cell, { status: 'skipped', reason: plan.skip })
  }
  if ('fail' in plan) return result(cell, { reason: plan.fail })
  const [file, ...args] = plan.argv
  const outcome = await run(file, args, {
    cwd: plan.cwd,
    env: cleanEnv({ ...plan.env, NO_COLOR: '1', FORCE_COLOR: undefined }),
    timeout: check.timeout,
  })
  const { seconds, output } = outcome
  const measured = { seconds, output }
  if (outcome.failure) {
    return result(cell, { ...measured, reason: outcome.failure })
  }
  if (outcome.timedOut) {
    const reason = `did not end within ${check.timeout} s`
    return result(cell, { ...measured, reason })
  }
  if (outcome.status !== 0) {
    const reason = `ended with status ${outcome.status ?? 'of a signal'}`
    return result(cell, { ...measured, reason })
  }
  if (!check.tests) return result(cell, { ...measured, status: 'passed' })
  const { tests = 0, skipped = 0, todo = 0 } = totals(output)
  const idle = skipped + todo
  if (tests === 0) return result(cell, { ...measured, reason: 'ran no test' })
  const empty = emptyFile(output)
  if (empty) {
    return result(cell, { ...measured, reason: `${empty} holds no test` })
  }
  if (idle === tests) {
    const reason = `all of its ${tests} tests were skipped`
    return result(cell, { ...measured, status: 'skipped', reason })
  }
  const note = idle > 0 ? `${idle} of ${tests} tests were skipped` : ''
  return result(cell, { ...measured, status: 'passed', note })
}

/**
 * Runs cells: those of `alone` checks one by one after all others; a cell
 * whose `after` did not pass is skipped with that reason.
 *
 * @param {Cell[]} cells
 * @param {number} width how many at once
 * @param {(result: Result) => void} done called as each one ends
 * @returns {Promise<Result[]>} in the order of the cells
 */
export async function runCells(cells, width, done) {
  /** @type {Map<Cell, Promise<Result>>} */
  const started = new Map()
  /** @type {(() => void)[]} */
  const waiting = []
  let free = width

  /** @param {Cell} cell */
  const start = async (cell) => {
    const blocked = await blockedBy(cell)
    if (blocked) return result(cell, blocked)
    if (free > 0) free -= 1
    else await new Promise((resolve) => waiting.push(() => resolve(null)))
    const ended = await runCell(cell)
    const next = waiting.shift()
    if (next) next()
    else free += 1
    return ended
  }

  /**
   * @param {Cell} cell
   * @returns {Promise<Partial<Result> | null>}
   */
  const blockedBy = async (cell) => {
    for (const id of cell.check.after) {
      for (const [other, promise] of started) {
        if (other.check.id !== id) continue
        const { status } = await promise
        if (status === 'passed') continue
        const reason = `needs "${id}", which ${status}`
        return { status: 'skipped', reason }
      }
    }
    return null
  }

  /** @param {Cell} cell */
  const track = (cell) => {
    const promise = start(cell).then((ended) => {
      done(ended)
      return ended
    })
    started.set(cell, promise)
    return promise
  }

  const together = cells.filter(({ check }) => !check.alone)
  // What others wait for begins first.
  const needed = new Set(together.flatMap(({ check }) => check.after))
  const ordered = [...together].sort(
    (a, b) => Number(needed.has(b.check.id)) - Number(needed.has(a.check.id)),
  )
  await Promise.all(ordered.map(track))
  for (const cell of cells.filter(({ check }) => check.alone)) {
    await track(cell)
  }
  return Promise.all(
    cells.map((cell) => /** @type {Promise<Result>} */ (started.get(cell))),
  )
}
