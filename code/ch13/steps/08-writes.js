import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Output } from '../lib/engine/output.js'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'

const server = net.createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {net.AddressInfo} */ (server.address())
const client = net.connect(port, '127.0.0.1')
const [socket] = await once(server, 'connection')

let writes = 0
const { write } = socket
socket.write = (/** @type {any[]} */ ...args) => {
  writes++
  return write.apply(socket, args)
}

for (let i = 0; i < 16; i++) socket.write(ANSWER, 'latin1')
console.log(`each by itself: ${writes} writes`)

writes = 0
const output = new Output(socket)
for (let i = 0; i < 16; i++) output.add(ANSWER)
output.add(Buffer.from('olá'))
await nextTurn()
console.log(`collected: ${writes} write`)

socket.end()
client.resume().end()
server.close()
