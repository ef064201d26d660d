import { once } from 'node:events'
import http from 'node:http'
import { deflateRawSync } from 'node:zlib'

const { PORT: port = '8080' } = process.env
const [offer = 'x-nothing', zeros] = process.argv.slice(2)
const headers = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-extensions': offer,
}
const request = http.get({ port, path: '/timetable', headers })
const [res, socket, head] = await once(request, 'upgrade')
console.log(res.headers['sec-websocket-extensions'])
if (head.length > 0) socket.unshift(head)
const [frame] = await once(socket, 'data')
const size = frame.readUInt16BE(2)
console.log(`${frame.subarray(0, 4).toString('hex')}: ${size} bytes`)
if (zeros) {
  const bomb = deflateRawSync(Buffer.alloc(Number(zeros)))
  const head = Buffer.from([0xc2, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(bomb.length, 6)
  console.log(`sending ${head.length + bomb.length} bytes`)
  socket.write(Buffer.concat([head, bomb]))
  const [answer] = await once(socket, 'data')
  console.log(answer.readUInt16BE(2), answer.toString('utf8', 4))
}
socket.destroy()
