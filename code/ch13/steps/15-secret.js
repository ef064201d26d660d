import { once } from 'node:events'
import tls from 'node:tls'
import { TlsServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const key = Buffer.from('a key that both sides have')
const common = { ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2' }
const options = { ...common, pskCallback: () => key }
const server = new TlsServer({ Request, Response, tls: options })
server.on('request', (_req, res) => res.end('hello'))
await once(server.listen(0, '127.0.0.1'), 'listening')

const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
const client = tls.connect({
  .../** @type {{}} */ (common),
  port,
  pskCallback: () => ({ psk: key, identity: 'reader' }),
  checkServerIdentity: () => undefined,
})
client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
const [answer] = await once(client, 'data')
console.log(client.getProtocol(), client.getCipher().name)
console.log(String(answer).split('\r\n'))
client.end()
server.close()
