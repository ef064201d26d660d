import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from '../library.js'

const { createLogger, createServer, Router } = await library('lib/index.js')
const { readMetrics, store } = await library('lib/cluster/index.js')

/** @param {() => void} end of the process */
const whenSent = async (end) => {
  // A message goes at the end of the turn.
  await nextTurn()
  await nextTurn()
  end()
}

/**
 * Does what a test says, all of it in one turn.
 *
 * @param {{ id: number, data: any }} context
 */
export default function app({ id, data }) {
  const log = createLogger({ fields: { worker: id } })
  const router = new Router()
  // [[method, ...args], …]
  router.post('/store', async (/** @type {any} */ req) => {
    const asked = await req.json()
    const results = await Promise.allSettled(
      asked.map((/** @type {any[]} */ [method, ...args]) =>
        store[method](...args),
      ),
    )
    return {
      id,
      results: results.map((/** @type {any} */ { value, reason }) =>
        reason ? { code: reason.code } : { value },
      ),
    }
  })
  router.post('/flood', (/** @type {any} */ req) => {
    const count = Number(req.query.count)
    for (let i = 0; i < count; i++) store.increment('flood').catch(() => {})
    whenSent(() => process.kill(process.pid, 'SIGKILL'))
    return new Promise(() => {})
  })
  router.post('/log', (/** @type {any} */ req) => {
    const { from, count, length = '0' } = req.query
    const text = 'x'.repeat(Number(length))
    for (let i = 0; i < Number(count); i++) {
      log.info('counted', { number: Number(from) + i, text })
    }
    const { end } = req.query
    if (end === 'exit') process.exit(0)
    if (end === 'kill') process.kill(process.pid, 'SIGKILL')
    return end ? new Promise(() => {}) : { id }
  })
  router.post('/block', (/** @type {any} */ req) => {
    const end = performance.now() + Number(req.query.ms)
    while (performance.now() < end);
    return {}
  })
  router.get('/metrics', readMetrics)
  router.get('/who', () => ({ id, pid: process.pid }))
  return createServer(router, { engine: data?.engine ?? 'net' })
}
