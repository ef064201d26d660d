import { once } from 'node:events'
import net from 'node:net'
import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const SHORT = 250
const limits = { headersTimeout: SHORT, requestTimeout: SHORT }
const options = { Request, Response, ...limits, sendTimeout: 50 }
const server = makeNetServer(options).listen(0, '127.0.0.1')
await once(server, 'listening')
server.on('request', (req, res) => {
  if (req.method === 'GET') res.end('x'.repeat(2 ** 24))
})

/** @param {string} name @param {string} sent @param {string} [dripped] */
async function ask(name, sent, dripped) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1', () => client.write(sent))
  const timer = setInterval(() => dripped && client.write(dripped), 20)
  let answer = ''
  client.on('data', (chunk) => {
    answer += chunk
    if (!dripped) client.pause()
  })
  const start = performance.now()
  const [socket] = await once(server, 'connection')
  await Promise.race([once(socket, 'close'), once(client, 'end')])
  clearInterval(timer)
  const [first] = answer.split('\r\n')
  console.log(`${name}, ${(performance.now() - start).toFixed()} ms: ${first}`)
  client.destroy()
}

const LINES = 'HTTP/1.1\r\nHost: localhost\r\n'
await ask('a slow head', `GET / ${LINES}`, 'X: y\r\n')
await ask('a slow body', `POST / ${LINES}Content-Length: 999\r\n\r\n`, 'x')
await ask('a slow reader', `GET / ${LINES}\r\n`)
await ask('nobody', '')
server.close()
