import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { customers, report, serve } from './17-customers.js'

/** @param {net.Server} server that has come with a message */
function stay(server) {
  server.on('connection', serve)
  process.once('disconnect', () => server.close())
}

async function leave() {
  const leaving = net.createServer(serve).listen(0)
  await once(leaving, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (leaving.address())
  const child = fork(import.meta.filename, ['child'])
  await new Promise((sent) => child.send('take it', leaving, sent))

  const fates = customers(port)
  // It closes a descriptor. The queue is the child's as well, and stays.
  process.nextTick(() => leaving.close())
  await report(fates)
  child.disconnect()
}

if (process.argv[2] !== 'child') leave()
else process.once('message', (_, server) => stay(/** @type {any} */ (server)))
