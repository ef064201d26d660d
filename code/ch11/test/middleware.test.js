import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, isNodeHttp, serve, velocy } from './serving.js'
import { request } from './support.js'

/** @typedef {import('../lib/index.js').Middleware} Middleware */
/** @typedef {import('../lib/index.js').Next} Next */

const { Router } = velocy

/** A list, and middleware that notes in it when it is on its way. */
function notes() {
  /** @type {string[]} */
  const list = []
  /** @type {(name: string) => Middleware} */
  const around = (name) => async (_req, _res, next) => {
    list.push(`${name} in`)
    await next()
    list.push(`${name} out`)
  }
  /** @type {(name: string) => Middleware} */
  const before = (name) => () => {
    list.push(name)
  }
  return { list, around, before, take: () => list.splice(0).join(', ') }
}

test('middleware stands around the handler, the first outermost', async () => {
  const { around, list, take } = notes()
  const app = await serve((router) => {
    router.use(around('a'), around('b'))
    router.use(around('c'))
    router.get('/', around('d'), () => {
      list.push('handler')
      return 'done'
    })
  })
  const { text } = await request(app, '/')
  assert.equal(text, 'done')
  const way = 'a in, b in, c in, d in, handler, d out, c out, b out, a out'
  assert.equal(take(), way)
})

test('one without next goes before what is behind it', async () => {
  const { around, before, list, take } = notes()
  const app = await serve((router) => {
    router.use(before('a'), async () => {
      await nextTurn()
      list.push('b')
    })
    router.use(around('c'), before('d'))
    router.get('/', before('e'), () => 'done')
  })
  const { text } = await request(app, '/')
  assert.equal(text, 'done')
  assert.equal(take(), 'a, b, c in, d, e, c out')
})

test('use covers what is registered before it, too', async () => {
  const { before, take } = notes()
  const app = await serve((router) => {
    router.get('/early', () => 'early')
    router.use(before('a'))
    router.get('/late', () => 'late')
    router.use(before('b'))
  })
  for (const word of ['early', 'late']) {
    assert.equal((await request(app, `/${word}`)).text, word)
    assert.equal(take(), 'a, b')
  }
})

test('use covers what no route answers', async () => {
  const app = await serve((router) => {
    router.use(async (_req, res, next) => {
      await next()
      res.setHeader('x-status', res.statusCode)
    })
    router.get('/', () => 'done')
  })
  /** @type {[string, string, number][]} */
  const cases = [
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/nothing', 404],
    ['POST', '/', 405],
    ['OPTIONS', '/', 204],
    ['OPTIONS', '*', 204],
  ]
  // Any other server refuses it before the router is asked.
  if (isNodeHttp) cases.push(['GET', '*', 400])
  for (const [method, path, status] of cases) {
    const answer = await request(app, path, { method })
    assert.equal(answer.status, status, `${method} ${path}`)
    assert.equal(answer.headers['x-status'], `${status}`, `${method} ${path}`)
  }
  const { headers, text } = await request(app, '/', { method: 'POST' })
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
  assert.equal(text, 'Method Not Allowed')
})

test('the answer for no route is the same with middleware as without', async () => {
  const bare = await serve((router) => router.get('/', () => 'done'))
  const layered = await serve((router) => {
    router.use((_req, res, next) => {
      res.setHeader('content-type', 'text/html')
      return next()
    })
    router.get('/', () => 'done')
  })
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['POST', '/'],
    ['OPTIONS', '/'],
    ['GET', '*'],
  ]) {
    const one = await request(bare, path, { method })
    const two = await request(layered, path, { method })
    delete one.headers.date
    delete two.headers.date
    if (method === 'OPTIONS') delete two.headers['content-type']
    assert.deepEqual(two, one, `${method} ${path}`)
  }
})

test('a path that cannot be read never gets to middleware', async () => {
  const { before, take } = notes()
  const app = await serve((router) => router.use(before('a')))
  assert.equal((await request(app, '/%zz')).status, 400)
  assert.equal(take(), '')
})

test('middleware sees the path, the parameters and the route', async () => {
  const app = await serve((router) => {
    router.use(({ path, params, route }, res, next) => {
      res.setHeader('x-seen', JSON.stringify([path, params, `${route}`]))
      return next()
    })
    router.get('/users/:id', () => 'done')
  })
  const found = await request(app, '/users/%41da?x=1')
  assert.equal(
    found.headers['x-seen'],
    '["/users/Ada",{"id":"Ada"},"GET /users/:id"]',
  )
  const missed = await request(app, '/nothing')
  assert.equal(missed.headers['x-seen'], '["/nothing",{},"undefined"]')
})

