import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'
import { trustProxy } from '../lib/middleware/index.js'
import { startProxy } from './machines.js'

const router = new Router()
  .use(trustProxy(['127.0.0.1']))
  .get('/who', ({ ip, host, protocol, httpVersion }) => {
    return { ip, host, protocol, httpVersion }
  })
  .get('/admin', () => 'Welcome back, Nokuthula!\n')

const { PORT = '8080' } = process.env
const kudu = { name: 'kudu', address: '127.0.0.1:8081' }
await once(createServer(router).listen(8081, '127.0.0.1'), 'listening')
await startProxy('steps/03-edge.cfg', [kudu], { PORT })
console.log(`https://localhost:${PORT} is for http://${kudu.address}`)
