/**
 * What it takes to have bytes in another thread, and know that they are there.
 *
 *     node send.js copy|transfer|share SIZE
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import process from 'node:process'
import { Worker } from 'node:worker_threads'

const [how, bytes] = process.argv.slice(2)
const size = Number(bytes)
const duration = 1000 * Number(process.env.DURATION ?? 1)

/** Sends what it gets back in the same way. */
const worker = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
  parentPort.on('message', (bytes) => {
    bytes[0]++
    parentPort.postMessage(bytes, workerData ? [bytes.buffer] : [])
  })`,
  { eval: true, workerData: how === 'transfer' },
)

/** @param {Uint8Array} bytes @returns {any[]} */
const givenAway = (bytes) => (how === 'transfer' ? [bytes.buffer] : [])

const shared = how === 'share' ? new SharedArrayBuffer(size) : undefined

/** @param {number} time in ms */
async function measure(time) {
  const start = performance.now()
  let bytes = shared ? new Uint8Array(shared) : new Uint8Array(size)
  bytes[0] = 0
  let count = 0
  for (let now = start; now - start < time; now = performance.now()) {
    for (let turn = 0; turn < 10; turn++) {
      worker.postMessage(bytes, givenAway(bytes))
      ;[bytes] = await once(worker, 'message')
      count++
      assert.equal(bytes[0], count & 255)
    }
  }
  return ((performance.now() - start) * 1e6) / count
}

await measure(duration / 2)
const trip = Number((await measure(duration)).toFixed(1))
console.log(JSON.stringify({ 'ns.trip': trip }))
process.exit()
