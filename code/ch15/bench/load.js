/**
 * A server that is asked for primes meanwhile, four times a second.
 *
 *     HOW=none|loop|pool|nice|cluster
 */
import { once } from 'node:events'
import http from 'node:http'
import process from 'node:process'
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads'
import { primes } from '../demo/primes.js'
import { serve } from '../lib/cluster/index.js'
import { createServer, Router } from '../lib/index.js'
import { WorkerPool } from '../lib/workers/index.js'

const { HOW = 'none' } = process.env

/** Numbers whose primes take some 50 ms to count. */
const BELOW = 500_000

/** How often they are asked for, in ms. */
const PERIOD = 250

/** @param {number} nice */
function openPool(nice) {
  const tasks = new URL('../demo/primes.js', import.meta.url)
  return new WorkerPool(tasks, { threads: 1, nice })
}

/** The routes of one process. */
export default async function makeRouter() {
  const isPool = HOW === 'pool' || HOW === 'nice'
  const pool = isPool ? openPool(HOW === 'nice' ? 19 : 0) : undefined
  await pool?.start()
  const router = new Router()
  router.get('/hello', () => 'hello')
  router.get('/primes', async () => {
    const count = await (pool?.run('primes', BELOW) ?? primes(BELOW))
    return { primes: count }
  })
  return router
}

/** @param {number} port whose server is asked, from a thread of its own */
function ask(port) {
  setInterval(() => {
    const path = '/primes'
    const request = http.get({ port, path, agent: false }, (response) => {
      response.resume()
    })
    request.on('error', () => {})
  }, PERIOD)
  parentPort?.on('message', () => process.exit())
}

/** @param {{ port: number, host: string }} options */
export async function start({ port, host }) {
  const isCluster = HOW === 'cluster'
  const server = isCluster
    ? await startCluster(port, host)
    : await startOne(port, host)
  const worker =
    HOW === 'none'
      ? undefined
      : new Worker(new URL(import.meta.url), { workerData: { port } })
  const close = async () => {
    await worker?.terminate()
    server.close()
  }
  process.once('SIGTERM', close)
  return { url: `http://localhost:${port}`, close }
}

/** @param {number} port @param {string} host */
async function startOne(port, host) {
  const server = createServer(await makeRouter())
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** @param {number} port @param {string} host */
function startCluster(port, host) {
  const options = { port, host, workers: 2, signals: false }
  return serve(import.meta.url, options)
}

if (!isMainThread && workerData?.port) ask(workerData.port)
