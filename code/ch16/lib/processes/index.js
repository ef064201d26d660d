import { spawn as nodeSpawn } from 'node:child_process'
import { Pool } from './pool.js'

/** @import { Readable, Writable } from 'node:stream' */

// The types that programs name.
/**
 * @template {Writable | null} [In=Writable | null]
 * @template {Readable | null} [Out=Readable | null]
 * @template {Readable | null} [Err=Readable | null]
 * @typedef {import('./child.js').ChildProcess<In, Out, Err>} ChildProcess
 */
/** @typedef {import('./options.js').PoolOptions} PoolOptions */
/** @typedef {import('./options.js').SpawnOptions} SpawnOptions */

/** What we rely on has been proven on Linux, and nowhere else. */
const isPooled = process.platform === 'linux'

/** Made when it is first asked for. @type {Pool | undefined} */
let pool

/**
 * Shells that run programs for us. On Linux only, with `/proc`. What they pass
 * on is as it was when they were started: `umask`, limits and priority. Their
 * pipes are in the folder for temporary files, and without one this throws.
 *
 * @param {PoolOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export const createPool = (options) => new Pool(options)

/**
 * `spawn` of `node:child_process`, by a pool; by itself where there is none.
 *
 * @type {Pool['spawn']}
 */
export function spawn(file, args, options) {
  if (!isPooled) return /** @type {any} */ (nodeSpawn)(file, args, options)
  pool ??= new Pool()
  return pool.spawn(file, args, options)
}
