import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { health, leave } from '../lib/observe/health.js'

const { PORT = '8080', STORE, ASK, DELAY = '0' } = process.env

const router = new Router({ onError() {} })
router.get('/sky', async () => {
  await sleep(5)
  return 'no clouds\n'
})
const seats = async () => (await fetch(`${STORE}/seats`)).text()
router.get('/seats', STORE ? seats : () => '40 seats\n')
router.get('/ready', ASK === 'the store' ? seats : health())

/** @type {any} */
const server = createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address()
  console.log(`Listening on http://localhost:${port}`)
})
process.once('SIGTERM', () => leave(server, Number(DELAY)))
