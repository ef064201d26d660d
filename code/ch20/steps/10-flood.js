import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/handshake.js'

const [way] = process.argv.slice(2)
let atOnce = 0
let most = 0
let written = 0

/** Stands for a database. @param {unknown} _text */
async function write(_text) {
  most = Math.max(most, ++atOnce)
  await sleep(1)
  atOnce--
  if (++written < 1000) return
  console.log(`at most ${most} at once`)
  process.exit()
}

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = acceptWebSocket(req, res)
  socket.onmessage = ({ data }) => {
    const promise = write(data)
    if (way === 'awaited') return promise
  }
})

const server = createServer(router).listen(0, () => {
  const { port } = /** @type {any} */ (server.address())
  const socket = new WebSocket(`ws://localhost:${port}/radio`)
  socket.onopen = () => {
    for (let i = 0; i < 1000; i++) socket.send('lighthouse: a goat')
  }
})
