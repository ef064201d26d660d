import process from 'node:process'
import { createServer, Router } from '../lib/index.js'

const router = new Router().get('/', () => 'thanks\n')
const server = createServer(router, { maxRequestsPerSocket: 2 })
server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
