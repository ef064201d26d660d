import { once } from 'node:events'
import http from 'node:http'
import { close } from './demo/close.js'
import { answer } from './demo/routes.js'

/** How long a connection may be idle, in ms; node:http adds a second. */
const IDLE = 5000

/**
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
export function handle(req, res) {
  const { status, headers, body } = answer(req.method ?? '', req.url ?? '')
  res.writeHead(status, headers)
  res.end(body)
}

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {{ port?: number, host?: string }} [options] port 0 picks a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const server = http.createServer({ keepAliveTimeout: IDLE }, handle)
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: () => close(server),
  }
}

if (import.meta.main) {
  const { PORT = '8080', HOST = '127.0.0.1' } = process.env
  const server = await start({ port: Number(PORT), host: HOST })
  console.log(`Listening on ${server.url}`)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close())
  }
} else if (import.meta.main === undefined) {
  // import.meta.main is new in Node.js 24.2.
  throw new Error(
    `Got Node.js ${process.version}, expected 24.2 or newer: install it from ` +
      'https://nodejs.org',
  )
}