test('next() gives what the handler has returned', async () => {
  const app = await serve((router) => {
    router.use(async (_req, _res, next) => ({ got: await next() }))
    router.get('/value', () => [1])
    router.get('/promise', async () => [2])
    router.get(
      '/through',
      (_req, _res, next) => next(),
      () => [3],
    )
    router.get('/dropped', (_req, _res, next) => { next() }, () => [4]) // biome-ignore format: one line each
  })
  const got = async (/** @type {string} */ path) =>
    JSON.parse((await request(app, path)).text).got
  assert.deepEqual(await got('/value'), [1])
  assert.deepEqual(await got('/promise'), [2])
  assert.deepEqual(await got('/through'), [3])
  assert.deepEqual(await got('/dropped'), [4])
})

test('an answer is not lost because nobody hands it on', async () => {
  /** @type {Record<string, Middleware>} */
  const careless = {
    awaits: async (_req, _res, next) => {
      await next()
    },
    forgets: async (_req, _res, next) => {
      next()
    },
    drops: (_req, _res, next) => {
      next()
    },
    'returns res': async (_req, res, next) => {
      await next()
      return res.setHeader('x-a', 'b')
    },
  }
  const app = await serve((router) => {
    for (const [one, first] of Object.entries(careless)) {
      for (const [two, second] of Object.entries(careless)) {
        const path = `/${one}/${two}`.replaceAll(' ', '-')
        router.get(path, first, second, () => 'sync')
        router.get(`${path}/later`, first, second, async () => {
          await nextTurn()
          return 'async'
        })
      }
    }
  })
  for (const one of Object.keys(careless)) {
    for (const two of Object.keys(careless)) {
      const path = `/${one}/${two}`.replaceAll(' ', '-')
      assert.equal((await request(app, path)).text, 'sync', path)
      assert.equal((await request(app, `${path}/later`)).text, 'async', path)
    }
  }
})

test('middleware may answer instead of the handler', async () => {
  let calls = 0
  const handler = () => `${++calls}`
  /** @type {Record<string, Middleware>} */
  const refusing = {
    value: (_req, res, _next) => {
      res.statusCode = 401
      return 'no'
    },
    promise: async (_req, res, _next) => {
      res.statusCode = 401
      return 'no'
    },
    res: (_req, res, _next) => res.text('no', 401),
    'res-later': (_req, res, _next) => {
      setImmediate(() => res.text('no', 401))
    },
    'before-value': (_req, res) => {
      res.statusCode = 401
      return 'no'
    },
    'before-promise': async (_req, res) => {
      res.statusCode = 401
      return 'no'
    },
    'before-res': (_req, res) => {
      res.text('no', 401)
    },
    'before-res-later': async (_req, res) => {
      await nextTurn()
      res.text('no', 401)
    },
  }
  const app = await serve((router) => {
    for (const [name, layer] of Object.entries(refusing)) {
      router.get(`/${name}`, layer, handler)
    }
  })
  for (const name of Object.keys(refusing)) {
    const { status, text } = await request(app, `/${name}`)
    assert.deepEqual([status, text], [401, 'no'], name)
  }
  assert.equal(calls, 0)
})

test('middleware may put another answer in the place of one', async () => {
  const app = await serve((router) => {
    router.use(async (_req, _res, next) => {
      await next()
    })
    router.use(async (_req, _res, next) => `<${await next()}>`)
    router.use(async (_req, _res, next) => {
      await next()
    })
    router.get('/', async () => 'done')
    router.get('/sync', () => 'done')
  })
  assert.equal((await request(app, '/')).text, '<done>')
  assert.equal((await request(app, '/sync')).text, '<done>')
})

test('fields set behind next are sent, when the answer is returned', async () => {
  const app = await serve((router) => {
    router.use(async (_req, res, next) => {
      await next()
      res.setHeader('x-after', 'yes')
    })
    router.get('/', () => ({ a: 1 }))
  })
  assert.equal((await request(app, '/')).headers['x-after'], 'yes')
})

/** What layers return by the way, such as `log.info(…)` and `list.push(…)`. */
const STRAYS = [true, false, 0, 2, null, 1n, Symbol('stray'), () => 'stray']

test('what a layer returns by the way is no answer', async () => {
  const app = await serve((router) => {
    for (const [index, stray] of STRAYS.entries()) {
      /** @type {Record<string, Middleware>} */
      const layers = {
        before: () => stray,
        'before-async': async () => stray,
        around: (_req, _res, next) => {
          next()
          return stray
        },
        'around-async': async (_req, _res, next) => {
          await next()
          return stray
        },
        callback: (_req, _res, next) => {
          setImmediate(next)
          return stray
        },
      }
      for (const [name, layer] of Object.entries(layers)) {
        router.get(`/${name}/${index}`, layer, () => 'done')
      }
    }
  })
  for (const index of STRAYS.keys()) {
    for (const name of [
      ...['before', 'before-async', 'around', 'around-async', 'callback'],
    ]) {
      const { text } = await request(app, `/${name}/${index}`)
      assert.equal(text, 'done', `${name}: ${String(STRAYS[index])}`)
    }
  }
})

