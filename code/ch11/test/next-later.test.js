import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serve, velocy } from './serving.js'
import { request, within } from './support.js'

/** @typedef {import('../lib/index.js').Middleware} Middleware */
/** @typedef {import('../lib/index.js').Next} Next */

/**
 * Middleware that calls next when it is over already: in a callback, where
 * nobody is there to catch what is thrown.
 */

const refused = () =>
  new velocy.VelocyError('ERR_SHOP_CLOSED', 'closed', { status: 403 })

/** How a function is left, with something that a callback will do. */
const WAYS = /** @type {const} */ (['plain', 'async', 'pending'])

/**
 * @param {typeof WAYS[number]} way
 * @param {(next: Next) => void} callback
 * @param {unknown} [returned]
 * @returns {Middleware}
 */
function leaving(way, callback, returned) {
  /** @type {Record<typeof WAYS[number], Middleware>} */
  const all = {
    plain: (_req, _res, next) => {
      setImmediate(callback, next)
      return returned
    },
    async: async (_req, _res, next) => {
      setImmediate(callback, next)
      return returned
    },
    pending: async (_req, _res, next) => {
      await new Promise((resolve) => {
        setImmediate(() => {
          callback(next)
          resolve(undefined)
        })
      })
      return returned
    },
  }
  return all[way]
}

/**
 * A server with a layer around a handler, and a path for each way to leave it.
 *
 * @param {(next: Next) => void} callback
 * @param {(req: any, res: any) => unknown} handler
 * @param {unknown} [returned] by the layer
 */
async function serveWays(callback, handler, returned) {
  /** @type {any[]} */
  const told = []
  /** @type {(() => void) | undefined} */
  let heard
  const onError = (/** @type {unknown} */ error) => {
    told.push(error)
    heard?.()
  }
  const app = await serve(
    (router) => {
      router.use(async (_req, _res, next) => {
        await next()
      })
      for (const way of WAYS) {
        router.get(`/${way}`, leaving(way, callback, returned), handler)
      }
    },
    { onError },
  )
  const codes = () => told.splice(0).map(({ code }) => code)
  const hear = () =>
    within(
      new Promise((resolve) => {
        heard = () => resolve(undefined)
        if (told.length > 0) heard()
      }),
      'the error',
    )
  return { app, codes, hear }
}

test('next in a callback goes on, also in a function that is async', async () => {
  for (const handler of [() => 'done', async () => nextTurn('done')]) {
    const { app, codes } = await serveWays((next) => void next(), handler)
    for (const way of WAYS) {
      const { status, text } = await request(app, `/${way}`)
      assert.deepEqual([status, text], [200, 'done'], way)
      assert.deepEqual(codes(), [], way)
    }
  }
})

test('what is thrown behind a next in a callback fails the request alone', async () => {
  const failing = [
    () => {
      throw refused()
    },
    async () => {
      throw refused()
    },
  ]
  for (const handler of failing) {
    const { app, codes } = await serveWays((next) => void next(), handler)
    for (const way of WAYS) {
      assert.equal((await request(app, `/${way}`)).status, 403, way)
      assert.deepEqual(codes(), ['ERR_SHOP_CLOSED'], way)
    }
  }
})

test('behind next with an error, next runs nothing', async () => {
  let calls = 0
  const { app, codes } = await serveWays(
    (next) => {
      next(refused())
      next()
    },
    () => `${++calls}`,
  )
  for (const way of WAYS) {
    assert.equal((await request(app, `/${way}`)).status, 403, way)
    assert.equal(calls, 0, way)
    assert.deepEqual(codes(), ['ERR_SHOP_CLOSED'], way)
  }
})

test('an error for next in a callback counts more than what is returned', async () => {
  const { app, codes } = await serveWays(
    (next) => void next(refused()),
    () => 'never',
    'returned',
  )
  assert.equal((await request(app, '/pending')).status, 403)
  assert.deepEqual(codes(), ['ERR_SHOP_CLOSED'])
})

