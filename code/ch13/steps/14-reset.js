import net from 'node:net'
import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const ANSWER = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'
const hasty = net.createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(ANSWER, () => socket.destroy()))
})

/** @param {string} name @param {net.Server} server */
function upload(name, server) {
  return server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {net.AddressInfo} */ (server.address())
    const client = net.connect(port, '127.0.0.1')
    client.write(HEAD)
    // It reads when it has written everything, as many clients do.
    client.write(Buffer.alloc(2 ** 23), (error) => {
      if (error) return console.log(`${name}: no answer`)
      client.once('data', (answer) => {
        console.log(`${name}: ${String(answer).split('\r\n')[0]}`)
      })
    })
    client.on('error', () => {}).on('close', () => server.close())
  })
}

const ours = makeNetServer({ Request, Response })
upload('hasty', hasty).on('close', () => upload('ours', ours))
