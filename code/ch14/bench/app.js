/**
 * What the proofs serve: an answer that tells who has given it, and to what.
 */
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/now/:number', (req) => `${process.pid} ${req.params.number}`)
router.get('/later/:number/:ms', async (req) => {
  await wait(Number(req.params.ms))
  return `${process.pid} ${req.params.number}`
})

/** @param {import('../lib/cluster/index.js').AppContext} context */
export default function app({ data: { engine, reusePort } }) {
  const server = createServer(router, { engine })
  const { listen } = server
  if (reusePort) {
    // The cluster has no such schedule: it is here to be compared.
    server.listen = (/** @type {any} */ options) =>
      listen.call(server, { ...options, reusePort })
  }
  return server
}
