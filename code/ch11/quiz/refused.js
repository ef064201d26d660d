import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'

const router = new Router({
  onError: (/** @type {any} */ { code }) => console.log(code),
})
router.use((_req, res, next) => {
  res.text('not you', 403)
  return next()
})
router.delete('/everything', () => console.log('deleted'))

const server = createServer(router).listen(8080)
await once(server, 'listening')
const { status } = await fetch('http://localhost:8080/everything', {
  method: 'DELETE',
})
console.log(status)
server.close()
