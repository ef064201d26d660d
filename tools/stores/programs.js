/**
 * Where the programs of the stores are. Only built-in modules are used,
 * because the set-up looks for them before the npm packages are there.
 */
import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { firstThatRuns, isExecutable, onPath } from '../processes/toolchain.js'

/** @typedef {import('../processes/toolchain.js').Tool} Tool */

/**
 * Redis, or its fork Valkey, which answers the same commands.
 *
 * @returns {Tool}
 */
export function redis() {
  const chosen = process.env.REDIS
  if (chosen) return firstThatRuns([chosen], `REDIS is ${chosen}, no program`)
  return firstThatRuns(
    [onPath('redis-server'), onPath('valkey-server')],
    'redis-server is not on PATH; run scripts/setup.sh --only redis',
  )
}

/** Where packages put PostgreSQL when they leave it off PATH. */
const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

/** @returns {string[]} the newest first */
const offPath = () =>
  homes.flatMap((home) =>
    namesIn(home)
      .filter((name) => /^(postgresql@?)?\d+$/.test(name))
      .sort((a, b) => Number(/\d+/.exec(b)) - Number(/\d+/.exec(a)))
      .map((name) => path.join(home, name, 'bin', 'postgres')),
  )

/** @param {string} folder @returns {string[]} */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} postgres @returns {string} the program beside it */
export const initdb = (postgres) => path.join(path.dirname(postgres), 'initdb')

/** The server of PostgreSQL, with `initdb` beside it. @returns {Tool} */
export function postgres() {
  const chosen = process.env.POSTGRES
  const files = chosen ? [chosen] : [onPath('postgres'), ...offPath()]
  const candidates = files
    .filter((file) => file !== null && isExecutable(file))
    .map((file) => realpathSync(/** @type {string} */ (file)))
    .filter((file) => isExecutable(initdb(file)))
  const reason = chosen
    ? `POSTGRES is ${chosen}, no program with initdb beside it`
    : 'PostgreSQL is not on PATH; run scripts/setup.sh --only postgres'
  return firstThatRuns(candidates, reason)
}

export const programs = { redis, postgres }

/** @typedef {keyof typeof programs} StoreName */
