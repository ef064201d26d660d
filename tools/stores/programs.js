/**
 * Where the programs of the stores are. Only built-in modules are used,
 * because the set-up looks for them before the npm packages are there.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { chosen, isExecutable, onPath } from '../processes/toolchain.js'

/** Redis, or its fork Valkey, which answers the same commands. */
export const redis = () =>
  chosen(
    'REDIS',
    ['redis-server', 'valkey-server'],
    'redis-server is not on PATH; run scripts/setup.sh --only redis',
  )

/** Where packages put PostgreSQL when they leave it off PATH. */
const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

/** @returns {string[]} the newest first */
const offPath = () =>
  homes.filter(existsSync).flatMap((home) =>
    readdirSync(home)
      .filter((name) => /^(postgresql@?)?\d+$/.test(name))
      .sort((a, b) => Number(/\d+/.exec(b)) - Number(/\d+/.exec(a)))
      .map((name) => path.join(home, name, 'bin', 'postgres')),
  )

/** @param {string} postgres @returns {string} the program beside it */
export const initdb = (postgres) => path.join(path.dirname(postgres), 'initdb')

/** The server of PostgreSQL, with `initdb` beside it. */
export const postgres = () =>
  chosen(
    'POSTGRES',
    [onPath('postgres'), ...offPath()]
      .filter((file) => file !== null && isExecutable(file))
      .map((file) => realpathSync(/** @type {string} */ (file)))
      .filter((file) => isExecutable(initdb(file))),
    'PostgreSQL is not on PATH; run scripts/setup.sh --only postgres',
  )

export const programs = { redis, postgres }

/** @typedef {keyof typeof programs} StoreName */
