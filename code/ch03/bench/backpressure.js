import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** What is sent, in bytes: enough to see, and no danger. */
const TOTAL = 128 * 1024 * 1024
const SIZE = 64 * 1024
/** How often memory is read, in ms. */
const SAMPLING = 5

/** A new piece each time, as when it is read from somewhere. */
function* chunks() {
  for (let sent = 0; sent < TOTAL; sent += SIZE) yield Buffer.alloc(SIZE, 'x')
}

/** @type {Record<string, (socket: net.Socket) => Promise<void>>} */
const producers = {
  async ignored(socket) {
    for (const chunk of chunks()) socket.write(chunk)
    socket.end()
  },
  async honoured(socket) {
    for (const chunk of chunks()) {
      if (!socket.write(chunk)) await once(socket, 'drain')
    }
    socket.end()
  },
  async pipeline(socket) {
    await pipeline(Readable.from(chunks()), socket)
  },
}

/**
 * Reads slowly: it rests for a millisecond after each half megabyte.
 *
 * @param {number} port
 */
async function read(port) {
  const client = net.connect(port, '127.0.0.1')
  let received = 0
  let rested = 0
  client.on('data', (chunk) => {
    received += chunk.length
    if (received - rested < 512 * 1024) return
    rested = received
    client.pause()
    setTimeout(() => client.resume(), 1)
  })
  await once(client, 'end')
  if (received !== TOTAL) throw new Error(`got ${received} of ${TOTAL} bytes`)
}

/** @param {string} name of a producer */
async function measure(name) {
  const produce = producers[name]
  if (!produce) {
    const names = Object.keys(producers).join(', ')
    throw new Error(`got ${name}, expected one of ${names}`)
  }
  /** @type {net.Socket | undefined} */
  let sending
  const server = net.createServer((socket) => {
    sending = socket
    produce(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const idle = process.memoryUsage().rss
  let peak = 0
  let waiting = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - idle)
    waiting = Math.max(waiting, sending?.writableLength ?? 0)
  }, SAMPLING)
  const start = performance.now()
  const client = fork(fileURLToPath(import.meta.url), ['client', String(port)])
  const [status] = await once(client, 'exit')
  if (status !== 0) throw new Error(`the client ended with status ${status}`)
  clearInterval(sampling)
  server.close()
  return {
    'memory.waiting': waiting,
    'memory.peak': peak,
    'time.transfer': performance.now() - start,
  }
}

const [name, port] = process.argv.slice(2)
if (name === 'client') await read(Number(port))
else console.log(JSON.stringify(await measure(name)))
