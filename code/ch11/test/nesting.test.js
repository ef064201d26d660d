import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, serve, velocy } from './serving.js'
import { request, within } from './support.js'

/** @typedef {import('../lib/index.js').Router} AnyRouter */
/** @typedef {import('../lib/index.js').Request} Request */

const { createServer, Router, VelocyError } = velocy

/** @param {Request} req */
const echo = ({ params, path, url }) => ({ params, path, url })

/** @param {{ text: string }} answer */
const json = ({ text }) => JSON.parse(text)

test('a group answers below its prefix', async () => {
  const app = await serve((router) => {
    router.group('/admin', (admin) => {
      admin.get('/', () => 'home')
      admin.get('/users', () => 'users')
    })
    router.get('/users', () => 'outside')
  })
  assert.equal((await request(app, '/admin')).text, 'home')
  assert.equal((await request(app, '/admin/users')).text, 'users')
  assert.equal((await request(app, '/users')).text, 'outside')
  assert.equal((await request(app, '/admin/')).status, 404)
})

test('parameters of prefixes are there with those of the route', async () => {
  const app = await serve((router) => {
    router.group('/users/:user', (user) => {
      user.get('/', echo)
      user.group('/lists/:list', (list) => {
        list.get('/items/*item', echo)
      })
    })
  })
  assert.deepEqual(json(await request(app, '/users/ada%20l?x=1')), {
    params: { user: 'ada l' },
    path: '/users/ada%20l',
    url: '/users/ada%20l?x=1',
  })
  const deep = json(await request(app, '/users/1/lists/2/items/3/4'))
  assert.deepEqual(deep.params, { user: '1', list: '2', item: '3/4' })
})

test('a parameter may not have the name of one in the prefix', () => {
  const child = new Router().get('/:id', echo)
  const router = new Router().mount('/users/:id', child)
  assert.throws(() => createServer(router), {
    code: 'ERR_VELOCY_BAD_PATTERN',
    message: /"\/users\/:id\/:id".*"id" twice/,
  })
  const nested = new Router().group('/:id', (group) => {
    group.group('/:id', () => {})
  })
  assert.throws(() => createServer(nested), {
    code: 'ERR_VELOCY_BAD_PATTERN',
  })
})

test('middleware of a child stands inside that of its parents, and only there', async () => {
  /** @type {string[]} */
  const list = []
  /** @type {(name: string) => import('../lib/index.js').Middleware} */
  const note = (name) => async (_req, _res, next) => {
    list.push(`${name} in`)
    await next()
    list.push(`${name} out`)
  }
  const app = await serve((router) => {
    router.group('/a', (a) => {
      a.group('/b', (b) => {
        b.get('/', note('route'), () => 'done').use(note('b'))
      })
      a.get('/', () => 'done').use(note('a'))
    })
    router.group('/c', (c) => c.use(note('c')))
    router.get('/', () => 'done').use(note('root'))
  })
  const way = async (/** @type {string} */ path) => {
    await request(app, path)
    return list.splice(0).join(', ')
  }
  const deep =
    'root in, a in, b in, route in, route out, b out, a out, root out'
  assert.equal(await way('/a/b'), deep)
  assert.equal(await way('/a'), 'root in, a in, a out, root out')
  assert.equal(await way('/'), 'root in, root out')
  assert.equal(
    await way('/a/b/x'),
    'root in, a in, b in, b out, a out, root out',
  )
  assert.equal(await way('/a/bc'), 'root in, a in, a out, root out')
  assert.equal(await way('/ab'), 'root in, root out')
  assert.equal(await way('/c/x'), 'root in, c in, c out, root out')
})

