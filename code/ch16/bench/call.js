/**
 * How long the call of `spawn` keeps the event loop, with some memory in use:
 *
 *     node call.js buffer|objects MEGABYTES
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

const MB = 2 ** 20
const [kind, megabytes] = process.argv.slice(2)
const { DURATION = '2' } = process.env

/** @param {number} bytes @returns {unknown} that many, of V8's own heap */
function objects(bytes) {
  const before = process.memoryUsage().heapUsed
  const kept = []
  while (process.memoryUsage().heapUsed - before < bytes) {
    for (let i = 0; i < 10_000; i++) kept.push({ i, list: [i, i] })
  }
  return kept
}

async function call() {
  const begin = performance.now()
  const child = spawn('/bin/echo', ['hi'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const time = performance.now() - begin
  child.stdout.resume()
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  return time
}

const bytes = Number(megabytes) * MB
const memory = kind === 'buffer' ? Buffer.alloc(bytes, 'x') : objects(bytes)
for (let warm = 0; warm < 20; warm++) await call()
const times = []
const end = performance.now() + Number(DURATION) * 1000
while (performance.now() < end || times.length < 3) times.push(await call())
times.sort((a, b) => a - b)
assert.ok(memory)
console.log(JSON.stringify({ 'time.call': times[times.length >> 1] }))
