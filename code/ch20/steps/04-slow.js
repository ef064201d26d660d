import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { events } from '../lib/realtime/events.js'

const [, , limit] = process.argv
const CHART = 'x'.repeat(1024 * 1024)

const router = new Router()
router.get('/', async (req, res) => {
  const options = limit ? { limit: Number(limit) } : {}
  const stream = events(req, res, options)
  stream.closed.then(() => console.log('the client has been cut off'))
  let sent = 0
  for (let i = 0; i < 200; i++) {
    if (stream.send(CHART)) sent++
    await sleep(5)
  }
  const waiting = (req.socket?.writableLength ?? 0) / 1024 / 1024
  console.log('sent', sent, 'of 200,', Math.floor(waiting), 'MiB wait')
  process.exit()
})
const server = createServer(router).listen(0, '127.0.0.1')
await once(server, 'listening')

// A client that asks, and never reads.
const { port } = /** @type {any} */ (server.address())
net.connect(port).pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
