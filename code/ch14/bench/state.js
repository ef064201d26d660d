/**
 * What it takes to add one to a count that others see, too.
 *
 *     node state.js map|alone|sqlite|sqlite-eight|primary|batched
 */
import { fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { serve, store } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'

const duration = 1000 * Number(process.env.DURATION ?? 1)

/** Keys that are not always the same. */
const keys = Array.from({ length: 1000 }, (_, number) => `customer ${number}`)

/** In one statement, as `increment` does it. */
const UPSERT = `
  INSERT INTO entries VALUES (:key, 1, :now + 60000)
  ON CONFLICT (key) DO UPDATE SET
    value = iif(expires > :now, value + 1, 1),
    expires = iif(expires > :now, expires, excluded.expires)
  RETURNING value`

/** @param {string} file that other processes may have open, too */
async function countIn(file) {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS
      entries (key TEXT PRIMARY KEY, value, expires REAL)`)
  const upsert = database.prepare(UPSERT)
  return (/** @type {string} */ key) => upsert.get({ key, now: Date.now() })
}

function newFile() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'state-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  return path.join(folder, 'store')
}

/** The longest that one of eight processes had to wait for the file. */
async function reportOfEight() {
  const file = newFile()
  await countIn(file)
  const waits = Array.from({ length: 8 }, async () => {
    const writer = fork(import.meta.filename, ['writer', file])
    const [longest] = await once(writer, 'message')
    return longest
  })
  const longest = Math.max(...(await Promise.all(waits)))
  return { 'time.wait': Number(longest.toFixed(1)) }
}

/** One of the eight. @param {string} file */
async function writeTo(file) {
  const count = await countIn(file)
  let longest = 0
  const end = performance.now() + duration
  for (let n = 0, now = 0; now < end; n++) {
    const start = performance.now()
    count(keys[n % keys.length])
    now = performance.now()
    longest = Math.max(longest, now - start)
  }
  process.send?.(longest, () => process.exit())
}

/** @param {string} how @returns {Promise<(key: string) => unknown>} */
async function counter(how) {
  if (how === 'sqlite') return countIn(newFile())
  if (how !== 'map') return (key) => store.increment(key)
  const counts = new Map()
  return (key) => counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * @param {string} how
 * @param {(key: string) => unknown} count
 * @param {number} time in ms
 * @returns {Promise<number>} ns each
 */
async function measure(how, count, time) {
  const atOnce = how === 'batched' ? 100 : 1
  const isAsync = how !== 'map' && how !== 'sqlite'
  const start = performance.now()
  let counted = 0
  for (let now = start; now - start < time; now = performance.now()) {
    for (let n = 0; n < 1000; n += atOnce) {
      const asked = []
      for (let i = 0; i < atOnce; i++) asked.push(count(keys[n + i]))
      if (isAsync) await Promise.all(asked)
    }
    counted += 1000
  }
  return ((performance.now() - start) * 1e6) / counted
}

/** @param {string} how */
async function report(how) {
  const count = await counter(how)
  await measure(how, count, duration / 2)
  const each = await measure(how, count, duration)
  return { 'ns.count': Number(each.toFixed(1)) }
}

/** @param {{ data: any }} worker whose data is how it counts */
export default function app({ data }) {
  setImmediate(async () => process.send?.({ counted: await report(data) }))
  return new Router()
}

/** @param {string} how @returns {Promise<object>} what a worker reports */
async function reportOfWorker(how) {
  const log = /** @type {any} */ ({ info() {}, warn() {}, error() {} })
  /** @type {Promise<object>} */
  const told = new Promise((resolve) => {
    cluster.on('message', (_worker, message) => {
      if (message.counted) resolve(message.counted)
    })
  })
  const options = { port: 0, host: '127.0.0.1', workers: 1, log, data: how }
  const supervisor = await serve(import.meta.url, options)
  const found = await told
  await supervisor.close()
  return found
}

/** @param {string} how */
function reportOn(how) {
  if (how === 'sqlite-eight') return reportOfEight()
  const isInWorker = how === 'primary' || how === 'batched'
  return isInWorker ? reportOfWorker(how) : report(how)
}

if (import.meta.main) {
  const [how, file] = process.argv.slice(2)
  if (how === 'writer') await writeTo(file)
  else console.log(JSON.stringify(await reportOn(how)))
}
