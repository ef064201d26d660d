import cluster from 'node:cluster'
import { once } from 'node:events'
import net from 'node:net'
import process from 'node:process'

const WORKERS = 4
const CONNECTIONS = 40
const [schedule = 'round-robin', port = '0'] = process.argv.slice(2)

/** Every worker tells its clients who it is. */
async function worker() {
  const server = net.createServer((socket) => {
    socket.end(String(cluster.worker?.id))
  })
  const reusePort = schedule === 'reusePort'
  await once(server.listen({ port: Number(port), reusePort }), 'listening')
  process.send?.(server.address())
  process.on('message', () => {
    const end = performance.now() + 1000
    process.send?.('busy')
    while (performance.now() < end);
  })
}

/** Ports of their own are no use: all workers listen on that of the first. */
async function startWorkers() {
  cluster.schedulingPolicy =
    schedule === 'shared' ? cluster.SCHED_NONE : cluster.SCHED_RR
  const first = cluster.fork()
  const [address] = await once(first, 'message')
  if (schedule === 'reusePort') {
    cluster.setupPrimary({ args: [schedule, String(address.port)] })
  }
  for (let id = 2; id <= WORKERS; id++) await once(cluster.fork(), 'message')
  return { first, port: address.port }
}

/**
 * @param {number} port
 * @returns {Promise<Record<string, number>>} how many were whose
 */
async function connect(port) {
  /** @type {Record<string, number>} */
  const counts = {}
  const clients = Array.from({ length: CONNECTIONS }, async () => {
    const [id] = await once(net.connect(port), 'data')
    counts[id] = (counts[id] ?? 0) + 1
  })
  await Promise.all(clients)
  return counts
}

async function primary() {
  const { first, port } = await startWorkers()
  console.log('all idle:', await connect(port))
  first.send('be busy')
  await once(first, 'message')
  const { 1: waiting = 0 } = await connect(port)
  console.log(`1 is busy: ${waiting} of ${CONNECTIONS} wait for it`)
  for (const worker of Object.values(cluster.workers ?? {})) worker?.kill()
}

if (cluster.isPrimary) primary()
else worker()
