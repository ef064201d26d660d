import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from '../library.js'

const { createServer, Router } = await library('lib/index.js')
const { publish, subscribe } = await library('lib/cluster/index.js')

/**
 * Publishes what a test says, and tells what it has heard.
 *
 * @param {{ id: number, data: any }} context
 */
export default function app({ id, data }) {
  /** @type {any[][]} what each of two subscribers has heard */
  const heard = [[], []]
  for (const list of heard) {
    subscribe('news', (/** @type {any} */ value) => list.push(value))
  }
  subscribe('large', (/** @type {string} */ text) => {
    heard[0].push(text.length)
    publish('heard', id)
  })
  const router = new Router()
  router.post('/publish', (/** @type {any} */ req) => {
    const { name, count } = req.query
    for (let i = 0; i < Number(count); i++) {
      publish('news', { name, number: i })
    }
    return { id }
  })
  router.post('/publish-and-die', async () => {
    publish('news', 'last words')
    // A message goes at the end of the turn.
    await nextTurn()
    await nextTurn()
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  })
  router.post('/block', async (/** @type {any} */ req) => {
    await publish('news', 'busy')
    while (!existsSync(req.query.until));
    return { id }
  })
  router.get('/heard', () => ({ id, heard }))
  return createServer(router, { engine: data?.engine ?? 'net' })
}
