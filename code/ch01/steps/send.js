import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const [port, ...chunks] = process.argv.slice(2)

/**
 * Waits until the server has answered a client on another connection. By then
 * it has read what reached it before, and its reaction has reached us.
 */
async function roundTrip() {
  const other = connect({ port: Number(port) })
  other.write('GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(other, 'data')
  other.destroy()
  await nextTurn()
  await nextTurn()
}

/**
 * @param {string} arrow
 * @param {string} text
 */
function print(arrow, text) {
  const lines = text.replace(/\r\n$/, '').split('\r\n')
  for (const line of lines) console.log(`${arrow} ${line}`)
}

const socket = connect({ port: Number(port), noDelay: true })
let received = ''
let closed = false
socket.setEncoding('utf8')
socket.on('data', (text) => {
  received += text
})
socket.on('end', () => {
  closed = true
})
await once(socket, 'connect')

for (const chunk of chunks) {
  if (closed) break
  const bytes = chunk.replaceAll('\\r\\n', '\r\n')
  print('→', bytes)
  socket.write(bytes)
  await roundTrip()
  if (received) print('←', received)
  received = ''
}
console.log(closed ? '(the server closed)' : '(open, and nothing more comes)')
socket.destroy()
