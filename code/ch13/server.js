import { once } from 'node:events'
import { administer } from './demo/admin.js'
import { greet } from './demo/greeting.js'
import { LoopDelay } from './demo/loop-delay.js'
import {
  createLogger,
  createServer,
  flushOnExit,
  LogFile,
  logRequests,
  Router,
} from './lib/index.js'

/** @import { Logger, Request, Response } from './lib/index.js' */

/**
 * The routes of the demo.
 *
 * @param {LoopDelay} delay of the server, for /health
 * @param {string} [adminToken] without one there is no /admin
 */
export function routes(delay, adminToken) {
  const router = new Router()
  const health = () => ({ status: 'ok', loopDelay: delay.read() })
  for (const word of ['hey', 'hell', 'hello', 'about']) {
    router.get(`/${word}`, () => word)
  }
  router.get('/bench/:name', bench)
  router.get('/health', health)
  router.get('/greeting', greet)
  router.post('/echo', echo)
  if (adminToken) {
    router.group('/admin', { problems: true }, (admin) => {
      administer(admin, adminToken, health, router)
    })
  }
  return router
}

/**
 * @param {Request} req
 * @param {Response} res
 */
function bench(req, res) {
  const { name } = req.params
  const id = req.queryParams.get('id')
  res.setHeader('x-powered-by', 'benchmark')
  res.json({ name, id })
}

/**
 * Answers a body with the same body.
 *
 * @param {Request} req
 * @param {Response} res
 */
function echo(req, res) {
  const type = req.headers['content-type'] ?? 'application/octet-stream'
  res.setHeader('content-type', type)
  return req.bytes()
}

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {{ port?: number, host?: string, log?: Logger, adminToken?: string }}
 *   [options] port 0 picks a free one; with a log, each request leaves a line;
 *   with a token, who has it may look at /admin
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start(options = {}) {
  const { port = 8080, host = '127.0.0.1', log, adminToken } = options
  const delay = new LoopDelay()
  // A process can be given the other engine without a change in the code.
  const { VELOCY_ENGINE: engine = 'net' } = process.env
  const engines = /** @type {any} */ ({ engine })
  const server = createServer(routes(delay, adminToken), engines)
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
  const { ADMIN_TOKEN: adminToken } = process.env
  const log = LOG ? openLog(LOG) : undefined
  const server = await start({
    port: Number(PORT),
    host: HOST,
    log,
    adminToken,
  })
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
