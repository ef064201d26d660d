import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serve } from 'velocy/cluster'

const app = new URL('./13-app.js', import.meta.url)
const cluster = await serve(app, {
  ...{ port: 0, workers: 1, heartbeat: 50, maxMemory: 300_000_000 },
  restart: { healthyAfter: 100 },
})

const replaced = once(cluster, 'ready')
for (let visit = 1; visit <= 30; visit++) {
  const response = await fetch(cluster.url)
  await response.text()
}
await replaced
await nextTurn()
for (const { id, state } of cluster.workers) console.log(id, state)
await cluster.kill()
