import { once } from 'node:events'
import { administer } from './demo/admin.js'
import { compute, openPool, showPool } from './demo/computing.js'
import { serveFiles } from './demo/files.js'
import { greet } from './demo/greeting.js'
import { serveLive } from './demo/live.js'
import { LoopDelay } from './demo/loop-delay.js'
import { context, observe, showNumbers } from './demo/observed.js'
import { runPrograms } from './demo/spawn.js'
import {
  closeStores,
  openStores,
  serveStores,
  statesOf,
} from './demo/stores.js'
import { showMetrics, showWorkers } from './demo/workers.js'
import { serve } from './lib/cluster/index.js'
import {
  createLogger,
  createServer,
  flushOnExit,
  LogFile,
  logRequests,
  Router,
} from './lib/index.js'
import { leave, health as ready } from './lib/observe/index.js'

/** @import { Store } from './demo/stores.js' */
/** @import { Role } from './demo/workers.js' */
/** @import { AppContext, ClusterOptions } from './lib/cluster/index.js' */
/** @import { Logger, Request, Response } from './lib/index.js' */
/** @import { WorkerPool } from './lib/workers/index.js' */

/** @type {Role} */
const ALONE = { id: 0, generation: 0 }

/**
 * The routes of the demo.
 *
 * @param {LoopDelay} delay of the server, for /health
 * @param {string} [adminToken] without one there is no /admin
 * @param {Role} [role]
 * @param {WorkerPool} [pool] of threads, for what takes long
 * @param {Map<string, Store>} [stores] by name
 */
export function routes(
  delay,
  adminToken,
  role = ALONE,
  pool,
  stores = new Map(),
) {
  const router = new Router()
  const health = async () => ({
    status: 'ok',
    loopDelay: delay.read(),
    stores: await statesOf(stores),
  })
  for (const word of ['hey', 'hell', 'hello', 'about']) {
    router.get(`/${word}`, () => word)
  }
  router.get('/bench/:name', bench)
  router.get('/health', health)
  router.get('/ready', ready())
  router.get('/greeting', greet)
  router.post('/echo', echo)
  runPrograms(router)
  showWorkers(router, role)
  compute(router, pool)
  serveStores(router, stores)
  serveFiles(router)
  if (adminToken) {
    router.group('/admin', { problems: true }, (admin) => {
      administer(admin, adminToken, health, router)
      showMetrics(admin)
      showNumbers(admin)
      showPool(admin, pool)
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
 * @typedef {object} AppOptions
 * @property {Logger} [log] each request leaves a line
 * @property {string} [adminToken] who has it may look at /admin
 * @property {number | 'auto'} [threads] for what takes long; none: the event
 *   loop does it
 */

/** @param {AppOptions} options @param {Role} [role] */
async function makeServer({ log, adminToken, threads }, role) {
  const delay = new LoopDelay()
  const pool = openPool(threads)
  await pool?.start()
  const stores = await openStores()
  // A process can be given the other engine without a change in the code.
  const { VELOCY_ENGINE: engine = 'net' } = process.env
  const engines = /** @type {any} */ ({ engine })
  const router = routes(delay, adminToken, role, pool, stores)
  await serveLive(router)
  const server = createServer(router, engines)
  if (log) logRequests(server, log)
  observe(router, server, { log, adminToken })
  server.once('close', () => {
    delay.stop()
    pool?.close()
    closeStores(stores)
  })
  return server
}

/**
 * What each worker of a cluster serves.
 *
 * @param {AppContext} context
 */
export default function serveInWorker({ id, generation, data }) {
  const { adminToken, isLogged, threads } = data
  const fields = { worker: id }
  const log = isLogged ? createLogger({ fields, context }) : undefined
  return makeServer({ log, adminToken, threads }, { id, generation })
}

/**
 * @typedef {object} ListenOptions
 * @property {number} [port] 8080; 0 picks a free one
 * @property {string} [host]
 * @property {number | 'auto'} [workers] how many processes; none: this one
 * @property {ClusterOptions['output']} [output] where their log goes
 * @property {number} [drainDelay] how long close() says that the server will
 *   leave, before it does, in ms; 0
 */

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {AppOptions & ListenOptions} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start(options = {}) {
  const { port = 8080, host = '127.0.0.1', workers, ...rest } = options
  const { drainDelay = 0 } = options
  if (!(drainDelay >= 0)) throw RangeError(`drainDelay: ${drainDelay} is no ms`)
  if (workers !== undefined) {
    return startWorkers({ ...rest, port, host, workers })
  }
  const server = await makeServer(rest)
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      await leave(server, drainDelay)
      rest.log?.flush()
    },
  }
}

/** @param {AppOptions & ListenOptions} options */
async function startWorkers({ adminToken, threads, ...options }) {
  const { log } = options
  const data = { adminToken, threads, isLogged: log !== undefined }
  const cluster = await serve(import.meta.url, { ...options, data })
  cluster.once('close', () => log?.flush())
  const url = `http://localhost:${cluster.address()?.port}`
  return { url, close: () => cluster.close() }
}

if (import.meta.main) {
  const { PORT = '8080', HOST = '127.0.0.1', LOG } = process.env
  const { ADMIN_TOKEN: adminToken, WORKERS, THREADS } = process.env
  const { DRAIN_DELAY = '0' } = process.env
  const output = LOG
    ? new LogFile(LOG, { maxSize: 100 * 1024 * 1024 })
    : undefined
  const log = output && openLog(output)
  const server = await start({
    port: Number(PORT),
    host: HOST,
    log,
    adminToken,
    workers: countOf(WORKERS),
    threads: countOf(THREADS),
    output,
    drainDelay: Number(DRAIN_DELAY),
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

/** @param {string | undefined} text such as `4` or `auto` */
function countOf(text) {
  return text === undefined || text === 'auto' ? text : Number(text)
}

/** @param {LogFile} file */
function openLog(file) {
  const log = createLogger({ destination: file, context })
  flushOnExit(log, file)
  return log
}
