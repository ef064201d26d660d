import { rmSync } from 'node:fs'
import http from 'node:http'
import { createServer, Router } from '../lib/index.js'
import { trustProxy } from '../lib/middleware/trust-proxy.js'

const { PORT = '8080' } = process.env
const socketPath = 'behind.sock'
rmSync(socketPath, { force: true })

const router = new Router()
  .use(trustProxy(['unix'], { hosts: ['shop.example', `localhost:${PORT}`] }))
  .get('/', ({ ip, host, protocol }) => ({ ip, host, protocol }))
createServer(router).listen(socketPath)

const proxy = http.createServer((req, res) => {
  const { url: path, method, headers } = req
  const before = headers['x-forwarded-for']
  const client = req.socket.remoteAddress
  const list = before === undefined ? client : `${before}, ${client}`
  const passed = { ...headers, 'x-forwarded-for': list }
  const asked = http.request({ socketPath, path, method, headers: passed })
  asked.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  req.pipe(asked)
})
proxy.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