test('no route, no method and OPTIONS are answered where they belong', async () => {
  const app = await serve(
    (router) => {
      router.get('/api/own', () => 'own')
      router.group('/api/:version', { notFound: inside }, (api) => {
        api.use((_req, res, next) => {
          res.setHeader('x-api', 'yes')
          return next()
        })
        api.get('/items', () => 'items').post('/items', () => 'made')
      })
    },
    { notFound: () => 'outside' },
  )
  /** @param {Request} req */
  function inside({ params }) {
    return `nothing in ${params.version}`
  }
  /** @type {[string, string, number, string, string | undefined][]} */
  const cases = [
    ['GET', '/api/1/items', 200, 'items', 'yes'],
    ['HEAD', '/api/1/items', 200, '', 'yes'],
    ['GET', '/api/1/nothing', 404, 'nothing in 1', 'yes'],
    ['GET', '/api/1', 404, 'nothing in 1', 'yes'],
    ['GET', '/api/1/', 404, 'nothing in 1', 'yes'],
    ['DELETE', '/api/1/items', 405, 'Method Not Allowed', 'yes'],
    ['OPTIONS', '/api/1/items', 204, '', 'yes'],
    ['GET', '/api', 404, 'outside', undefined],
    ['GET', '/nothing', 404, 'outside', undefined],
    ['GET', '/api/own', 200, 'own', undefined],
  ]
  for (const [method, path, status, text, field] of cases) {
    const got = await request(app, path, { method })
    const { headers } = got
    const what = `${method} ${path}`
    assert.deepEqual([got.status, got.text, headers['x-api']], [status, text, field], what) // biome-ignore format: short
  }
  const { headers } = await request(app, '/api/1/items', { method: 'OPTIONS' })
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS, POST')
})

test('a router may be mounted before it has its routes, and in two places', async () => {
  const child = new Router()
  const app = await serve((router) => {
    router.mount('/v1', child).mount('/v2', child)
    router.group('/deep/:x', (deep) => deep.mount('/v3', child))
  })
  child.get('/late', ({ path }) => path)
  child.use((_req, res) => {
    res.setHeader('x-late', 'yes')
  })
  child.group('/more', (more) => more.get('/', ({ path }) => path))
  for (const path of ['/v1', '/v2', '/deep/1/v3']) {
    for (const end of ['/late', '/more']) {
      const { text, headers } = await request(app, path + end)
      assert.deepEqual([text, headers['x-late']], [path + end, 'yes'])
    }
  }
})

test('a router that is mounted answers by itself as before', async () => {
  const child = new Router()
  const app = await serve((router) => router.mount('/outer', child))
  child.get('/x', () => 'x')
  assert.equal((await request(app, '/outer/x')).text, 'x')
  assert.equal(child.find('GET', '/x')?.route.path, '/x')
  assert.equal(child.find('GET', '/outer/x'), null)
})

test('two groups may share a prefix, and misses are for their parent', async () => {
  const app = await serve((router) => {
    router.use((_req, res) => {
      res.setHeader('x-root', 'yes')
    })
    for (const name of ['users', 'orders']) {
      router.group('/api', { notFound: () => name }, (group) => {
        group.use((_req, res) => {
          res.setHeader('x-group', name)
        })
        group.get(`/${name}`, () => name)
      })
    }
  })
  for (const name of ['users', 'orders']) {
    const { text, headers } = await request(app, `/api/${name}`)
    assert.deepEqual([text, headers['x-group']], [name, name])
  }
  const { text, headers } = await request(app, '/api/nothing')
  assert.deepEqual([text, headers['x-group']], ['Not Found', undefined])
  assert.equal(headers['x-root'], 'yes')
})

test('what is below a prefix of two is the business of what both are in', async () => {
  const app = await serve((router) => {
    router.group('/a', { notFound: () => 'a' }, (a) => {
      a.group('/', { notFound: () => 'never' }, (group) => {
        group.group('/b', { notFound: () => 'one' }, () => {})
      })
      a.group('/b', { notFound: () => 'two' }, (b) => {
        b.group('/c', { notFound: () => 'c' }, () => {})
      })
    })
    router.group('/a/b', { notFound: () => 'three' }, () => {})
  })
  const text = async (/** @type {string} */ path) =>
    (await request(app, path)).text
  assert.equal(await text('/a/nothing'), 'a')
  assert.equal(await text('/a/b/nothing'), 'Not Found')
  assert.equal(await text('/a/b/c/nothing'), 'c')
})

