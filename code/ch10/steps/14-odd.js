import { createServer, Router } from '../lib/index.js'

const onError = (/** @type {unknown} */ error) => console.log(String(error))
const router = new Router({ onError })

router.get('/map', () => new Map([['santos', 5]]))
router.get('/bigint', () => 5n)
router.get('/error', () => new Error('stock.db is locked'))
router.get('/twice', (_req, res) => {
  res.text('first')
  return 'second'
})

const server = createServer(router).listen(0)
await new Promise((go) => server.once('listening', go))
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
for (const path of ['/map', '/bigint', '/error', '/twice']) {
  const response = await fetch(`http://localhost:${port}${path}`)
  console.log(path, response.status, await response.text())
}
server.close()
