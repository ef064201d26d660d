import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/cluster/index.js'
import { createServer, Router } from '../lib/index.js'
import { measureRequests } from '../lib/observe/measure-requests.js'
import { Metrics } from '../lib/observe/metrics.js'

export default function serveStars() {
  const metrics = new Metrics()
  const router = new Router()
  router.get('/stars/:name', (req) => `${req.params.name} is up\n`)
  router.get('/metrics', () => metrics.text())
  const server = createServer(router)
  measureRequests(server, metrics)
  return server
}

/** @param {string} url @param {number} times */
async function ask(url, times) {
  // Connections of their own, so that both workers have their turn.
  const headers = { connection: 'close' }
  for (let i = 0; i < times; i++) await fetch(`${url}/stars/${i}`, { headers })
  // The other worker tells what it has counted with its next heartbeat.
  await sleep(1500)
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  console.log(text.split('\n').find((line) => /_count.*stars/.test(line)))
}

if (import.meta.main) {
  const cluster = await serve(import.meta.url, { port: 0, workers: 2 })
  await ask(cluster.url, 100)
  process.kill(Number(cluster.workers[0].pid), 'SIGKILL')
  await once(cluster, 'ready')
  await ask(cluster.url, 20)
  await cluster.close()
}
