import cluster from 'node:cluster'
import { once } from 'node:events'
import http from 'node:http'
import process from 'node:process'

function worker() {
  const id = String(cluster.worker?.id)
  const server = http.createServer((_req, res) => res.end(id))
  server.maxRequestsPerSocket = Number(process.argv[2] ?? 0)
  server.listen(0)
}

async function primary() {
  const [{ port }] = await once(cluster.fork(), 'listening')
  await once(cluster.fork(), 'listening')
  const customers = [100, 1, 100, 1].map((times) => {
    return { times, agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }
  })
  const answers = /** @type {any} */ ({ 1: 0, 2: 0 })
  for (let round = 0; round < 100; round++) {
    for (const { times, agent } of customers) {
      if (round >= times) continue
      const [answer] = await once(http.get({ port, agent }), 'response')
      const [id] = await answer.setEncoding('utf8').toArray()
      answers[id]++
    }
  }
  console.log('answers by worker:', answers)
  cluster.disconnect()
}

if (cluster.isPrimary) primary()
else worker()
