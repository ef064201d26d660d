import { spawn as nodeSpawn } from 'node:child_process'
import { attempt } from './child.js'
import { Pool, runBy } from './pool.js'

// The types that programs name.
/** @typedef {import('./child.js').ChildProcess} ChildProcess */
/** @typedef {import('./command.js').PoolOptions} PoolOptions */
/** @typedef {import('./command.js').SpawnOptions} SpawnOptions */

/** Made by the first `spawn`. @type {Pool | undefined} */
let pool

/**
 * Shells that run programs for us, on Linux. They keep the `umask`, limits and
 * user that we have when they start.
 *
 * @param {PoolOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 * @throws {Error} of Node.js, when it can't make a folder for named pipes in
 *   TMPDIR
 */
export const createPool = (options) => new Pool(options)

/**
 * `spawn` of `node:child_process`, by a pool that the first call makes. Where
 * no pool can be, it's Node's own: elsewhere than on Linux, or without a folder
 * for named pipes.
 *
 * @type {Pool['spawn']}
 */
export const spawn = (file, args, options) => {
  if (process.platform === 'linux') pool ??= attempt(() => new Pool())
  if (pool) return pool.spawn(file, args, options)
  return /** @type {any} */ (nodeSpawn)(file, args, options)
}

/**
 * Runs a program to its end: `{ code, signal, stdout, stderr }`.
 *
 * @type {Pool['run']}
 */
export const run = (file, args, options) => runBy(spawn, file, args, options)
