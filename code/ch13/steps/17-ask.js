import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { handlers } from './17-handlers.js'

/** @param {any} server */
export async function serve(server) {
  server.on('request', (/** @type {any} */ req, /** @type {any} */ res) =>
    handlers[req.url.slice(1)](req, res),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

/**
 * @param {net.Server} server
 * @param {string} start of the request: all of its first line
 */
export async function ask(server, start) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  client.end(`${start}\r\nHost: x\r\n\r\n`)
  return plain(await text(client))
}

/**
 * Their order and their case don't matter, and the date changes.
 *
 * @param {string} answer
 */
const plain = (answer) =>
  answer.replace(/(?<=^HTTP.*\r\n)(?:.+\r\n)+/gm, (lines) =>
    lines
      .replace(/^[^:]+/gm, (name) => name.toLowerCase())
      .replace(/^date: .*/m, 'date: now')
      .split(/(?<=\n)/)
      .sort()
      .join(''),
  )
