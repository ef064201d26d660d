import { text } from 'node:stream/consumers'
import { createPool } from '../lib/processes/index.js'

const pool = createPool({ size: 2, queue: 3 })

/** @param {number} number */
async function run(number) {
  const child = pool.spawn('sh', ['-c', `echo ${number}; sleep 0.1`])
  const failed = new Promise((_, reject) => child.on('error', reject))
  return Promise.race([text(/** @type {any} */ (child.stdout)), failed])
}

const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(run))
for (const { status, value, reason } of /** @type {any[]} */ (outcomes)) {
  console.log(status, reason ? reason.message : value.trim())
}
console.log(pool.counts)
await pool.close()
