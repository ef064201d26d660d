import cluster from 'node:cluster'
import { once } from 'node:events'
import http from 'node:http'
import process from 'node:process'

if (cluster.isPrimary) {
  await once(cluster.fork(), 'listening')
  await once(cluster.fork(), 'listening')
  console.log('Listening on http://localhost:8080')
} else {
  const name = `worker ${cluster.worker?.id}`
  const server = http.createServer((_req, res) => res.end(`${name}\n`))
  server.listen(Number(process.env.PORT ?? 8080))
}
