import { createServer, Router } from '../lib/index.js'
import { frameOf } from '../lib/realtime/frames.js'
import { shakeHands } from '../lib/realtime/handshake.js'
import { MessageReader } from '../lib/realtime/reader.js'

/** @param {any} req @param {any} res @returns {any} */
function accept(req, res) {
  const reader = new MessageReader(1000)
  const raw = shakeHands(req, res)
  raw.on('data', (/** @type {Buffer} */ bytes) => {
    reader.push(bytes)
    while (reader.next()) socket.onmessage({ data: reader.data })
  })
  const socket = {
    onmessage: (/** @type {any} */ _event) => {},
    send: (/** @type {string} */ text) => raw.write(frameOf(text), 'latin1'),
  }
  return socket
}

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = accept(req, res)
  socket.onmessage = (/** @type {any} */ { data }) => {
    const { from, text } = JSON.parse(`${data}`)
    socket.send(`${from} says: ${text}`)
  }
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
