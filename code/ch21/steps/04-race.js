import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { cable } from './04-cable.js'

/** @param {number} keepAliveTimeout in ms */
export async function openOrigin(keepAliveTimeout) {
  const router = new Router()
  router.get('/sky', () => 'no clouds\n')
  router.post('/bookings', () => 'two seats\n')
  const server = createServer(router, { keepAliveTimeout }).listen(0)
  await once(server, 'listening')
  const near = cable(server.address().port, 20).listen(0)
  await once(near, 'listening')
  return near.address().port
}

/**
 * Asks twice over one connection, with a pause in between.
 *
 * @param {http.RequestOptions} request
 * @returns {Promise<Record<string, number>>} what came of the second ones
 */
export async function race(request) {
  /** @type {Record<string, number>} */
  const counts = {}
  const twice = async (/** @type {number} */ pause) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    agent.keepSocketAlive = () => true
    await ask({ ...request, agent })
    await delay(pause)
    const second = ask({ ...request, agent })
    const what = await second.catch(({ code }) => code)
    counts[what] = (counts[what] ?? 0) + 1
    agent.destroy()
  }
  for (let pause = 160; pause < 260; pause += 10) {
    await Promise.all(Array.from({ length: 20 }, () => twice(pause)))
  }
  return counts
}

/** @param {http.RequestOptions} options @returns {Promise<any>} its status */
async function ask(options) {
  const [response] = await once(http.request(options).end(), 'response')
  await response.resume().toArray()
  return response.statusCode
}

if (import.meta.main) {
  const limits = [200, 20_000]
  const runs = limits.map(async (limit) => {
    const port = await openOrigin(limit)
    return race({ port, path: '/bookings', method: 'POST' })
  })
  for (const [i, counts] of (await Promise.all(runs)).entries()) {
    console.log(`idle for ${limits[i]} ms at most:`, counts)
  }
  process.exit()
}
