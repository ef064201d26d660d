import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../lib/app/layer.js'
import { createServer, Router } from '../lib/index.js'

/** @type {string[]} */
const seen = []

/** @type {Record<string, import('../lib/index.js').Middleware>} */
const layers = {
  twice: async (_req, _res, next) => {
    await next()
    await next()
  },
  late: (_req, res, next) => {
    res.text('Unauthorized', 401)
    next()
  },
  callback: (_req, _res, next) => {
    setTimeout(next, 50)
  },
  forgetful: async (_req, _res, next) => {
    next()
  },
  error: (_req, _res, next) => next(new Error('The door is stuck')),
  never: (_req, _res, _next) => {},
  stray: (req) => seen.push(req.path),
}

const router = new Router({
  onError: (/** @type {any} */ error) =>
    console.log(error.code ?? error.message),
})
for (const [name, layer] of Object.entries(layers)) {
  const handler = async () => {
    console.log('members')
    await sleep(50)
    return 'Aya, Ben'
  }
  router.get(`/${name}`, compose([layer], handler, handler))
}

const server = createServer(router).listen(0)
const { port } = /** @type {any} */ (server.address())
for (const name of Object.keys(layers)) {
  const signal = AbortSignal.timeout(2000)
  const answer = await fetch(`http://localhost:${port}/${name}`, { signal })
    .then((response) => response.text())
    .catch((error) => error.name)
  console.log(`${name}: ${answer}`)
}
server.close()
