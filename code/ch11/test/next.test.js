import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, head, serve, velocy } from './serving.js'
import { request, within } from './support.js'

/** @typedef {import('../lib/index.js').Middleware} Middleware */
/** @typedef {import('../lib/index.js').Router} Router */

const { VelocyError } = velocy

/**
 * A server that keeps what its onError is told.
 *
 * @param {(router: Router) => void} addRoutes
 */
async function watch(addRoutes) {
  /** @type {any[]} */
  const told = []
  /** @param {unknown} error */
  const onError = (error) => void told.push(error)
  const app = await serve(addRoutes, { onError })
  return { ...app, codes: () => told.splice(0).map(({ code }) => code) }
}

const refused = () =>
  new VelocyError('ERR_SHOP_CLOSED', 'closed', { status: 403 })

test('called twice, next runs nothing the second time', async () => {
  let calls = 0
  /** @type {Record<string, Middleware>} */
  const calling = {
    sync: (_req, _res, next) => {
      next()
      return next()
    },
    async: async (_req, _res, next) => {
      await next()
      await next()
    },
    unawaited: async (_req, _res, next) => {
      next()
      next()
    },
  }
  const app = await watch((router) => {
    for (const [name, layer] of Object.entries(calling)) {
      router.get(`/${name}`, layer, async () => {
        calls++
        await nextTurn()
        return 'done'
      })
    }
  })
  for (const name of Object.keys(calling)) {
    calls = 0
    const { status } = await request(app, `/${name}`)
    assert.equal(status, 500, name)
    assert.equal(calls, 1, name)
    assert.deepEqual(app.codes(), ['ERR_VELOCY_NEXT_TWICE'], name)
  }
})

test('called twice from callbacks, next ends no process', async () => {
  const app = await watch((router) => {
    const twice = (/** @type {Function} */ next) => () => {
      next()
      next()
    }
    router.get(
      '/',
      (_req, _res, next) => {
        setImmediate(twice(next))
      },
      () => 'done',
    )
    router.get(
      '/later',
      (_req, _res, next) => {
        next()
        setImmediate(next)
      },
      async () => {
        await nextTurn()
        await nextTurn()
        return 'done'
      },
    )
  })
  for (const path of ['/', '/later']) {
    assert.equal((await request(app, path)).status, 500, path)
    await nextTurn()
    // What the handler returns behind a 500 comes too late.
    assert.equal(app.codes()[0], 'ERR_VELOCY_NEXT_TWICE', path)
  }
})

test('an outer layer cannot pass by an inner one that refuses', async () => {
  let calls = 0
  const app = await watch((router) => {
    router.use(async (_req, _res, next) => {
      await next()
      return next()
    })
    router.use(async (_req, _res, _next) => 'refused')
    router.get('/', () => `${++calls}`)
  })
  assert.equal((await request(app, '/')).status, 500)
  assert.equal(calls, 0)
})

test('after the answer next runs nothing', async () => {
  let calls = 0
  const app = await watch((router) => {
    router.use((_req, res, next) => {
      res.text('no', 401)
      return next()
    })
    router.get('/', () => `${++calls}`)
  })
  const { status, text } = await request(app, '/')
  assert.deepEqual([status, text], [401, 'no'])
  assert.equal(calls, 0)
  assert.deepEqual(app.codes(), ['ERR_VELOCY_NEXT_TOO_LATE'])
})

test('a callback may call next whenever it likes, and the outer ones wait', async () => {
  /** @type {string[]} */
  const list = []
  const app = await watch((router) => {
    router.use(async (_req, _res, next) => {
      list.push(`got ${await next()}`)
    })
    router.use((_req, _res, next) => {
      setImmediate(next)
    })
    router.use((_req, _res, next) => {
      setImmediate(() => next())
    })
    router.get('/', () => {
      list.push('handler')
      return 'done'
    })
    router.get('/fails', async () => {
      throw refused()
    })
    router.get('/throws', () => {
      throw refused()
    })
  })
  assert.equal((await request(app, '/')).text, 'done')
  assert.deepEqual(list, ['handler', 'got done'])
  for (const path of ['/fails', '/throws']) {
    assert.equal((await request(app, path)).status, 403)
    assert.deepEqual(app.codes(), ['ERR_SHOP_CLOSED'])
  }
})

