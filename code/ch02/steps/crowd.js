import { once } from 'node:events'
import { connect } from 'node:net'

/** How many connect at a time: a server's queue isn't endless. */
const AT_ONCE = 100

const [port, clients] = process.argv.slice(2).map(Number)
/** @type {import('node:net').Socket[]} */
const sockets = []
while (sockets.length < clients) {
  const length = Math.min(AT_ONCE, clients - sockets.length)
  const next = Array.from({ length }, () => connect(port, '127.0.0.1'))
  await Promise.all(next.map((socket) => once(socket, 'connect')))
  sockets.push(...next)
}
process.send?.('all connected')

// From here on, it does what the first process asks for.
process.on('message', async (/** @type {string} */ path) => {
  if (path === 'all') return process.send?.(await askAll())
  const response = await fetch(`http://localhost:${port}${path}`)
  process.send?.(await response.text())
})
process.once('disconnect', () => process.exit())

/** All of them ask at the same time. */
async function askAll() {
  const start = performance.now()
  const answered = sockets.map(async (socket) => {
    socket.write('GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    return Math.round(performance.now() - start)
  })
  const times = await Promise.all(answered)
  return `first after ${Math.min(...times)} ms, last after ${Math.max(...times)} ms`
}
