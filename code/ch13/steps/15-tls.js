import { once } from 'node:events'
import tls from 'node:tls'
import { createServer, Router } from '../lib/index.js'

// A key that both sides have, where a site would have a certificate.
const psk = Buffer.from('never do this at home')
const ciphers = { ciphers: 'PSK', maxVersion: /** @type {const} */ ('TLSv1.2') }

const engine = /** @type {'net' | 'http'} */ (process.argv[2])
const router = new Router()
router.get('/hello', () => 'hello, securely\n')
const server = createServer(router, {
  engine,
  tls: { ...ciphers, pskCallback: () => psk },
}).listen(0, '127.0.0.1')
await once(server, 'listening')

const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
const client = tls.connect({
  ...ciphers,
  port,
  host: '127.0.0.1',
  pskCallback: () => ({ psk, identity: 'us' }),
  checkServerIdentity: () => undefined,
})
client.write('GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
const answer = Buffer.concat(await client.toArray()).toString()
console.log(answer.split('\r\n')[0], answer.split('\r\n').at(-1)?.trim())
server.close()
