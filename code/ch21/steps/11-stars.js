import { createServer, Router } from '../lib/index.js'
import { Metrics, measureRequests } from '../lib/observe/index.js'

export default function serveStars() {
  const metrics = new Metrics()
  const router = new Router()
  router.get('/stars/:name', (req) => `${req.params.name} is up\n`)
  router.get('/metrics', () => metrics.text())
  const server = createServer(router)
  measureRequests(server, metrics)
  return server
}
