import { library } from '../library.js'

const { createServer, Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

/** Sends back what it hears. @param {{ data: any }} context */
export default function app({ data }) {
  const router = new Router()
  router.get('/radio', (/** @type {any} */ req, /** @type {any} */ res) => {
    const socket = acceptWebSocket(req, res)
    socket.onmessage = (/** @type {any} */ event) => socket.send(event.data)
  })
  return createServer(router, data)
}