test('a group without a prefix is about its routes alone', async () => {
  const app = await serve((router) => {
    router.get('/open', () => 'open')
    router.group('/', (group) => {
      group.use((_req, res) => res.text('no', 401))
      group.get('/closed', () => 'closed')
    })
  })
  assert.equal((await request(app, '/open')).text, 'open')
  assert.equal((await request(app, '/closed')).text, 'no')
  assert.equal((await request(app, '/nothing')).status, 404)
})

test('two routes of one router for the same requests throw at once', () => {
  const code = 'ERR_VELOCY_ROUTE_CONFLICT'
  const router = new Router().get('/a/:b', () => 'one')
  assert.throws(() => router.get('/a/:c', () => 'two'), {
    code,
    message: /GET \/a\/:c conflicts with GET \/a\/:b/,
  })
  // The second one has left nothing behind.
  createServer(router)
  assert.equal(router.find('GET', '/a/1')?.route.path, '/a/:b')
})

test('two routes of two routers throw before the server listens', () => {
  const code = 'ERR_VELOCY_ROUTE_CONFLICT'
  const router = new Router().get('/a/:b', () => 'one')
  router.group('/a', (a) => a.get('/:c', () => 'two'))
  assert.throws(() => createServer(router), {
    code,
    message: /GET \/a\/:c conflicts with GET \/a\/:b/,
  })
  const child = new Router().get('/A', () => 'A').get('/a', () => 'a')
  const folding = new Router({ caseSensitive: false }).mount('/x', child)
  assert.throws(() => createServer(folding), { code })
})

test('a conflict that comes later fails every request until a restart', async (t) => {
  const printed = capturePrints(t)
  const child = new Router()
  const app = await serve((router) => {
    router.get('/a/b', () => 'one').get('/open', () => 'open')
    router.mount('/a', child)
  })
  assert.equal((await request(app, '/open')).text, 'open')
  child.get('/b', () => 'two')
  // Not even this one may be answered without the layers that came with it.
  app.router.use((_req, res) => res.text('no', 401))
  for (const path of ['/a/b', '/open', '/nothing', '/open']) {
    assert.equal((await request(app, path)).status, 500, path)
  }
  assert.equal(printed()[0].code, 'ERR_VELOCY_ROUTE_CONFLICT')
})

test('a colon in a prefix is not a parameter', async () => {
  const app = await serve((router) => {
    router.group('/:id', { notFound: () => 'id' }, () => {})
    router.group('/%3A', { notFound: () => 'colon' }, () => {})
  })
  assert.equal((await request(app, '/7/nothing')).text, 'id')
  assert.equal((await request(app, '/:/nothing')).text, 'colon')
})

test('what cannot be mounted is refused', () => {
  const code = 'ERR_VELOCY_BAD_OPTION'
  const router = /** @type {any} */ (new Router())
  const bad = { code: 'ERR_VELOCY_BAD_PATTERN' }
  assert.throws(() => router.mount('/a', () => {}), { code })
  assert.throws(() => router.mount('/a', undefined), { code })
  assert.throws(() => router.mount('a', new Router()), bad)
  assert.throws(() => router.mount('/a/*rest', new Router()), bad)
  assert.throws(() => router.group('/a', { limit: 1 }, () => {}), { code })
})

test('a slash at the end of a prefix counts for nothing', async () => {
  const app = await serve((router) => {
    router.group('/a/', { notFound: () => 'a' }, (a) => {
      a.get('/b', () => 'b')
    })
  })
  assert.equal((await request(app, '/a/b')).text, 'b')
  assert.equal((await request(app, '/a/nothing')).text, 'a')
})

