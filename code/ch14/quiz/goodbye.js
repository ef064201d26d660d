import net from 'node:net'
import { createServer, Router } from '../lib/index.js'

const router = new Router().get('/', () => 'thanks')
const server = createServer(router, { maxRequestsPerSocket: 2 })
server.listen(0, () => {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port)
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3))
  let answers = ''
  client.on('data', (bytes) => {
    answers += bytes
  })
  client.on('close', () => {
    console.log(answers.match(/(?<=Connection: )\S+/g)?.join(' '))
    server.close()
  })
})
