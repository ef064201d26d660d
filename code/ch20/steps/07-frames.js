import { createServer, Router } from '../lib/index.js'
import { frameOf } from '../lib/realtime/frames.js'
import { shakeHands } from '../lib/realtime/handshake.js'
import { FrameReader } from '../lib/realtime/reader.js'

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = shakeHands(req, res)
  const reader = new FrameReader()
  socket.on('data', (/** @type {Buffer} */ bytes) => {
    reader.push(bytes)
    while (reader.next()) {
      const { first, start, end, left } = reader
      const payload = reader.bytes.toString('utf8', start, end)
      console.log(first.toString(16), payload, left)
    }
    socket.write(frameOf(`${bytes.length} bytes from you`), 'latin1')
  })
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
