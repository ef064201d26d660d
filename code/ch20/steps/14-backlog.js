import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as threads from 'node:worker_threads'

const [, file, backlog = '511'] = process.argv

async function connectMany() {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const server = new threads.Worker(file, { argv: [backlog], workerData: flag })
  const [port] = await once(server, 'message')
  const start = performance.now()
  let connected = 0
  for (let i = 0; i < 1000; i++) {
    net.connect(port, '127.0.0.1').on('connect', () => connected++)
  }
  while (connected === 0) await sleep(10)
  await sleep(300)
  console.log(connected, 'of 1000 are connected')
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
  while (connected < 1000) await sleep(10)
  const seconds = (performance.now() - start) / 1000
  console.log(`the last one after ${seconds.toFixed(1)} s`)
  process.exit()
}

async function serve() {
  const options = { port: 0, host: '127.0.0.1', backlog: Number(backlog) }
  const server = net.createServer().listen(options)
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  threads.parentPort?.postMessage(port)
  // It's busy until it's told otherwise.
  Atomics.wait(threads.workerData, 0, 0)
}

if (threads.isMainThread) connectMany()
else serve()
