import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import process from 'node:process'

/** It listens, and never reads a byte of what its clients say. */
async function primary() {
  const worker = fork(import.meta.filename)
  const server = net.createServer({ pauseOnConnect: true })
  await once(server.listen(0), 'listening')

  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port)
  client.write('is anybody there?')

  const [socket] = await once(server, 'connection')
  worker.send('for you', socket)
  const [answer] = await once(client, 'data')
  console.log(String(answer))
  console.log(`The primary has read ${socket.bytesRead} bytes.`)

  server.close()
  worker.disconnect()
}

/** It never listens, and gets its connections from the primary. */
function worker() {
  process.on('message', (note, /** @type {net.Socket} */ socket) => {
    socket.on('data', (words) => {
      socket.end(`The worker has got "${note}" and "${words}".`)
    })
  })
}

if (process.send) worker()
else primary()
