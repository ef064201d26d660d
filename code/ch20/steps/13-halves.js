import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/accept-web-socket.js'

const router = new Router()
router.get('/', (req, res) => {
  const socket = acceptWebSocket(req, res)
  socket.onmessage = ({ data }) => socket.send(data)
})
const server = createServer(router)
await once(server.listen(0), 'listening')

const { port } = /** @type {any} */ (server.address())
const headers = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const [, socket] = await once(http.get({ port, headers }), 'upgrade')
socket.on('data', (/** @type {Buffer} */ frame) => {
  console.log(frame.readUInt16BE(2), frame.toString('utf8', 4))
})

const TEXT = 0x01
const CONTINUATION = 0x00
for (const digits of ['cebacf83', 'f490', '8080']) {
  const payload = Buffer.from(digits, 'hex')
  const first = digits === 'cebacf83' ? TEXT : CONTINUATION
  const head = Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, payload]))
  console.log('sent', digits)
  await wait(200)
  if (socket.readableEnded) break
}
socket.destroy()
server.close()
