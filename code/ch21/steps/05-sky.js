import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/cluster/index.js'
import { createServer, Router } from '../lib/index.js'
import { health, leave } from '../lib/observe/health.js'

const { ASK, WORKERS, DELAY = '0', PORT = '8080' } = process.env

const router = new Router({ onError() {} })
router.get('/sky', async () => {
  await sleep(5)
  return 'no clouds\n'
})
const seats = async () => (await fetch('http://127.0.0.1:8081/seats')).text()
router.get('/seats', seats)
router.get('/ready', ASK === 'store' ? seats : health())
export default router

const where = { port: Number(PORT), host: '127.0.0.1' }

function start() {
  /** @type {any} */
  const server = createServer(router).listen(where, () => {
    console.log(`Listening on http://localhost:${server.address().port}`)
  })
  process.once('SIGTERM', () => leave(server, Number(DELAY)))
}

async function startWorkers() {
  const options = { workers: Number(WORKERS), drainDelay: Number(DELAY) }
  const cluster = await serve(import.meta.url, { ...where, ...options })
  console.log(`Listening on ${cluster.url}`)
}

if (import.meta.main) await (WORKERS ? startWorkers() : start())
