import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { cable } from './04-cable.js'

/** @import { Server } from 'node:net' */

/** @param {number} keepAliveTimeout in ms */
export async function openOrigin(keepAliveTimeout) {
  const router = new Router()
  router.get('/bookings', () => 'two seats are left\n')
  router.post('/bookings', () => 'two seats are yours\n')
  const server = createServer(router, { keepAliveTimeout }).listen(0)
  await once(server, 'listening')
  const near = cable(portOf(server), 30).listen(0)
  await once(near, 'listening')
  for (const one of [server, near]) one.unref()
  return portOf(near)
}

/** @param {Server} server */
const portOf = (server) => /** @type {any} */ (server.address()).port

/**
 * Asks for bookings twice over one connection, with a pause in between.
 *
 * @param {number} port
 * @param {string} method
 * @returns {Promise<Record<string, number>>} what came of the second ones
 */
export async function race(port, method) {
  /** @type {Record<string, number>} */
  const answers = {}
  const twice = async (/** @type {number} */ pause) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    agent.keepSocketAlive = () => true
    const request = { port, method, agent, path: '/bookings' }
    await ask(request)
    await delay(pause)
    const what = await ask(request).catch(({ code }) => code)
    answers[what] = (answers[what] ?? 0) + 1
    agent.destroy()
  }
  for (let pause = 160; pause < 260; pause += 10) {
    await Promise.all(Array.from({ length: 20 }, () => twice(pause)))
  }
  return answers
}

/** @param {http.RequestOptions} options @returns {Promise<any>} its status */
async function ask(options) {
  const [response] = await once(http.request(options).end(), 'response')
  await response.resume().toArray()
  return response.statusCode
}

if (import.meta.main) {
  for (const limit of [200, 20_000]) {
    const answers = await race(await openOrigin(limit), 'POST')
    console.log(`idle for ${limit} ms at most:`, answers)
  }
}
