import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/index.js'

const router = new Router()
router.get('/', async (req, res) => {
  const socket = acceptWebSocket(req, res)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.onmessage = ({ data }) => console.log(data)
  socket.onclose = () => {
    console.log('closed')
    server.close()
  }
})
const server = createServer(router)
await once(server.listen(0), 'listening')

const { port } = /** @type {any} */ (server.address())
const client = new WebSocket(`ws://localhost:${port}`)
await once(client, 'open')
for (const text of ['one', 'two', 'three']) client.send(text)
client.close()
