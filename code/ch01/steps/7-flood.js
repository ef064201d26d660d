import { once } from 'node:events'
import { connect } from 'node:net'

const port = Number(process.argv[2])
const request = 'GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n'
const megabyte = request.repeat(Math.ceil(1e6 / request.length))

async function roundTrip() {
  const other = connect({ port })
  other.write(request)
  await once(other, 'data')
  other.destroy()
}

// This client asks and asks, and does not read a single answer.
const socket = connect({ port })
let asked = 0
let taken = 0
let patience = 50
while (taken < 16 && patience > 0) {
  if (taken === asked) {
    asked++
    patience = 50
    socket.write(megabyte, () => taken++)
  }
  patience--
  await roundTrip()
}
console.log(
  taken < 16
    ? `after ${taken} MB of requests the server stopped reading`
    : `the server took ${taken} MB of requests, and keeps all the answers`,
)
socket.destroy()
