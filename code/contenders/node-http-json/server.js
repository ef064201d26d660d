import { createServer } from 'node:http'
import process from 'node:process'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env

const server = createServer((req, res) => {
  if (req.method !== 'POST' || req.url !== '/echo') {
    res.writeHead(404).end()
    return
  }
  /** @type {Buffer[]} */
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const value = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify(value)
    res.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    res.end(body)
  })
})

server.listen(Number(PORT), HOST)
