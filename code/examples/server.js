import { once } from 'node:events'
import { createServer, Router } from 'velocy'

const router = new Router()
router.get('/', () => 'hello')

const server = createServer(router, { closeTimeout: 500 })
server.listen(0)
await once(server, 'listening')

const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
const answer = await fetch(`http://localhost:${port}/`)
console.log(answer.status, await answer.text()) // 200 hello
server.close()
