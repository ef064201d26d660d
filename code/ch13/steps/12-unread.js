import net from 'node:net'
import { text } from 'node:stream/consumers'
import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

class Unread extends Request {
  forgetBody() {
    console.log(`${this.url}: forget it`)
  }

  skipBody() {
    console.log(`${this.url}: skip the rest`)
  }
}

const server = makeNetServer({ Request: Unread, Response })
server.on('request', (req, res) => res.end(`${req.url} `))

server.listen(0, '127.0.0.1', async () => {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  const head = 'HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n'
  client.write(`POST /whole ${head}hello`)
  client.write(`POST /late ${head}he`)
  setTimeout(() => client.end('lloGET /next HTTP/1.1\r\nHost: x\r\n\r\n'), 50)
  console.log((await text(client)).match(/(?<=\n\r\n)\S+/g))
  server.close()
})
