import { once } from 'node:events'
import http from 'node:http'

const PREFIX = '/bench/'

/**
 * Answers `GET /bench/:name?id=` with `{"name":…,"id":…}`.
 *
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
export function handle(req, res) {
  const target = req.url ?? '/'
  const queryStart = target.indexOf('?')
  const path = queryStart === -1 ? target : target.slice(0, queryStart)
  const query = queryStart === -1 ? '' : target.slice(queryStart + 1)
  const segment = path.slice(PREFIX.length)

  if (req.method !== 'GET' || !path.startsWith(PREFIX)) {
    return sendText(res, 404, 'Not Found')
  }
  if (segment === '' || segment.includes('/')) {
    return sendText(res, 404, 'Not Found')
  }
  const name = decode(segment)
  if (name === null) return sendText(res, 400, 'Bad Request')

  const id = new URLSearchParams(query).get('id')
  sendJson(res, JSON.stringify({ name, id }))
}

/**
 * Percent-decodes one segment of a path (RFC 3986 §2.1).
 *
 * @param {string} segment
 * @returns {string | null} null when an escape is malformed
 */
function decode(segment) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * @param {http.ServerResponse} res
 * @param {string} body
 */
function sendJson(res, body) {
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

/**
 * @param {http.ServerResponse} res
 * @param {number} status
 * @param {string} body
 */
function sendText(res, status, body) {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

/**
 * Listens, and resolves when connections are accepted.
 *
 * @param {{ port?: number, host?: string }} [options] port 0 picks a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const server = http.createServer(handle)
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
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
  // Older than 24.2, Node.js does not know, and would end without a word.
  throw new Error(
    `Got Node.js ${process.version}, expected 24.2 or newer: install it from ` +
      'https://nodejs.org',
  )
}
