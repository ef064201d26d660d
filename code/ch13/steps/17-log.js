import { once } from 'node:events'
import net from 'node:net'
import { NetRequest } from '../lib/app/net-request.js'
import { NetResponse } from '../lib/app/net-response.js'
import { makeNetServer } from '../lib/engine/server.js'
import { logRequests } from '../lib/log/access.js'

const classes = { Request: NetRequest, Response: NetResponse }
const server = makeNetServer({ ...classes, keepAliveTimeout: 5000 })
server.on('request', (req, res) => res.end(req.url))
logRequests(/** @type {any} */ (server), /** @type {any} */ ({ info }))

let lines = 0
/** @param {string} _message @param {any} line */
function info(_message, { target, bytes }) {
  lines++
  if (lines === 1) console.log(target, bytes, 'bytes')
  if (lines < 16) return
  console.log(target, bytes, 'bytes')
  console.log('lines:', lines, 'writes:', writes)
  client.end()
  server.close()
}

let writes = 0
server.on('connection', (socket) => {
  const { write } = socket
  socket.write = (/** @type {any[]} */ ...args) => {
    writes++
    return Reflect.apply(write, socket, args)
  }
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = /** @type {net.AddressInfo} */ (server.address())
const client = net.connect(port, '127.0.0.1').resume()
const get = (/** @type {string} */ path) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
client.write(get('/short').repeat(15) + get('/a-longer-one'))