test('without next and without an answer a request waits for its client', async () => {
  /** @type {string[]} */
  const list = []
  const { promise: outside, resolve } = Promise.withResolvers()
  const { promise: inside, resolve: begin } = Promise.withResolvers()
  const app = await watch((router) => {
    router.use(async (_req, _res, next) => {
      list.push(`got ${await next()}`)
      resolve(undefined)
    })
    router.use((_req, _res, _next) => {
      begin(undefined)
    })
    router.get('/', () => list.push('handler'))
  })
  const socket = net.connect(app.port, app.host)
  socket.write(head('/'))
  await within(inside, 'the middleware')
  assert.deepEqual(list, [])
  socket.destroy()
  await within(outside, 'the outer middleware to end with its client')
  assert.deepEqual(list, ['got undefined'])
  assert.deepEqual(app.codes(), [])
})

test('next with an error fails the request, now or later', async () => {
  /** @type {Record<string, Middleware>} */
  const failing = {
    now: (_req, _res, next) => next(refused()),
    later: (_req, _res, next) => {
      setImmediate(() => next(refused()))
    },
    async: async (_req, _res, next) => {
      await nextTurn()
      next(refused())
    },
    // As is written for Express.
    caught: (_req, _res, next) => {
      try {
        next()
      } catch (error) {
        next(error)
      }
    },
    promised: (_req, _res, next) => {
      nextTurn()
        .then(() => {
          throw refused()
        })
        .catch(next)
    },
  }
  let calls = 0
  let seen = 0
  const app = await watch((router) => {
    router.use(async (_req, _res, next) => {
      try {
        return await next()
      } catch (error) {
        seen++
        throw error
      }
    })
    for (const [name, layer] of Object.entries(failing)) {
      router.get(`/${name}`, layer, () => {
        calls++
        throw refused()
      })
    }
    router.get('/handler', (_req, _res, next) => next(refused()))
  })
  for (const name of [...Object.keys(failing), 'handler']) {
    calls = seen = 0
    assert.equal((await request(app, `/${name}`)).status, 403, name)
    assert.equal(calls, name === 'caught' ? 1 : 0, name)
    assert.equal(seen, 1, name)
    assert.deepEqual(app.codes(), ['ERR_SHOP_CLOSED'], name)
  }
})

test('a handler that calls next leaves the request to notFound', async () => {
  const app = await serve(
    (router) => {
      router.get('/maybe/:id', ({ params }, _res, next) =>
        params.id === '1' ? 'one' : next(),
      )
    },
    { notFound: () => 'nothing here' },
  )
  assert.equal((await request(app, '/maybe/1')).text, 'one')
  const { status, text } = await request(app, '/maybe/2')
  assert.deepEqual([status, text], [404, 'nothing here'])
})

/** @type {Record<string, Middleware>} */
const throwing = {
  before: () => {
    throw refused()
  },
  'before next': (_req, _res, _next) => {
    throw refused()
  },
  'behind next': (_req, _res, next) => {
    next()
    throw refused()
  },
  'asynchronously before': async () => {
    throw refused()
  },
  'asynchronously before next': async (_req, _res, _next) => {
    await nextTurn()
    throw refused()
  },
  'asynchronously behind next': async (_req, _res, next) => {
    await next()
    throw refused()
  },
}

for (const [when, layer] of Object.entries(throwing)) {
  test(`a middleware that throws ${when} fails the request`, async () => {
    /** @type {any[]} */
    const seen = []
    const app = await watch((router) => {
      router.use(async (_req, _res, next) => {
        try {
          return await next()
        } catch (/** @type {any} */ error) {
          seen.push(error.code)
          throw error
        }
      })
      router.get('/', layer, () => 'done')
    })
    assert.equal((await request(app, '/')).status, 403)
    assert.deepEqual(app.codes(), ['ERR_SHOP_CLOSED'])
    assert.deepEqual(seen, ['ERR_SHOP_CLOSED'])
  })
}

test('a middleware may catch what is thrown behind it', async () => {
  const app = await watch((router) => {
    router.use(async (_req, res, next) => {
      try {
        return await next()
      } catch {
        res.statusCode = 503
        return 'instead'
      }
    })
    router.get('/sync', () => {
      throw refused()
    })
    router.get('/async', async () => {
      await nextTurn()
      throw refused()
    })
  })
  for (const path of ['/sync', '/async']) {
    const { status, text } = await request(app, path)
    assert.deepEqual([status, text], [503, 'instead'])
  }
  assert.deepEqual(app.codes(), [])
})

