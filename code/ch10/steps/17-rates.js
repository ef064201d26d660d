import { once } from 'node:events'
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { createServer, Router } from '../lib/index.js'

const bank = http.createServer((_req, res) => {
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
  res.writeHead(200, headers).end(gzipSync('One dollar is 5.40 reais\n'))
})
await once(bank.listen(0), 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (bank.address())

const router = new Router()
router.get('/rates', () => fetch(`http://localhost:${port}/`))
router.get('/cookies', () => {
  const response = new Response('Two cookies\n', { status: 203 })
  response.headers.append('set-cookie', 'bags=2')
  response.headers.append('set-cookie', 'roast=dark')
  return response
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
