import { once } from 'node:events'
import http from 'node:http'
import { close } from './demo/close.js'
import { LoopDelay } from './demo/loop-delay.js'
import { answer, pathOf, text } from './demo/routes.js'
import { VelocyError } from './lib/common/errors.js'
import { readBody, skipBody } from './lib/http/body.js'

/** How long a connection may be idle, in ms; node:http adds a second. */
const IDLE = 5000

/**
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 * @param {LoopDelay} delay
 */
export async function handle(req, res, delay) {
  const { method = '', url = '' } = req
  if (pathOf(url) === '/echo') return echo(req, res)
  send(res, answer(method, url, delay))
}

/**
 * @param {http.ServerResponse} res
 * @param {import('./demo/routes.js').Answer} answer
 */
function send(res, { status, headers, body }) {
  res.writeHead(status, headers)
  res.end(body)
}

/**
 * Answers a body with the same body.
 *
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
async function echo(req, res) {
  if (req.method !== 'POST') {
    return send(res, text(405, 'Method Not Allowed', { allow: 'POST' }))
  }
  try {
    const body = await readBody(req)
    const type = req.headers['content-type'] ?? 'application/octet-stream'
    const headers = { 'content-type': type, 'content-length': body.length }
    send(res, { status: 200, headers, body })
  } catch (error) {
    const status = error instanceof VelocyError ? error.status : undefined
    if (status === undefined) throw error
    send(res, text(status, http.STATUS_CODES[status] ?? ''))
    // The unread rest would block the connection.
    if (!(await skipBody(req))) req.destroy()
  }
}

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {{ port?: number, host?: string }} [options] port 0 picks a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const delay = new LoopDelay()
  const server = http.createServer({ keepAliveTimeout: IDLE }, (req, res) =>
    handle(req, res, delay),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      await close(server)
      delay.stop()
    },
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