test('an error behind a next that nobody waits for ends no process', async () => {
  /** @type {unknown[]} */
  const unhandled = []
  const note = (/** @type {unknown} */ error) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const app = await watch((router) => {
    // The answer is the error, whoever is slower.
    router.use(async (_req, _res, next) => {
      next()
      for (let i = 0; i < 5; i++) await nextTurn()
    })
    router.use(async (_req, _res, next) => {
      next()
    })
    router.get('/at-once', async () => {
      throw refused()
    })
    const careless = async (
      /** @type {any} */ _req,
      /** @type {any} */ _res,
      /** @type {any} */ next,
    ) => {
      next()
      for (let i = 0; i < 5; i++) await nextTurn()
    }
    router.get('/inside', careless, async () => {
      await nextTurn()
      throw refused()
    })
    router.get('/soon', async () => {
      await nextTurn()
      throw refused()
    })
    router.get('/late', async () => {
      for (let i = 0; i < 10; i++) await nextTurn()
      throw refused()
    })
  })
  for (const path of ['/at-once', '/inside', '/soon', '/late']) {
    assert.equal((await request(app, path)).status, 403, path)
    assert.deepEqual(app.codes(), ['ERR_SHOP_CLOSED'], path)
  }
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})

test('a middleware may be faster than what is behind it', async () => {
  const app = await watch((router) => {
    router.use(async (_req, _res, next) =>
      Promise.race([next(), nextTurn('too slow')]),
    )
    router.get('/fast', async () => 'fast')
    router.get('/slow', async () => {
      for (let i = 0; i < 5; i++) await nextTurn()
      throw refused()
    })
  })
  assert.equal((await request(app, '/fast')).text, 'fast')
  assert.equal((await request(app, '/slow')).text, 'too slow')
  for (let i = 0; i < 5; i++) await nextTurn()
  assert.deepEqual(app.codes(), [])
})

test('what is thrown when the answer has been sent changes nothing of it', async () => {
  const app = await watch((router) => {
    router.use(async (_req, _res, next) => {
      await next()
      throw refused()
    })
    router.use(async (_req, res, next) => {
      await next()
      res.setHeader('x-late', 'yes')
    })
    router.get('/', (_req, res) => res.text('sent'))
  })
  const { status, text, headers } = await request(app, '/')
  assert.deepEqual([status, text, headers['x-late']], [200, 'sent', undefined])
  await nextTurn()
  assert.deepEqual(app.codes(), ['ERR_HTTP_HEADERS_SENT'])
})

test('a client that leaves ends no middleware, and is no error', async (t) => {
  const printed = capturePrints(t)
  const { promise: begun, resolve: begin } = Promise.withResolvers()
  const { promise: gone, resolve: go } = Promise.withResolvers()
  const { promise: done, resolve: end } = Promise.withResolvers()
  const app = await serve((router) => {
    router.use(async (_req, _res, next) => {
      end(await next())
    })
    router.use(async (_req, _res, next) => {
      begin(undefined)
      await gone
      return next()
    })
    router.get('/', () => 'for nobody')
  })
  const socket = net.connect(app.port, app.host)
  socket.on('close', () => setImmediate(go))
  socket.write(head('/'))
  await within(begun, 'the middleware')
  socket.destroy()
  await once(socket, 'close')
  assert.equal(await within(done, 'the handler'), 'for nobody')
  assert.deepEqual(printed(), [])
})

test('what begins behind a client that has left does not wait for it', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers()
  const { promise: gone, resolve: go } = Promise.withResolvers()
  const { promise: done, resolve: end } = Promise.withResolvers()
  const app = await watch((router) => {
    router.use(async (_req, res, next) => {
      res.on('close', go)
      begin(undefined)
      await gone
      end(`got ${await next()}`)
    })
    router.use((_req, _res, _next) => {})
  })
  const socket = net.connect(app.port, app.host)
  socket.write(head('/'))
  await within(begun, 'the middleware')
  socket.destroy()
  assert.equal(await within(done, 'the inner one'), 'got undefined')
})

test('callbacks that have gone on leave no listeners behind', async () => {
  /** @type {Error[]} */
  const warnings = []
  const note = (/** @type {Error} */ warning) => warnings.push(warning)
  process.on('warning', note)
  const app = await serve((router) => {
    for (let i = 0; i < 20; i++) {
      router.use((_req, _res, next) => {
        setImmediate(next)
      })
    }
    router.get('/', () => 'done')
  })
  assert.equal((await request(app, '/')).text, 'done')
  await nextTurn()
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})

test('a thenable that works when it is asked does so once', async () => {
  let queries = 0
  const app = await serve((router) => {
    router.use(async (_req, _res, next) => next())
    router.use((_req, _res, next) => next())
    router.get('/', () => ({
      // biome-ignore lint/suspicious/noThenProperty: as queries have it.
      then(/** @type {(value: string) => void} */ resolve) {
        queries++
        resolve('rows')
      },
    }))
  })
  assert.equal((await request(app, '/')).text, 'rows')
  assert.equal(queries, 1)
})
