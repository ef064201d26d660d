import { setImmediate as nextTurn } from 'node:timers/promises'
import { publish, serve, subscribe } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'

export default function app({ id }) {
  let heard = 0
  subscribe(
    'board',
    (text) => {
      heard++
      if (text === 'stop') console.log(`Worker ${id} has heard ${heard}`)
      // Worker 1 takes three seconds for its first message.
      const end = performance.now() + (id === 1 && heard === 1 ? 3000 : 0)
      while (performance.now() < end);
    },
    () => console.log(`Worker ${id} knows of a gap`),
  )
  return new Router()
}

if (import.meta.main) {
  const cluster = await serve(import.meta.url, { port: 0, workers: 2 })
  const text = 'x'.repeat(100_000)
  for (let i = 0; i < 1000; i++) {
    publish('board', text)
    await nextTurn()
  }
  const megabytes = Math.round(process.memoryUsage().rss / 1e6)
  console.log(`The primary has ${megabytes} MB`)
  publish('board', 'stop')
  setTimeout(() => {
    publish('board', 'stop')
    cluster.close()
  }, 4000)
}
