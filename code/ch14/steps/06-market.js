import cluster from 'node:cluster'
import { once } from 'node:events'
import http from 'node:http'

/** How often each of our customers asks. */
const CUSTOMERS = { a: 100, b: 1, c: 100, d: 1 }

function worker() {
  const id = String(cluster.worker?.id)
  const server = http.createServer((_req, res) => res.end(id))
  server.maxRequestsPerSocket = Number(process.argv[2] ?? 0)
  server.listen(0)
}

/** @returns {Promise<number>} the port of two workers */
async function startWorkers() {
  const [{ port }] = await once(cluster.fork(), 'listening')
  await once(cluster.fork(), 'listening')
  return port
}

async function primary() {
  const port = await startWorkers()
  const customers = Object.values(CUSTOMERS).map((times) => {
    return { times, agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }
  })
  /** @type {Record<string, number>} */
  const answers = {}
  for (let round = 0; round < 100; round++) {
    for (const { times, agent } of customers) {
      if (round >= times) continue
      const [answer] = await once(http.get({ port, agent }), 'response')
      const id = await answer.setEncoding('utf8').toArray()
      answers[id] = (answers[id] ?? 0) + 1
    }
  }
  console.log('answers by worker:', answers)
  for (const { agent } of customers) agent.destroy()
  cluster.disconnect()
}

if (cluster.isPrimary) primary()
else worker()