test('next behind an answer that was returned runs nothing, and is told', async () => {
  let calls = 0
  const late = ['ERR_VELOCY_NEXT_TOO_LATE']
  const { app, codes, hear } = await serveWays(
    (next) => void next(),
    () => `${++calls}`,
    'returned',
  )
  for (const way of /** @type {const} */ (['plain', 'async'])) {
    const { status, text } = await request(app, `/${way}`)
    assert.deepEqual([status, text], [200, 'returned'], way)
    await hear()
    assert.equal(calls, 0, way)
    assert.deepEqual(codes(), late, way)
  }
})

/** @type {Record<string, Middleware>} */
const again = {
  'went on': (_req, _res, next) => {
    setImmediate(next)
    return next()
  },
  'went on and waited': async (_req, _res, next) => {
    await next()
    setImmediate(next)
  },
  threw: (_req, _res, next) => {
    setImmediate(next)
    throw refused()
  },
  rejected: async (_req, _res, next) => {
    setImmediate(next)
    throw refused()
  },
}

for (const [what, layer] of Object.entries(again)) {
  test(`next in a callback of a layer that ${what} runs nothing`, async (t) => {
    let calls = 0
    const { promise, resolve } = Promise.withResolvers()
    const onError = (/** @type {any} */ { code }) => {
      if (code !== 'ERR_SHOP_CLOSED') resolve(code)
    }
    // Where a second error of the same request goes.
    t.mock.method(console, 'error', onError)
    const app = await serve(
      (router) => {
        router.get('/', layer, () => `${++calls}`)
      },
      { onError },
    )
    const isRefused = what === 'threw' || what === 'rejected'
    const { status } = await request(app, '/')
    assert.equal(status, isRefused ? 403 : 200)
    assert.equal(
      await within(promise, 'the second call to be told'),
      isRefused ? 'ERR_VELOCY_NEXT_TOO_LATE' : 'ERR_VELOCY_NEXT_TWICE',
    )
    assert.equal(calls, isRefused ? 0 : 1)
  })
}

test('behind an await, next gives what is inside, and an error stops there', async () => {
  /** @type {string[]} */
  const list = []
  const app = await serve((router) => {
    router.get(
      '/value',
      async (_req, _res, next) => {
        await nextTurn()
        return `<${await next()}>`
      },
      () => 'done',
    )
    router.get(
      '/error',
      async (_req, _res, next) => {
        await nextTurn()
        await next(refused())
        list.push('behind the error')
      },
      () => 'never',
    )
  })
  assert.equal((await request(app, '/value')).text, '<done>')
  assert.equal((await request(app, '/error')).status, 403)
  assert.deepEqual(list, [])
})

test('an error for next that is thrown over ends no process', async () => {
  /** @type {unknown[]} */
  const unhandled = []
  const note = (/** @type {unknown} */ error) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const app = await serve((router) => {
    router.get(
      '/',
      async (_req, _res, next) => {
        await nextTurn()
        next(new Error('first'))
        throw refused()
      },
      () => 'never',
    )
  })
  assert.equal((await request(app, '/')).status, 403)
  await nextTurn()
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})

test('next runs nothing when its layer has answered and the outer ones wait', async () => {
  let calls = 0
  const { promise: tried, resolve } = Promise.withResolvers()
  const app = await serve(
    (router) => {
      router.use(async (_req, _res, next) => {
        await next()
        await tried
      })
      router.get(
        '/',
        (_req, _res, next) => {
          setImmediate(() => {
            next()
            resolve(undefined)
          })
          return 'answer'
        },
        () => `${++calls}`,
      )
    },
    { onError: () => {} },
  )
  assert.equal((await request(app, '/')).status, 500)
  assert.equal(calls, 0)
})

test('an error behind next in a promise of its own ends no process', async () => {
  /** @type {unknown[]} */
  const unhandled = []
  const note = (/** @type {unknown} */ error) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const app = await serve((router) => {
    router.get(
      '/',
      (_req, _res, next) => {
        nextTurn().then(() => next())
      },
      async () => {
        throw refused()
      },
    )
  })
  assert.equal((await request(app, '/')).status, 403)
  await nextTurn()
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})
