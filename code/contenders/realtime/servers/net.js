/**
 * The least that a server on node:net can do: it takes for granted that a client
 * sends short texts, each in one frame, and that frames come whole.
 */
import { hash } from 'node:crypto'
import net from 'node:net'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = 'Sec-WebSocket-Key: '

/** @param {string} way */
export function start(way, { host, port }) {
  const all = new Set()
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => {
      socket.write(answerTo(head.latin1Slice()))
      all.add(socket)
      socket.on('close', () => all.delete(socket))
      socket.on('data', (bytes) => {
        const frames = unmasked(bytes)
        if (way === 'echo') socket.write(frames, 'latin1')
        else for (const one of all) one.write(frames, 'latin1')
      })
    })
  })
  server.listen(port, host)
}

/** @param {string} head */
function answerTo(head) {
  const at = head.indexOf(KEY) + KEY.length
  const accept = hash('sha1', head.slice(at, at + 24) + GUID, 'base64')
  return (
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n' +
    `Upgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
  )
}

/** @param {Buffer} bytes one or more frames */
function unmasked(bytes) {
  let frames = ''
  for (let at = 0; at < bytes.length; ) {
    const size = bytes[at + 1] & 127
    const start = at + 6
    const end = start + size
    for (let i = start; i < end; i++)
      bytes[i] ^= bytes[at + 2 + ((i - start) & 3)]
    frames += `\x81${String.fromCharCode(size)}${bytes.latin1Slice(start, end)}`
    at = end
  }
  return frames
}
