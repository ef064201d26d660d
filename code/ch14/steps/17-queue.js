import { once } from 'node:events'
import net from 'node:net'
import { customers, report, serve } from './17-customers.js'

/** @param {number} port */
async function listen(port) {
  const server = net.createServer(serve)
  await once(server.listen({ port, reusePort: true }), 'listening')
  return server
}

const leaving = await listen(0)
const { port } = /** @type {net.AddressInfo} */ (leaving.address())
const staying = await listen(port)

const fates = customers(port)
// The kernel has connected them by then; no server has had a turn to look.
process.nextTick(() => leaving.close())
await report(fates)
staying.close()
