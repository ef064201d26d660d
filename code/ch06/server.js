import { once } from 'node:events'
import { greeting } from './demo/greeting.js'
import { LoopDelay } from './demo/loop-delay.js'
import {
  createLogger,
  createServer,
  flushOnExit,
  LogFile,
  logRequests,
  Router,
  readBody,
  VelocyError,
} from './lib/index.js'

/** @import { Logger, Request, Response } from './lib/index.js' */

/**
 * The routes of the demo.
 *
 * @param {LoopDelay} delay of the server, for /health
 */
export function routes(delay) {
  const router = new Router({ notFound: bench })
  for (const word of ['hey', 'hell', 'hello', 'about']) {
    router.get(`/${word}`, (_req, res) => res.text(word))
  }
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok', loopDelay: delay.read() })
  })
  router.get('/greeting', (req, res) => {
    const { status, headers, body } = greeting(req.method ?? '', req.headers)
    res.writeHead(status, headers)
    res.end(body)
  })
  router.post('/echo', echo)
  return router
}

/**
 * Answers /bench/:name, which is a path for every name there is: no table of
 * paths can hold it.
 *
 * @param {Request} req
 * @param {Response} res
 */
function bench(req, res) {
  const segment = /^\/bench\/([^/]+)$/.exec(req.path)?.[1]
  if (segment === undefined) return res.text('Not Found', 404)
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('allow', 'GET, HEAD')
    return res.text('Method Not Allowed', 405)
  }
  const name = decode(segment)
  const id = req.queryParams.get('id')
  res.setHeader('x-powered-by', 'benchmark')
  res.json({ name, id })
}

/**
 * Percent-decodes one segment of a path (RFC 3986 §2.1).
 *
 * @param {string} segment
 */
function decode(segment) {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new VelocyError('ERR_VELOCY_BAD_ESCAPE', `Bad escape in ${segment}`, {
      status: 400,
    })
  }
}

/**
 * Answers a body with the same body.
 *
 * @param {Request} req
 * @param {Response} res
 */
async function echo(req, res) {
  const body = await readBody(req)
  const type = req.headers['content-type'] ?? 'application/octet-stream'
  res.writeHead(200, { 'content-type': type, 'content-length': body.length })
  res.end(body)
}

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {{ port?: number, host?: string, log?: Logger }} [options] port 0
 *   picks a free one; with a log, each request leaves a line
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start({ port = 8080, host = '127.0.0.1', log } = {}) {
  const delay = new LoopDelay()
  const server = createServer(routes(delay))
  if (log) logRequests(server, log)
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          delay.stop()
          log?.flush()
          resolve()
        })
      }),
  }
}

if (import.meta.main) {
  const { PORT = '8080', HOST = '127.0.0.1', LOG } = process.env
  const log = LOG ? openLog(LOG) : undefined
  const server = await start({ port: Number(PORT), host: HOST, log })
  console.log(`Listening on ${server.url}`)
  log?.info('listening', { url: server.url })
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

/** @param {string} path of the log file */
function openLog(path) {
  const file = new LogFile(path, { maxSize: 100 * 1024 * 1024 })
  const log = createLogger({ destination: file })
  flushOnExit(log, file)
  return log
}
