import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createServer, Router } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { timed } = await import(new URL(file, import.meta.url).href)

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server with routes of its own.
 *
 * @param {(router: any) => void} addRoutes
 * @param {object} [options] of the router
 */
async function serve(addRoutes, options) {
  const router = new Router(options)
  addRoutes(router)
  const server = createServer(router).listen(0)
  servers.push(server)
  await once(server, 'listening')
  const { port } = /** @type {any} */ (server.address())
  return (/** @type {string} */ path, method = 'GET') =>
    fetch(`http://localhost:${port}${path}`, { method })
}

/** A clock that goes on when it is told to. */
function clock() {
  let time = 1000
  const go = (/** @type {number} */ ms) => {
    time += ms
  }
  return { now: () => time, go }
}

test('it tells how long a handler took', async () => {
  const { now, go } = clock()
  const ask = await serve((router) => {
    router.use(timed(now))
    router.get('/', () => {
      go(5)
      return 'done'
    })
  })
  const answer = await ask('/')
  assert.equal(answer.headers.get('server-timing'), 'total;dur=5')
  assert.equal(await answer.text(), 'done')
})

test('it waits for a handler that takes a while', async () => {
  const { now, go } = clock()
  const ask = await serve((router) => {
    router.use(timed(now))
    router.get('/', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      go(12.5)
      return { a: 1 }
    })
  })
  const answer = await ask('/')
  assert.equal(answer.headers.get('server-timing'), 'total;dur=12.5')
  assert.deepEqual(await answer.json(), { a: 1 })
})

test('of two, each tells of what is behind it', async () => {
  const { now, go } = clock()
  /** @type {unknown[]} */
  const inner = []
  const ask = await serve((router) => {
    router.use(timed(now))
    router.use(
      async (
        /** @type {any} */ _req,
        /** @type {any} */ res,
        /** @type {any} */ next,
      ) => {
        go(1)
        const answer = await next()
        inner.push(res.getHeader('server-timing'), answer)
        go(2)
        return answer
      },
    )
    router.use(timed(now))
    router.get('/', () => {
      go(4)
      return 'done'
    })
  })
  const answer = await ask('/')
  assert.deepEqual(inner, ['total;dur=4', 'done'])
  assert.equal(answer.headers.get('server-timing'), 'total;dur=7')
})

test('where there is no route, it tells as well', async () => {
  const { now } = clock()
  const ask = await serve((router) => router.use(timed(now)))
  const answer = await ask('/nothing')
  assert.equal(answer.status, 404)
  assert.equal(answer.headers.get('server-timing'), 'total;dur=0')
})
