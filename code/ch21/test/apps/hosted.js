/** A machine that answers for one name only, and counts its checks. */
import { library } from '../library.js'

const { createServer, Router } = await library('lib/index.js')
const { trustProxy } = await library('lib/middleware/index.js')

const router = new Router({ onError() {} })
let asked = 0
router.use(trustProxy(['127.0.0.1'], { hosts: ['observatory.example'] }))
router.get('/ready', () => `${++asked}`)
router.get('/asked', () => `${asked}`)
const server = createServer(router).listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${server.address().port}`)
})
