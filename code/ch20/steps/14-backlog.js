import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const [, file, backlog = '511'] = process.argv

async function connectMany() {
  const server = new Worker(file, { argv: [backlog] })
  const [port] = await once(server, 'message')
  let connected = 0
  for (let i = 0; i < 1000; i++) {
    net.connect(port, '127.0.0.1').on('connect', () => connected++)
  }
  await sleep(400)
  console.log('the server is busy:', connected, 'of 1000 are connected')
  await sleep(400)
  console.log('it has time again: ', connected, 'of 1000')
  await sleep(1200)
  console.log('a second later:    ', connected, 'of 1000')
  process.exit()
}

async function serve() {
  const options = { port: 0, host: '127.0.0.1', backlog: Number(backlog) }
  const server = net.createServer().listen(options)
  await once(server, 'listening')
  parentPort?.postMessage(server.address()?.port)
  const end = performance.now() + 600
  while (performance.now() < end);
}

if (isMainThread) connectMany()
else serve()
