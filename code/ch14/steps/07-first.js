import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const port = Number(process.env.PORT ?? 8080)
const exec = fileURLToPath(new URL('./07-worker.js', import.meta.url))
const app = new URL('./07-app.js', import.meta.url)

cluster.setupPrimary({ exec })
for (const id of [1, 2]) {
  const worker = cluster.fork({ APP: app.href, ID: id, PORT: port })
  await once(worker, 'listening')
}
console.log(`Listening on http://localhost:${port}`)
