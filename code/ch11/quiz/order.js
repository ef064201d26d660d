import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/', () => console.log('handler'))
router.use(async (_req, _res, next) => {
  console.log('a')
  await next()
  console.log('b')
})
router.use(() => console.log('c'))
router.all('/*rest', (_req, res) => res.text('rest'))

const server = createServer(router).listen(8080)
await once(server, 'listening')
await fetch('http://localhost:8080/nothing/here')
server.close()
