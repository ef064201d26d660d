import { hash } from 'node:crypto'
import { createServer, Router } from '../lib/index.js'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const router = new Router()
router.get('/radio', (req, res) => {
  const key = req.headers['sec-websocket-key']
  const socket = res.upgrade({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-accept': hash('sha1', key + GUID, 'base64'),
  })
  socket.on('data', (bytes) => console.log(bytes))
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
