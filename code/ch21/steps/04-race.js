import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { cable } from './04-cable.js'
import { startProxy } from './machines.js'

/** @import { Server } from 'node:net' */

/** @param {number} keepAliveTimeout in ms */
export async function openOrigin(keepAliveTimeout) {
  const router = new Router()
  router.get('/bookings', () => 'two seats are left\n')
  router.post('/bookings', () => 'two seats are yours\n')
  const server = createServer(router, { keepAliveTimeout }).listen(0)
  await once(server, 'listening')
  const near = cable(portOf(server), 100).listen(0)
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
  for (let pause = 50; pause < 450; pause += 80) {
    await Promise.all(Array.from({ length: 40 }, () => twice(pause)))
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
  const [limit = '200', config] = process.argv.slice(2)
  let port = await openOrigin(Number(limit))
  if (config) {
    const address = `127.0.0.1:${port}`
    const machines = ['kudu', 'oryx'].map((name) => ({ name, address }))
    const proxy = await startProxy(config, machines)
    port = Number(new URL(proxy.url).port)
  }
  console.log('GET: ', await race(port, 'GET'))
  console.log('POST:', await race(port, 'POST'))
  process.exit()
}
