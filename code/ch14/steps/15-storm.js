import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Eight clients that ask again as soon as they have an answer: half of them
 * over a connection that stays, half over a new one for each request.
 *
 * @param {string} url
 * @returns {() => Promise<{ answered: number, failed: number }>} that ends it
 */
export function storm(url) {
  const counts = { answered: 0, failed: 0 }
  let isOver = false
  const clients = Array.from({ length: 8 }, async (_, i) => {
    const agent = new http.Agent({ keepAlive: i % 2 === 0, maxSockets: 1 })
    while (!isOver) {
      const signal = AbortSignal.timeout(10_000)
      await once(http.get(url, { agent, signal }), 'response')
        .then(([response]) => text(response))
        .then(() => counts.answered++)
        .catch(() => counts.failed++)
    }
    agent.destroy()
  })
  return async () => {
    isOver = true
    await Promise.all(clients)
    return counts
  }
}
