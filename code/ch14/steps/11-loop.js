import { once } from 'node:events'
import { serve } from 'velocy/cluster'

const app = new URL('./11-app.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 1 })

process.env.DOWN_UNTIL = String(Date.now() + 3000)
process.kill(cluster.workers[0].pid ?? 0, 'SIGKILL')
await once(cluster, 'ready')
const response = await fetch(cluster.url)
console.log(await response.text())
await cluster.kill()
