import * as nodeProcesses from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { addressOf, library } from './library.js'
import { PATIENCE } from './support.js'

/** @import { Pool } from '../lib/processes/pool.js' */
/** @import { PoolOptions } from '../lib/processes/index.js' */

/** @type {typeof import('../lib/processes/index.js')} */
export const { createPool, run, spawn } = await library(
  'lib/processes/index.js',
)

// A thread of Node's own reads the file that NODE_EXTRA_CA_CERTS names, and a
// process that starts meanwhile inherits it. This waits for the thread.
getCACertificates('extra')

/** Where there is no pool, `spawn` is Node's own. */
export const isPooled = process.platform === 'linux'

/**
 * A pool that ends with the test file.
 *
 * @param {PoolOptions} [options]
 */
export function poolOf(options) {
  const pool = createPool(options)
  after(() => pool.close())
  return pool
}

/** Those whose behavior is compared. @param {Pool} pool */
export const spawners = (pool) =>
  /** @type {const} */ ({
    node: nodeProcesses.spawn,
    velocy: pool.spawn.bind(pool),
  })

/**
 * What a process writes, and how it ends.
 *
 * @param {any} child
 */
export async function outcomeOf(child) {
  const closed = endOf(child)
  const [stdout, stderr, [code, signal]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    closed,
  ])
  return { stdout, stderr, code, signal }
}

/**
 * Its end. `once` would not wait for it after an error.
 *
 * @param {any} child
 * @returns {Promise<[number | null, string | null]>}
 */
export const endOf = (child) =>
  new Promise((resolve) => {
    child.once('close', (/** @type {any} */ ...end) => resolve(end))
  })

/**
 * Waits until something is so. There is no event for what another process
 * does.
 *
 * @param {() => unknown} isSo
 * @param {string} what for the error
 */
export async function until(isSo, what) {
  const end = performance.now() + PATIENCE
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
    await wait(5)
  }
}

/**
 * Whether there is such a process, and it has not ended. One that has may be
 * listed until its parent asks for its status.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return !/^State:\s*Z/m.test(status)
  } catch {
    return false
  }
}

/** How many file descriptors we have open. */
export const openFiles = () => readdirSync('/proc/self/fd').length

/**
 * A program that has `createPool`, `run` and `spawn`, and ends with the test at
 * the latest.
 *
 * @param {string} program
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startProgram(program, options) {
  const child = nodeProcesses.spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createPool, run, spawn } from '${addressOf('lib/processes/index.js')}'\n${program}`,
    ],
    { ...options, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  after(() => child.kill('SIGKILL'))
  return child
}
