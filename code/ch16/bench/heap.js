/**
 * How long one call of `spawn` keeps us, in a process with much memory, and
 * how many programs a second it can start.
 *
 *     node heap.js velocy 1024
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createPool } from '../lib/processes/index.js'

const [which, size] = process.argv.slice(2)
const duration = Number(process.env.DURATION ?? 1) * 1000
const LANES = 8

const pool = createPool({ size: LANES, prestart: LANES })
const start = which === 'node' ? spawn : pool.spawn.bind(pool)

/** So many MB that stay in use, like a cache of pictures. */
const cache = Array.from({ length: Number(size) }, () =>
  Buffer.alloc(2 ** 20, 'x'),
)

/** @type {number[]} */
const times = []

/** @param {number} end */
async function lane(end) {
  while (performance.now() < end) {
    const begin = performance.now()
    const child = start('/bin/true', [], { stdio: 'ignore' })
    times.push(performance.now() - begin)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`got exit code ${code}, expected 0`)
  }
}

/** @param {number} ms */
async function play(ms) {
  times.length = 0
  const begin = performance.now()
  await Promise.all(Array.from({ length: LANES }, () => lane(begin + ms)))
  return times.length / ((performance.now() - begin) / 1000)
}

await play(duration / 4)
const rate = await play(duration)
times.sort((a, b) => a - b)
if (cache.length !== Number(size)) throw new Error('the cache has gone')
console.log(
  JSON.stringify({
    'rate.spawns': Math.round(rate),
    'time.call': Number(times[times.length >> 1].toFixed(4)),
    'time.call-p99': Number(times[Math.floor(times.length * 0.99)].toFixed(4)),
  }),
)
await pool.close()
