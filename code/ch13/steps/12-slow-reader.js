import net from 'node:net'
import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const SIZE = 64 * 1024 * 1024
let isBusy = true
let pieces = 0
let length = 0

class Upload extends Request {
  push(/** @type {Buffer} */ chunk) {
    pieces++
    length += chunk.length
    return !isBusy
  }
}

const server = makeNetServer({ Request: Upload, Response })
server.on('request', (req, res) => {
  req.receiveEnd = () => res.end(`all of it: ${length === SIZE}`)
  setTimeout(() => {
    console.log(`while it's busy: ${pieces} piece`)
    isBusy = false
    res.connection.resumeBody()
  }, 100)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n`)
  client.write(Buffer.alloc(SIZE))
  client.on('data', (answer) => {
    console.log(String(answer).split('\r\n').at(-1))
    client.end()
    server.close()
  })
})
