import { setTimeout as sleep } from 'node:timers/promises'
import { publish, serve, subscribe } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'

/** @param {{ id: number }} worker that it is to run in */
export default function app({ id }) {
  let heard = 0
  /** @param {string} text */
  const listener = (text) => {
    if (text === 'over') return publish('count', { id, heard })
    heard++
    // Worker 1 takes three seconds for its first message.
    const end = performance.now() + (id === 1 && heard === 1 ? 3000 : 0)
    while (performance.now() < end);
  }
  subscribe('board', listener, () => publish('gap', id))
  return new Router()
}

if (import.meta.main) {
  const cluster = await serve(import.meta.url, { port: 0, workers: 2 })
  /** @type {Record<number, number>} */
  const counts = {}
  subscribe('count', ({ id, heard }) => (counts[id] = heard))
  subscribe('gap', async (id) => {
    publish('board', 'over')
    await sleep(500)
    console.log(`Worker ${id} has missed something: heard`, counts)
    cluster.close()
  })
  for (let i = 0; i < 50; i++) {
    publish('board', 'x'.repeat(1_000_000))
    await sleep(40)
  }
}
