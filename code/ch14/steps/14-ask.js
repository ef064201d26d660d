import { once } from 'node:events'
import http from 'node:http'

/**
 * Asks over a connection of its own.
 *
 * @param {string} url
 * @returns {Promise<() => Promise<string>>} as soon as an answer has begun: the
 *   way to the rest of it
 */
export async function ask(url) {
  const request = http.get(url, { agent: false })
  const [response] = await once(request, 'response')
  const whole = read(response)
  return () => whole
}

/** @param {http.IncomingMessage} response */
async function read(response) {
  let text = ''
  try {
    for await (const chunk of response) text += chunk
    return text
  } catch {
    return 'half an answer'
  }
}
