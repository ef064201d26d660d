/**
 * Looking at a part of what is much alike. Which part it is follows from the
 * number of the commit, so that as many commits as there are parts see all of
 * it, and whoever checks the same commit again sees the same.
 */
import { spawnSync } from 'node:child_process'
import { root } from './paths.js'

/** In how many parts things fall, unless it is said otherwise. */
const usualParts = 4

/** In how many parts the files of the tools' and the widgets' tests fall. */
export const testParts = 3

/** The variable by which verify tells its tests whose turn it is. */
const variable = 'SAMPLE_TURN'

/**
 * @param {string} [cwd]
 * @returns {number | null} which one it is; null where there are no commits
 */
export function turnOfCommit(cwd = root) {
  /** @param {string[]} args */
  const git = (...args) =>
    spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? ''
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true'
  // A shallow clone does not know how many commits there are.
  const number = isShallow
    ? Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16)
    : Number.parseInt(git('rev-list', '--count', 'HEAD'), 10)
  return Number.isNaN(number) ? null : number
}

/**
 * Tells the processes that this one starts from now on.
 *
 * @param {number | null} turn null for everything
 * @returns {string} what to say of it
 */
export function tellTurn(turn) {
  if (turn === null) {
    delete process.env[variable]
    return 'Nothing is sampled: both browsers and themes see everything'
  }
  process.env[variable] = String(turn)
  return (
    `What is much alike is seen in part: ${(turn % usualParts) + 1} of ${usualParts}, ` +
    'as the number of the commit has it; --full sees everything'
  )
}

/**
 * @template T
 * @param {readonly T[]} items in an order that lasts
 * @param {number} [parts] in how many they fall; what a multiple of it sees is
 *   a part of what this sees
 * @param {object} [place]
 * @param {number} [place.within] in how many parts falls what these items are
 *   in: every how many commits they have a turn at all
 * @param {number} [place.ahead] by how many turns this is ahead of others that
 *   look at the same items
 * @returns {T[]} those whose turn it is; all where no turn was told
 * @throws {RangeError} if a number is none of its range
 */
export function sampled(
  items,
  parts = usualParts,
  { within = 1, ahead = 0 } = {},
) {
  for (const [name, got, least] of /** @type {[string, number, number][]} */ ([
    ['parts', parts, 1],
    ['within', within, 1],
    ['ahead', ahead, 0],
  ])) {
    if (Number.isInteger(got) && got >= least) continue
    throw new RangeError(
      `${name}: got ${got}, expected a whole ${least} or more`,
    )
  }
  const turn = process.env[variable]
  if (turn === undefined) return [...items]
  const part = (Math.floor(Number(turn) / within) + ahead) % parts
  const own = items.filter((_, i) => i % parts === part)
  // A sample of a few is one of them, rather than none.
  return own.length > 0 ? own : items.slice(part % items.length).slice(0, 1)
}
