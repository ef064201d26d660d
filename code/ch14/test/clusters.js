import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { addressOf, library } from './library.js'
import { PATIENCE as BRIEF, OWN_HOST, request, within } from './support.js'

/** @type {typeof import('../lib/cluster/index.js')} */
export const { serve } = await library('lib/cluster/index.js')

/** @import { Cluster, ClusterOptions } from '../lib/cluster/index.js' */

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

const velocy = addressOf('lib/index.js')
const velocyCluster = addressOf('lib/cluster/index.js')

/** What the programs below can use. */
const IMPORTS =
  `import { Router, createServer } from '${velocy}'\n` +
  `import { serve } from '${velocyCluster}'\n`

/** @type {Promise<Cluster | void>[]} also those that are still starting */
const clusters = []

async function killAll() {
  for (const cluster of clusters) await (await cluster)?.kill()
}
after(killAll)

/**
 * A module that a cluster can serve.
 *
 * @param {string} program
 */
export const moduleOf = (program) =>
  new URL(`data:text/javascript,${encodeURIComponent(IMPORTS + program)}`)

/**
 * Such a module in a file, which ends with the test file.
 *
 * @param {string} program
 */
export function fileOf(program) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'app.mjs')
  const write = (/** @type {string} */ text) =>
    writeFileSync(file, IMPORTS + text)
  write(program)
  return { file, write }
}

/** Tells who answers, and ends when it is asked to. */
export const WHO = moduleOf(`
  export default ({ id, generation, data }) => {
    const router = new Router()
    const { pid } = process
    const plain = data instanceof Map ? [...data] : data
    router.get('/who', () => ({ id, pid, generation, data: plain }))
    router.get('/exit', () => process.exit(3))
    return router
  }`)

/** How long processes may take to come and go on a busy machine, in ms. */
export const PATIENCE = 4 * BRIEF

/** A log that nobody reads. */
const log = /** @type {any} */ ({ info() {}, warn() {}, error() {} })

/** Does what a test says, with what workers share. */
export const SHARING = new URL('./apps/sharing.js', import.meta.url)

/** What tests need: a free port, and signals that are the test runner's. */
export const QUIET = {
  log,
  port: 0,
  host: OWN_HOST,
  workers: 2,
  signals: false,
  readyTimeout: PATIENCE,
}

/**
 * A cluster that ends with the test file, or when the next one starts.
 *
 * @param {URL | string} app
 * @param {ClusterOptions} [options] besides QUIET
 */
export async function start(app, options) {
  await killAll()
  const starting = serve(app, { ...QUIET, ...options })
  clusters.push(starting.catch(() => {}))
  const cluster = await starting
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    cluster.address()
  )
  return { cluster, host: OWN_HOST, port }
}

/**
 * @param {{ host: string, port: number }} app
 * @param {string} path
 */
export async function ask(app, path) {
  const { text } = await request(app, path)
  return JSON.parse(text)
}

/**
 * Waits for an event, and returns what comes with it.
 *
 * @param {Cluster} cluster
 * @param {string} event
 */
export async function next(cluster, event) {
  const [first] = await within(once(cluster, event), `'${event}'`, PATIENCE)
  return first
}

const hasProc = existsSync('/proc/self/stat')

/** @param {number | undefined} pid */
export function isRunning(pid = 0) {
  try {
    process.kill(pid, 0)
    // One whose parent is gone may wait for somebody to take its exit code.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return /** @type {any} */ (error).code === 'ENOENT' && !hasProc
  }
}

/** Ends a program whose tests were ended, and could not end it. */
const LEASH =
  "process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))" +
  '.resume().unref?.()\n'

/**
 * Starts a program in a process of its own, whose file ends with the test file.
 *
 * @param {string} program
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} [options]
 */
export function startProgram(program, options) {
  const { file } = fileOf(LEASH + program)
  const child = spawn(process.execPath, [file], options)
  after(() => child.kill('SIGKILL'))
  return child
}

/**
 * Runs a program to its end, and that of whatever it has started.
 *
 * @param {string} program
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} [options]
 */
export async function run(program, options) {
  const child = startProgram(program, options)
  const closed = once(child, 'close')
  const [stdout, stderr, [code]] = await within(
    Promise.all([text(child.stdout), text(child.stderr), closed]),
    'a program to end',
    PATIENCE,
  )
  return { stdout, stderr, code }
}
