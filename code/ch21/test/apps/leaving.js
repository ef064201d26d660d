import { library } from '../library.js'

const { createServer, Router } = await library('lib/index.js')
const { health } = await library('lib/observe/health.js')

export default function serveReady() {
  const router = new Router()
  router.get('/ready', health())
  router.get('/sky', () => 'clear')
  return createServer(router)
}
