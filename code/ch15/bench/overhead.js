/**
 * What it costs to have a thread add two numbers.
 *
 *     node overhead.js velocy|velocy-loop|piscina|tinypool|messages [how many at once]
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { WorkerPool } from '../lib/workers/index.js'

/** @typedef {(value: { a: number, b: number }) => PromiseLike<any>} Run */

const [who, atOnce = '1'] = process.argv.slice(2)
const AT_ONCE = Number(atOnce)
const duration = 1000 * Number(process.env.DURATION ?? 1)
const tasks = new URL('overhead-task.js', import.meta.url)

/**
 * @param {string} name of a package of the contender `pools`
 * @returns {Promise<Run>}
 */
async function other(name) {
  const folder = process.env.CONTENDERS ?? '../../contenders'
  const pools = path.resolve(folder, 'pools', 'package.json')
  const file = createRequire(pools).resolve(name)
  const { default: Pool } = await import(pathToFileURL(file).href)
  const options = { minThreads: 1, maxThreads: 1 }
  const pool = new Pool({ filename: tasks.href, ...options })
  return (value) => pool.run(value)
}

/** @param {number} linger in ms @returns {Promise<Run>} */
async function velocy(linger) {
  const pool = new WorkerPool(tasks, { threads: 1, linger })
  await pool.start()
  return (value) => pool.run('add', value)
}

/** A thread, a message each way, and nothing else. @returns {Run} */
function messages() {
  const code = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(tasks.href)}).then(({ add }) => {
      parentPort.on('message', ({ id, value }) => {
        parentPort.postMessage({ id, result: add(value) })
      })
    })`
  const worker = new Worker(code, { eval: true })
  const asked = new Map()
  let last = 0
  worker.on('message', ({ id, result }) => {
    asked.get(id)(result)
    asked.delete(id)
  })
  return (value) =>
    new Promise((resolve) => {
      asked.set(++last, resolve)
      worker.postMessage({ id: last, value })
    })
}

/** @type {Record<string, () => Run | Promise<Run>>} */
const contenders = {
  messages,
  velocy: () => velocy(5),
  'velocy-loop': () => velocy(0),
  piscina: () => other('piscina'),
  tinypool: () => other('tinypool'),
}

/**
 * @param {Run} run
 * @param {number} time in ms
 */
async function measure(run, time) {
  const start = performance.now()
  let count = 0
  for (let now = start; now - start < time; now = performance.now()) {
    for (let turn = 0; turn < 20; turn++) {
      const asked = []
      for (let i = 0; i < AT_ONCE; i++) asked.push(run({ a: count + i, b: 2 }))
      const sums = await Promise.all(asked)
      assert.equal(sums[AT_ONCE - 1], count + AT_ONCE + 1)
      count += AT_ONCE
    }
  }
  return ((performance.now() - start) * 1e6) / count
}

const run = await contenders[who]()
await measure(run, duration / 2)
const task = Number((await measure(run, duration)).toFixed(1))
console.log(JSON.stringify({ 'ns.task': task }))
process.exit()
