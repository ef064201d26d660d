import cluster from 'node:cluster'
import { once } from 'node:events'
import http from 'node:http'
import process from 'node:process'

let visits = 0

if (cluster.isPrimary) {
  await once(cluster.fork(), 'listening')
  await once(cluster.fork(), 'listening')
  console.log('Listening on http://localhost:8080')
} else {
  const server = http.createServer((req, res) => {
    if (req.url === '/crash') throw new Error('not a good day')
    visits++
    res.end(`worker ${cluster.worker?.id}, visit ${visits}\n`)
  })
  server.listen(Number(process.env.PORT ?? 8080))
}
