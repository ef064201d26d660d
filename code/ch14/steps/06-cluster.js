import cluster from 'node:cluster'
import http from 'node:http'

/** @import { Options } from './06-imbalance.js' */

const reusePort = process.env.SCHEDULE === 'reusePort'

/**
 * What a model does, by real workers: {@link served} counts who answers.
 *
 * @param {Options} options
 * @returns {Promise<number>} the port, when all are there
 */
export async function open({ schedule, workers = 4, limit = 0 }) {
  const shares = schedule === 'round-robin'
  cluster.schedulingPolicy = shares ? cluster.SCHED_RR : cluster.SCHED_NONE
  cluster.setupPrimary({ exec: import.meta.filename })
  let port = 0
  for (let number = 0; number < workers; number++) {
    const env = { SCHEDULE: schedule, LIMIT: limit, PORT: port }
    const worker = cluster.fork(env)
    port = await new Promise((resolve) => worker.once('message', resolve))
  }
  return port
}

if (cluster.isWorker) {
  const { PORT = '0', LIMIT = '0' } = process.env
  const id = String(cluster.worker?.id)
  const server = http.createServer((_req, res) => res.end(id))
  server.maxRequestsPerSocket = Number(LIMIT)
  server.keepAliveTimeout = 60_000
  const port = reusePort ? Number(PORT) : 0
  server.listen({ port, host: '127.0.0.1', reusePort }, () => {
    process.send?.(/** @type {any} */ (server.address()).port)
  })
  // The cluster closes what it has opened; with reusePort that is nothing.
  process.on('disconnect', () => server.close())
}
