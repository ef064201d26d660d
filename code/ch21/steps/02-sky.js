import { setTimeout as delay } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'

const { PORT = '8080', MACHINE = 'kudu', SLOW, BROKEN } = process.env

const router = new Router()
router.get('/sky', async (_req, res) => {
  if (MACHINE === BROKEN) return res.text(`${MACHINE}: no telescope\n`, 500)
  await delay(MACHINE === SLOW ? 200 : 5)
  return `${MACHINE}: no clouds, and the Moon is up\n`
})
router.post('/plug', () => process.kill(process.pid, 'SIGKILL'))

const server = createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {any} */ (server.address())
  console.log(`Listening on http://localhost:${port}`)
})
