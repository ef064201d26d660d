import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/handshake.js'

const [way] = process.argv.slice(2)
const CHART = 'x'.repeat(1024 * 1024)
const limit = way === 'send' ? 2 ** 30 : undefined

const router = new Router()
router.get('/radio', async (req, res) => {
  const socket = acceptWebSocket(req, res, { limit })
  let sent = 0
  for (; sent < 200 && socket.readyState === 1; sent++) {
    if (!socket.send(CHART) && way === 'wait') break
    await nextTurn()
  }
  const waiting = Math.round(socket.bufferedAmount / CHART.length)
  console.log(`sent ${sent} of 200, ${waiting} MiB wait`)
  process.exit()
})

const server = createServer(router).listen(0, async () => {
  const { port } = /** @type {any} */ (server.address())
  const phone = net.connect(port).pause()
  await once(phone, 'connect')
  phone.write(
    'GET /radio HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
})
