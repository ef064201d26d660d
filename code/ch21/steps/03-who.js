import { createServer, Router } from '../lib/index.js'
import { trustProxy } from '../lib/middleware/index.js'

const { PORT = '8081' } = process.env

const router = new Router()
  .use(trustProxy(['127.0.0.1']))
  .get('/who', ({ ip, host, protocol, httpVersion }) => {
    return { ip, host, protocol, httpVersion }
  })
  .get('/admin', () => 'Welcome back, Nokuthula!\n')

createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
