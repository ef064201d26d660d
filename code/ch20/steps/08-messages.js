import { createServer, Router } from '../lib/index.js'
import {
  CLOSE,
  closeFrame,
  frameOf,
  PING,
  PONG,
  TEXT,
} from '../lib/realtime/frames.js'
import { shakeHands } from '../lib/realtime/handshake.js'
import { MessageReader } from '../lib/realtime/reader.js'

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = shakeHands(req, res)
  const reader = new MessageReader(1000)
  socket.on('data', (/** @type {Buffer} */ bytes) => {
    try {
      reader.push(bytes)
      while (reader.next()) {
        const { type, data } = reader
        if (type === TEXT) socket.write(frameOf(`Got ${data}`), 'latin1')
        if (type === PING) socket.write(frameOf(data, PONG), 'latin1')
        if (type === CLOSE) socket.end(frameOf(data, CLOSE), 'latin1')
      }
    } catch (error) {
      const { closeCode, message } = /** @type {any} */ (error)
      socket.end(closeFrame(closeCode, message), 'latin1')
    }
  })
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