test('where case does not count, prefixes that differ in it are the same', async () => {
  const app = await serve(
    (router) => {
      router.group('/Admin', { notFound: () => 'one' }, (admin) =>
        admin.get('/a', () => 'a'),
      )
      router.group('/admin', { notFound: () => 'two' }, (admin) =>
        admin.get('/b', () => 'b'),
      )
    },
    { caseSensitive: false, notFound: () => 'outside' },
  )
  for (const [path, text] of [
    ['/admin/a', 'a'],
    ['/ADMIN/b', 'b'],
    ['/Admin/nothing', 'outside'],
  ]) {
    assert.equal((await request(app, path)).text, text, path)
  }
})

test('where case counts, prefixes that differ in it are two', async () => {
  const app = await serve((router) => {
    router.group('/Admin', { notFound: () => 'one' }, () => {})
    router.group('/admin', { notFound: () => 'two' }, () => {})
  })
  assert.equal((await request(app, '/Admin/nothing')).text, 'one')
  assert.equal((await request(app, '/admin/nothing')).text, 'two')
})

test('a path that middleware has broken ends no process', async () => {
  let sent = 0
  const { promise: allSent, resolve } = Promise.withResolvers()
  const app = await serve(
    (router) => {
      router.use((req) => {
        req.path = decodeURIComponent(req.path)
      })
      router.group('/group', { onError: () => 'group' }, () => {})
      router.get('/fails', (req) => {
        req.route = undefined
        req.path = '/%'
        fail()
      })
    },
    { onError: () => 'root', onSent: () => ++sent === 2 && resolve(sent) },
  )
  assert.equal((await request(app, '/100%25')).text, 'root')
  assert.equal((await request(app, '/fails')).text, 'root')
  await within(allSent, 'both to be told')
})

test('a router that is handed a request looks for its own route', async () => {
  const other = new Router().get('/x', () => 'other')
  const app = await serve((router) => {
    router.all('/x', (req, res) => other.handle(req, res))
  })
  assert.equal((await request(app, '/x')).text, 'other')
  const { status, headers } = await request(app, '/x', { method: 'POST' })
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'])
})

test('how paths are compared is for the outermost router to say', async () => {
  const child = new Router().get('/Hello', () => 'hello')
  const app = await serve((router) => router.mount('/API', child), {
    caseSensitive: false,
    strictSlash: false,
    notFound: () => 'outside',
  })
  assert.equal((await request(app, '/api/hello/')).text, 'hello')
  child.group('/in', { notFound: () => 'inside' }, () => {})
  assert.equal((await request(app, '/API/IN/x')).text, 'inside')
})

test('a child has the limits of its parents, unless it has its own', async () => {
  const app = await serve(
    (router) => {
      router.group('/a', { bodyLimit: 5 }, (a) => {
        a.post('/', (req) => req.text())
        a.group('/b', (b) => {
          b.post('/', (req) => req.text())
          b.post('/c', { bodyLimit: 9 }, (req) => req.text())
        })
      })
      router.post('/', (req) => req.text())
    },
    { bodyLimit: 3, notFound: (/** @type {Request} */ req) => req.text() },
  )
  for (const [path, limit] of /** @type {const} */ ([
    ['/', 3],
    ['/a', 5],
    ['/a/b', 5],
    ['/a/b/c', 9],
    ['/nothing', 3],
    ['/a/nothing', 5],
  ])) {
    const post = (/** @type {number} */ length) =>
      request(app, path, { method: 'POST', body: 'x'.repeat(length) })
    assert.notEqual((await post(limit)).status, 413, path)
    assert.equal((await post(limit + 1)).status, 413, path)
  }
})

const fail = () => {
  throw new VelocyError('ERR_SHOP', 'shop', { status: 409 })
}

