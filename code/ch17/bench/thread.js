/**
 * How long a caller waits for one row of node:sqlite, by who asks for it:
 *
 *     node thread.js loop|thread
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { WorkerPool } from '../lib/workers/index.js'
import { wordOf } from './thread-task.js'

const [place] = process.argv.slice(2)
const { DURATION = '2' } = process.env
const tasks = new URL('thread-task.js', import.meta.url)

/** @type {Record<string, (i: number) => any>} */
const places = {
  loop: wordOf,
  thread: (i) => pool.run('wordOf', i),
}
const pool = new WorkerPool(tasks, { threads: 1 })
const ask = places[place]

/** @param {number} ms */
async function play(ms) {
  let count = 0
  const begin = performance.now()
  while (performance.now() - begin < ms) {
    for (let turn = 0; turn < 10; turn++) {
      assert.ok((await ask(turn)) === `word ${turn}`)
    }
    count += 10
  }
  return ((performance.now() - begin) * 1e6) / count
}

const ms = Number(DURATION) * 1000
await play(ms / 4)
console.log(JSON.stringify({ 'ns.row': Math.round(await play(ms)) }))
process.exit()
