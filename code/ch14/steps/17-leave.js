import { once } from 'node:events'
import net from 'node:net'
import { serve } from 'velocy/cluster'

const app = new URL('./17-app.js', import.meta.url)
const cluster = await serve(app, {
  port: 0,
  workers: 2,
  schedule: 'reusePort',
})

/** @type {Record<string, number>} */
const fates = { answered: 0, ECONNRESET: 0 }
const sockets = Array.from({ length: 40 }, () =>
  net.connect(Number(new URL(cluster.url).port), '127.0.0.1'),
)
const asked = sockets.map(async (socket) => {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const fate = await once(socket, 'data').then(
    () => 'answered',
    (error) => String(error.code),
  )
  fates[fate] = (fates[fate] ?? 0) + 1
})
await Promise.all(sockets.map((socket) => once(socket, 'connect')))
cluster.children[0].drain('reload')
await Promise.all(asked)
console.log(fates)
await cluster.kill()
