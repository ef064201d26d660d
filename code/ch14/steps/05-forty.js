import cluster from 'node:cluster'
import { once } from 'node:events'
import net from 'node:net'
import process from 'node:process'

const schedule = process.argv[2]
const reusePort = schedule === 'reusePort'

/** Each worker tells its clients who it is, and can be busy for a second. */
function worker() {
  const id = String(cluster.worker?.id)
  const server = net.createServer((socket) => socket.end(id))
  const port = Number(process.env.SHARED_PORT ?? 0)
  server.listen({ port, reusePort }, () => process.send?.(server.address()))
  process.on('message', () => {
    const end = performance.now() + 1000
    process.send?.('busy')
    while (performance.now() < end);
  })
}

/** @returns {Promise<number>} the port that all four listen on */
async function startWorkers() {
  cluster.schedulingPolicy =
    schedule === 'shared' ? cluster.SCHED_NONE : cluster.SCHED_RR
  const [{ port }] = await once(cluster.fork(), 'message')
  const env = reusePort ? { SHARED_PORT: port } : {}
  for (let id = 2; id <= 4; id++) await once(cluster.fork(env), 'message')
  return port
}

/** @param {number} port @returns {Promise<Record<string, number>>} by worker */
async function connect(port) {
  /** @type {Record<string, number>} */
  const counts = {}
  const clients = Array.from({ length: 40 }, async () => {
    const [id] = await once(net.connect(port), 'data')
    counts[id] = (counts[id] ?? 0) + 1
  })
  await Promise.all(clients)
  return counts
}

async function primary() {
  const port = await startWorkers()
  console.log('all idle:', await connect(port))
  const workers = /** @type {any} */ (cluster.workers)
  workers[1].send('be busy')
  await once(workers[1], 'message')
  const { 1: waiting = 0 } = await connect(port)
  console.log(`1 is busy: ${waiting} of 40 wait for it`)
  for (const worker of Object.values(workers)) worker.kill()
}

if (cluster.isPrimary) primary()
else worker()
