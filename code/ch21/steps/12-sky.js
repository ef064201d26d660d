import { setTimeout as delay } from 'node:timers/promises'
import { createLogger, createServer, Router } from '../lib/index.js'
import { currentTrace, identify, traceHeaders } from '../lib/observe/index.js'

const { PORT = '8080', MACHINE = 'kudu', DOME, SDK } = process.env
const log = createLogger({
  fields: { machine: MACHINE },
  context: () => ({ ...currentTrace() }),
})
const router = new Router()
router.use(identify())

router.use(async (req, _res, next) => {
  const start = performance.now()
  try {
    return await next()
  } finally {
    const ms = Math.round(performance.now() - start)
    log.info('answered', { path: req.path, ms })
  }
})

router.get('/moon', () => 'up since 17:58')
router.get('/clouds', () => delay(200, 'none'))
router.get('/sky', async () => {
  const moon = await ask('/moon')
  return `moon: ${moon}, clouds: ${await ask('/clouds')}`
})

/** @param {string} path at the machine in the dome */
async function ask(path) {
  // An SDK sends a traceparent of its own.
  const headers = SDK ? {} : traceHeaders()
  const answer = await fetch(`${DOME}${path}`, { headers })
  return answer.text()
}

const engine = /** @type {any} */ (process.env.VELOCY_ENGINE)
const server = createServer(router, { engine })
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {any} */ (server.address())
  console.log(`Listening on http://localhost:${port}`)
})