test('a number, a boolean and null are answers of a handler', async () => {
  const answers = [7, true, false, null]
  const app = await serve((router) => {
    router.use((_req, _res, next) => next())
    router.use(async (_req, _res, next) => next())
    for (const [index, answer] of answers.entries()) {
      router.get(`/plain/${index}`, () => answer)
      router.get(`/with-next/${index}`, (_req, _res, _next) => answer)
    }
  })
  for (const [index, answer] of answers.entries()) {
    for (const kind of ['plain', 'with-next']) {
      const { text } = await request(app, `/${kind}/${index}`)
      assert.equal(text, `${answer}`, kind)
    }
  }
})

test('a setter at the end of an arrow function is no answer', async () => {
  const app = await serve((router) => {
    router.use((_req, res) => res.setHeader('x-a', 'b'))
    router.get('/', () => 'done')
  })
  const { headers, text } = await request(app, '/')
  assert.deepEqual([headers['x-a'], text], ['b', 'done'])
})

test('an async context that begins around next lasts to the answer', async () => {
  /** @type {AsyncLocalStorage<string>} */
  const storage = new AsyncLocalStorage()
  const app = await serve((router) => {
    router.use(({ headers }, _res, next) =>
      storage.run(`${headers['x-id']}`, next),
    )
    router.use(async () => {
      await nextTurn()
    })
    // As body parsers of Express go on.
    router.use((req, _res, next) => {
      req.text().then(() => next(), next)
    })
    router.post('/', async (req) => `${storage.getStore()} ${await req.text()}`)
  })
  const texts = ['a', 'b', 'c'].map(async (id) => {
    const headers = { 'x-id': id }
    const sent = { method: 'POST', headers, body: `body of ${id}` }
    return (await request(app, '/', sent)).text
  })
  assert.deepEqual(await Promise.all(texts), [
    ...['a body of a', 'b body of b', 'c body of c'],
  ])
})

test('options of a route stand in front of its middleware', async () => {
  const app = await serve((router) => {
    router.post(
      '/',
      { bodyLimit: 3 },
      (_req, _res, next) => next(),
      (req) => req.text(),
    )
  })
  const post = (/** @type {string} */ body) =>
    request(app, '/', { method: 'POST', body })
  assert.equal((await post('abc')).text, 'abc')
  assert.equal((await post('abcd')).status, 413)
})

test('what is no middleware is refused where it is registered', () => {
  const router = /** @type {any} */ (new Router())
  const code = 'ERR_VELOCY_BAD_HANDLER'
  const handler = () => 'done'
  assert.throws(() => router.use('/admin', handler), {
    code,
    message: /^use: got string, .*group/,
  })
  assert.throws(() => router.use(undefined), { code })
  assert.throws(() => router.get('/', handler, {}, handler), { code })
  assert.throws(() => router.get('/', {}, [handler]), { code })
  /** @type {(error: any, req: any, res: any, next: any) => void} */
  const onError = (_error, _req, _res, _next) => {}
  assert.throws(() => router.use(onError), {
    code,
    message: /^use: got a function with 4 parameters, .*onError/,
  })
  assert.throws(() => router.get('/', onError, handler), { code })
  assert.throws(() => router.get('/', onError), { code })
  // Nothing of it has stayed.
  router.get('/', handler)
})

test('five hundred layers of each kind are no trouble', async () => {
  let count = 0
  const app = await serve((router) => {
    router.use(...Array(500).fill(() => void count++))
    router.use(
      ...Array(500).fill(
        (
          /** @type {any} */ _req,
          /** @type {any} */ _res,
          /** @type {Next} */ next,
        ) => next(),
      ),
    )
    router.get('/', () => `${count}`)
  })
  assert.equal((await request(app, '/')).text, '500')
})

test('a layer that comes between two requests is around the second', async () => {
  let count = 0
  const router = new Router().get('/', () => 'done').get('/other', () => 'done')
  const run = () => {
    const found = /** @type {any} */ (router.find('GET', '/'))
    return found.handler({}, {})
  }
  assert.equal(run(), 'done')
  router.use(() => void count++)
  assert.equal(run(), 'done')
  assert.equal(count, 1)
  router.use(() => void count++)
  router.use(() => void count++)
  assert.equal(run(), 'done')
  assert.equal(count, 4)
})

test('what is printed does not depend on middleware', async (t) => {
  const printed = capturePrints(t)
  const app = await serve((router) => {
    router.use(async (_req, _res, next) => next())
    router.get('/', () => 'done')
  })
  for (const path of ['/', '/nothing', '/%zz', '*']) await request(app, path)
  assert.deepEqual(printed(), [])
})
