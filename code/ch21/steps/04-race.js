import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { cable } from './04-cable.js'

const router = new Router()
router.post('/bookings', () => 'two seats\n')

/**
 * Books twice over one connection, with a pause.
 *
 * @param {number} port
 * @param {number} pause in ms
 * @param {Record<string, number>} counts of what came of the second
 */
async function bookTwice(port, pause, counts) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  await book(port, agent)
  await delay(pause)
  const what = await book(port, agent).catch(({ code }) => code)
  counts[what] = (counts[what] ?? 0) + 1
  agent.destroy()
}

/** @param {number} port @param {http.Agent} agent */
async function book(port, agent) {
  const options = { port, agent, method: 'POST', path: '/bookings' }
  const request = http.request(options).end()
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

for (const keepAliveTimeout of [2000, 20_000]) {
  const server = createServer(router, { keepAliveTimeout }).listen(0)
  await once(server, 'listening')
  const near = cable(server.address().port, 20).listen(0)
  await once(near, 'listening')
  const { port } = near.address()
  const counts = {}
  const pauses = Array.from({ length: 500 }, (_, i) => 1500 + 2 * i)
  await Promise.all(pauses.map((pause) => bookTwice(port, pause, counts)))
  console.log(`keepAliveTimeout ${keepAliveTimeout}:`, counts)
  server.close()
  near.close()
}
