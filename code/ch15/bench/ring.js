/**
 * What it takes to send records of 64 bytes to another thread, one after the
 * other, as many as it takes.
 *
 *     node ring.js messages|ring
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { Ring } from '../lib/workers/index.js'

const [how] = process.argv.slice(2)
const duration = 1000 * Number(process.env.DURATION ?? 1)

/** Records between two looks at the clock. */
const MANY = 10_000

const ring = new Ring(65_536)
const lib = new URL('../lib/workers/index.js', import.meta.url)
const worker = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
  let sum = 0
  const take = (bytes) => {
    if (bytes.length === 64) sum += bytes[0]
    else { parentPort.postMessage(sum); sum = 0 }
  }
  if (!workerData) parentPort.on('message', take)
  else import(${JSON.stringify(lib.href)}).then(({ Ring }) => {
    const ring = new Ring(workerData)
    for (;;) {
      const bytes = ring.shift()
      if (bytes === undefined) ring.waitForData()
      else take(bytes)
    }
  })`,
  { eval: true, workerData: how === 'ring' ? ring.memory : undefined },
)

/** @param {Uint8Array} bytes */
function send(bytes) {
  if (how === 'messages') worker.postMessage(bytes)
  else while (!ring.push(bytes)) ring.waitForRoom()
}

/** @param {number} time in ms */
async function measure(time) {
  const start = performance.now()
  let count = 0
  for (let now = start; now - start < time; now = performance.now()) {
    for (let i = 0; i < MANY; i++) send(new Uint8Array(64).fill(1))
    // An end that is answered, so that no queue grows.
    const answer = once(worker, 'message')
    send(new Uint8Array(0))
    const [sum] = await answer
    assert.equal(sum, MANY)
    count += MANY
  }
  return ((performance.now() - start) * 1e6) / count
}

await measure(duration / 2)
const record = Number((await measure(duration)).toFixed(1))
console.log(JSON.stringify({ 'ns.record': record }))
process.exit()