test('the innermost onError shapes the errors below its prefix', async () => {
  const app = await serve(
    (router) => {
      router.use(({ path }) => {
        if (path.endsWith('/forbidden')) fail()
      })
      router.group('/api', { onError: () => 'api' }, (api) => {
        api.get('/fails', fail).get('/rejects', async () => fail())
        api.get('/forbidden', () => 'never')
        api.get('/bad-answer', () => 1n)
        api.group('/deep', (deep) => deep.get('/fails', fail))
        api.get('/late', async () => {
          await nextTurn()
          fail()
        })
      })
      router.get('/fails', fail)
    },
    { onError: () => 'root' },
  )
  /** @type {[string, string, number, string][]} */
  const cases = [
    ['GET', '/api/fails', 409, 'api'],
    ['GET', '/api/rejects', 409, 'api'],
    ['GET', '/api/late', 409, 'api'],
    ['GET', '/api/deep/fails', 409, 'api'],
    // Wherever it was thrown: it is the request that belongs there.
    ['GET', '/api/forbidden', 409, 'api'],
    ['GET', '/api/x/forbidden', 409, 'api'],
    ['GET', '/api/bad-answer', 500, 'api'],
    ['GET', '/api/nothing', 404, 'api'],
    ['POST', '/api/fails', 405, 'api'],
    ['GET', '/fails', 409, 'root'],
    ['GET', '/nothing', 404, 'root'],
    ['GET', '/%zz', 400, 'root'],
  ]
  for (const [method, path, status, text] of cases) {
    const got = await request(app, path, { method })
    assert.deepEqual([got.status, got.text], [status, text], path)
  }
})

test('errors of a route are for its group, though others have the prefix, too', async () => {
  const app = await serve(
    (router) => {
      for (const name of ['one', 'two']) {
        router.group('/', { onError: () => name }, (group) =>
          group.get(`/${name}`, fail),
        )
        router.group('/same', { onError: () => `same ${name}` }, (group) =>
          group.get(`/${name}`, fail),
        )
      }
    },
    { onError: () => 'root' },
  )
  for (const [path, text] of [
    ['/one', 'one'],
    ['/two', 'two'],
    ['/same/one', 'same one'],
    ['/same/two', 'same two'],
    ['/same/nothing', 'root'],
    ['/nothing', 'root'],
  ]) {
    assert.equal((await request(app, path)).text, text)
  }
})

test('an onError that only looks leaves the error to the next one outwards', async () => {
  /** @type {string[]} */
  const seen = []
  const app = await serve(
    (router) => {
      router.group('/looks', { onError: () => seen.push('a') }, (a) => {
        a.group('/b', { onError: async () => void seen.push('b') }, (b) =>
          b.get('/', fail),
        )
      })
    },
    {
      onError: (/** @type {any} */ error) => `root: ${error.code}`,
    },
  )
  const looked = await request(app, '/looks/b')
  assert.deepEqual([looked.status, looked.text], [409, 'root: ERR_SHOP'])
  assert.deepEqual(seen, ['b', 'a'])
})

test('an onError that fails is printed, and the error answered', async (t) => {
  const printed = capturePrints(t)
  const app = await serve(
    (router) => {
      router.group(
        '/a',
        {
          onError: () => {
            throw new Error('of onError')
          },
        },
        (a) => a.get('/', fail),
      )
    },
    { onError: () => 'never' },
  )
  const { status, text } = await request(app, '/a')
  assert.deepEqual([status, text], [409, 'Conflict'])
  assert.deepEqual(
    printed().map(({ message }) => message),
    ['of onError'],
  )
})

test('problems are answered as problems below a prefix', async () => {
  const app = await serve((router) => {
    router.group('/api', { problems: true }, (api) => {
      api.get('/fails', fail)
      api.group('/html', { problems: false }, (html) =>
        html.get('/fails', fail),
      )
    })
    router.get('/fails', fail)
  })
  const type = async (/** @type {string} */ path) =>
    (await request(app, path)).headers['content-type']
  assert.equal(await type('/api/fails'), 'application/problem+json')
  assert.equal(await type('/api/nothing'), 'application/problem+json')
  assert.equal(await type('/api/html/fails'), 'text/plain; charset=utf-8')
  assert.equal(await type('/fails'), 'text/plain; charset=utf-8')
})
