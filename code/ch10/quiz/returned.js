import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'

const router = new Router({ onError: () => {} })
router.get('/null', () => null)
router.get('/number', () => 404)
router.get('/error', () => new Error('out of coffee'))

const server = createServer(router).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
for (const path of ['/null', '/number', '/error']) {
  const url = `http://127.0.0.1:${port}${path}`
  const response = await fetch(url, { headers: { connection: 'close' } })
  console.log(response.status, await response.text())
}
server.close()
