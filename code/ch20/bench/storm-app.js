import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket, events } from '../lib/realtime/index.js'

/** What the clients of the storm want. */
export default function app() {
  const router = new Router()
  router.get('/hey', () => 'hey')
  router.get('/events', (req, res) => void events(req, res))
  router.get('/ws', (req, res) => void acceptWebSocket(req, res))
  return createServer(router)
}
