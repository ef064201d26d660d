import http2 from 'node:http2'
import { greeting } from '../demo/greeting.js'

const { PORT = '8080' } = process.env
const server = http2.createServer((req, res) => {
  const { status, headers, body } = greeting(req.method, req.headers)
  res.writeHead(status, headers)
  res.end(body)
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
