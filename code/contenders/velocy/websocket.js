/** Sends each message back: node run.js websocket.js code/chNN */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST = '127.0.0.1', PORT = '8080', VELOCY_ENGINE } = process.env

/** @param {string} file of the Velocy that is tried */
const load = (file) =>
  import(pathToFileURL(path.resolve(process.argv[3], 'lib', file)).href)
const { createServer, Router } = await load('index.js')
const { acceptWebSocket } = await load('realtime/index.js')

const router = new Router()
router.get('/', (req, res) => {
  const socket = acceptWebSocket(req, res, {
    maxMessage: 32 * 1024 * 1024,
    limit: 32 * 1024 * 1024,
    deflate: true,
  })
  socket.onmessage = ({ data }) => socket.send(data)
})
const engine = VELOCY_ENGINE && { engine: VELOCY_ENGINE }
createServer(router, { ...engine }).listen(Number(PORT), HOST)
