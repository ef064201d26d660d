/** A browser that has a page open, as far as the builder can tell. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { reloadEndpoint } from './site-server.js'

/**
 * @param {string} url
 * @returns {Promise<string>} '' while there is no such page
 */
export async function open(url) {
  try {
    const response = await fetch(url)
    const text = await response.text()
    return response.ok ? text : ''
  } catch {
    return ''
  }
}

/**
 * @param {string} url
 * @param {(html: string) => boolean} isThere
 * @param {number} limit seconds
 * @returns {Promise<void>}
 * @throws {Error} when it is not as it should be by then
 */
export async function waitFor(url, isThere, limit) {
  const end = performance.now() + limit * 1000
  while (!isThere(await open(url))) {
    if (performance.now() > end) {
      throw new Error(`${url} is not as expected after ${limit} s`)
    }
    await sleep(5)
  }
}

/**
 * Waits to be told to load the page again.
 *
 * @param {string} url of the server
 * @returns {Promise<{ told: () => Promise<unknown>, close: () => void }>}
 */
export async function listen(url) {
  const request = http.request(new URL(reloadEndpoint, url), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-version': '13',
    },
  })
  request.end()
  const [, socket, head] = await once(request, 'upgrade')
  if (head.length > 0) socket.unshift(head)
  socket.on('error', () => {})
  return { told: () => once(socket, 'data'), close: () => socket.destroy() }
}
