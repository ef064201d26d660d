import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** @import { SpawnOptions } from './command.js' */

const STDIO = ['ignore', 'pipe', 'pipe']

/**
 * Runs a program to its end, without input.
 *
 * @param {(file: string, args: readonly string[], options: any) => any} spawn
 *   of a pool, or of `node:child_process`
 * @param {string} file a path, or a name to be found in PATH
 * @param {readonly string[]} [args]
 * @param {SpawnOptions} [options]
 * @returns {Promise<import('./ending.js').Ending & { stdout: string, stderr:
 *   string }>} rejects if the program could not run or was aborted
 */
export async function runBy(spawn, file, args = [], options) {
  const child = spawn(file, args, { ...options, stdio: STDIO })
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, signal, stdout, stderr }
}
