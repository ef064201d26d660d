import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

const [host = '127.0.0.1'] = process.argv.slice(2)
const server = createServer((socket) => socket.end('socket'))
server.listen(0, host)
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)

// Each keeps one of the pool's four threads busy for a tenth of a second.
for (let job = 1; job <= 4; job++) {
  pbkdf2('secret', 'salt', 300_000, 64, 'sha512', () => console.log('hash'))
}
const client = connect(port, host)
client.on('data', (text) => console.log(String(text)))
client.on('close', () => server.close())
