import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, head, isNodeHttp, serve, velocy } from './serving.js'
import { parseResponses, rawRequest, request, within } from './support.js'

const { VelocyError } = velocy

/** @param {any} [options] */
const noStock = (options) =>
  new VelocyError('ERR_SHOP_NO_STOCK', 'out of stock', {
    status: 409,
    ...options,
  })

/** @param {import('../lib/index.js').Router} router */
function addRoutes(router) {
  router.get('/ok', (_req, res) => res.text('ok'))
  router.get('/bug', () => {
    throw new Error('secret', { cause: new Error('deeper secret') })
  })
  router.get('/stock', async () => {
    throw noStock()
  })
  router.get('/busy', () => {
    const headers = { 'retry-after': '5' }
    throw noStock({ status: 503, headers })
  })
  router.get('/hidden', () => {
    throw noStock({ expose: false })
  })
}

test('each error answer goes through onError, those of the router, too', async () => {
  /** @type {[any, string, number][]} */
  const told = []
  const app = await serve(addRoutes, {
    onError: (
      /** @type {any} */ error,
      /** @type {any} */ req,
      /** @type {any} */ res,
    ) => {
      told.push([error.code, req.url, res.statusCode])
      res.json({ error: error.status ?? 500 })
    },
  })
  /** @type {[string, string, number, string | undefined][]} */
  const cases = [
    ['GET', '/bug', 500, undefined],
    ['GET', '/stock', 409, 'ERR_SHOP_NO_STOCK'],
    ['GET', '/busy', 503, 'ERR_SHOP_NO_STOCK'],
    ['GET', '/nowhere', 404, 'ERR_VELOCY_NOT_FOUND'],
    ['POST', '/ok', 405, 'ERR_VELOCY_METHOD_NOT_ALLOWED'],
    ['GET', '/%zz', 400, 'ERR_VELOCY_BAD_ESCAPE'],
  ]
  // Any other server refuses it before the router is asked.
  if (isNodeHttp) cases.push(['GET', '*', 400, 'ERR_VELOCY_BAD_TARGET'])
  for (const [method, path, status] of cases) {
    const answer = await request(app, path, { method })
    assert.equal(answer.status, status)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.equal(answer.text, `{"error":${status}}`)
  }
  assert.deepEqual(
    told,
    cases.map(([, path, status, code]) => [code, path, status]),
  )
})

test('an answer of onError has the fields that the error asks for', async (t) => {
  capturePrints(t)
  const app = await serve(addRoutes, { onError: () => 'told' })
  const notAllowed = await request(app, '/ok', { method: 'POST' })
  assert.equal(notAllowed.headers.allow, 'GET, HEAD, OPTIONS')
  assert.equal((await request(app, '/busy')).headers['retry-after'], '5')
  const plain = await serve(addRoutes)
  const { status, headers, text } = await request(plain, '/busy')
  assert.equal(status, 503)
  assert.equal(headers['retry-after'], '5')
  assert.equal(text, 'Service Unavailable')
})

/** @type {Record<string, (error: any, req: any, res: any) => unknown>} */
const answering = {
  'by res': (_error, _req, res) => res.text('told'),
  'by res, later': async (_error, _req, res) => {
    await nextTurn()
    res.text('told')
  },
  'by returning text': () => 'told',
  'by returning a promise': async () => 'told',
  'by returning a Response': () => new Response('told', { status: 409 }),
  'by returning a stream': () => Readable.from(['to', 'ld']),
}
for (const [how, onError] of Object.entries(answering)) {
  test(`onError answers ${how}`, async () => {
    const app = await serve(addRoutes, { onError })
    const { status, text } = await request(app, '/stock')
    assert.equal(status, 409)
    assert.equal(text, 'told')
  })
}

/** @type {Record<string, (errors: any[]) => (error: any) => unknown>} */
const looking = {
  nothing: () => () => {},
  'a promise of nothing': () => async () => {},
  null: () => () => null,
  'a number': (errors) => (error) => errors.push(error),
  'a boolean': () => () => true,
}
for (const [what, make] of Object.entries(looking)) {
  test(`an onError that returns ${what} has only looked`, async () => {
    const app = await serve(addRoutes, { onError: make([]) })
    const { status, text } = await request(app, '/stock')
    assert.equal(status, 409)
    assert.equal(text, 'Conflict')
  })
}

/** @type {Record<string, (error: any, req: any, res: any) => unknown>} */
const failing = {
  throws: () => {
    throw new Error('a bug in onError')
  },
  'returns an error': () => new Error('a bug in onError'),
  'returns what is no answer': () => new Map([['a bug in onError', 1]]),
  'returns a stream that fails': async function* () {
    yield* []
    throw new Error('a bug in onError')
  },
}
for (const [what, onError] of Object.entries(failing)) {
  test(`an onError that ${what} is printed, and the default answers`, async (t) => {
    const printed = capturePrints(t)
    const app = await serve(addRoutes, { onError })
    const { status, text } = await request(app, '/stock')
    assert.equal(status, 409)
    assert.equal(text, 'Conflict')
    assert.equal(printed().length, 1)
    assert.match(String(printed()[0]), /bug in onError|returned a Map/)
  })
}

test('what a failing onError has set is not on the answer of the default', async (t) => {
  capturePrints(t)
  const stuck = new ReadableStream({
    pull: (controller) => controller.error(new Error('a bug in onError')),
  })
  const headers = { 'content-encoding': 'gzip', 'cache-control': 'max-age=9' }
  const app = await serve(addRoutes, {
    onError: () =>
      new Response(stuck, { status: 200, statusText: 'Fine', headers }),
  })
  const answer = await request(app, '/busy')
  assert.equal(answer.status, 503)
  assert.equal(answer.reason, 'Service Unavailable')
  assert.equal(answer.text, 'Service Unavailable')
  assert.equal(answer.headers['content-encoding'], undefined)
  assert.equal(answer.headers['cache-control'], undefined)
  assert.equal(answer.headers['retry-after'], '5')
})

test('an error whose fields cannot be sent is told all the same', async (t) => {
  const printed = capturePrints(t)
  /** @type {unknown[]} */
  const told = []
  const error = noStock({ headers: { 'retry-after': 'a\r\nb' } })
  const app = await serve(
    (router) => {
      router.get('/a', () => {
        throw error
      })
    },
    { onError: (/** @type {unknown} */ error) => void told.push(error) },
  )
  const { status, headers } = await request(app, '/a')
  assert.equal(status, 409)
  assert.equal(headers['retry-after'], undefined)
  assert.deepEqual(told, [error])
  assert.match(String(printed()[0]), /Invalid character/)
})

/** @type {Record<string, (error: any, req: any, res: any) => void>} */
const leftovers = {
  'a field that an answer of known length cannot have': (_error, _req, res) => {
    res.setHeader('trailer', 'x-sum')
  },
  'a status message with a line break': (_error, _req, res) => {
    res.statusMessage = 'Bad\r\nx: 1'
  },
}
for (const [what, onError] of Object.entries(leftovers)) {
  for (const problems of [false, true]) {
    const form = problems ? 'a problem' : 'text'
    test(`an onError that leaves ${what} does not stop ${form}`, async (t) => {
      const printed = capturePrints(t)
      const app = await serve(addRoutes, { onError, problems })
      assert.equal((await request(app, '/stock')).status, 409)
      assert.deepEqual(printed(), [])
      assert.equal((await request(app, '/ok')).status, 200)
    })
  }
}

test('an answer that cannot be sent at all ends the connection', async (t) => {
  capturePrints(t)
  const app = await serve((router) => {
    router.get('/a', (_req, res) => {
      res.writeHead = () => {
        throw new Error('a bug in a package')
      }
      return 'a'
    })
    addRoutes(router)
  })
  const bytes = await rawRequest(app.port, head('/a'), { responses: Infinity })
  assert.equal(bytes.length, 0)
  assert.equal((await request(app, '/ok')).text, 'ok')
})

test('a type that onError has set and not used is not that of the default', async (t) => {
  capturePrints(t)
  /** @type {any} */
  const onError = (
    /** @type {any} */ _error,
    /** @type {any} */ _req,
    /** @type {any} */ res,
  ) => {
    res.setHeader('content-type', 'text/html')
    throw new Error('a bug in onError')
  }
  const text = await serve(addRoutes, { onError })
  const { headers } = await request(text, '/stock')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  const problems = await serve(addRoutes, { onError, problems: true })
  const problem = await request(problems, '/stock')
  assert.equal(problem.headers['content-type'], 'application/problem+json')
})

test('an onError that fails half-way ends the connection', async (t) => {
  const printed = capturePrints(t)
  const app = await serve(addRoutes, {
    onError: (
      /** @type {any} */ _error,
      /** @type {any} */ _req,
      /** @type {any} */ res,
    ) => {
      res.writeHead(500, { 'content-length': 10 }).write('half')
      throw new Error('a bug in onError')
    },
  })
  const bytes = await rawRequest(app.port, head('/bug'), {
    responses: Infinity,
  })
  assert.deepEqual(parseResponses(bytes), [])
  assert.match(String(printed()[0]), /a bug in onError/)
})

test('an error has the fields set before, but those of the body', async () => {
  const app = await serve((router) => {
    router.get('/set', (_req, res) => {
      res.setHeader('etag', '"1"')
      res.setHeader('cache-control', 'public, max-age=3600')
      res.setHeader('content-encoding', 'gzip')
      res.setHeader('content-security-policy', "default-src 'self'")
      res.setHeader('set-cookie', 'session=1')
      // Without these, a browser shows a script no more than that it failed.
      res.setHeader('access-control-allow-origin', 'https://a.test')
      res.setHeader('vary', 'Origin')
      res.statusMessage = 'Fine'
      throw noStock()
    })
  })
  const { reason, headers } = await request(app, '/set')
  assert.equal(reason, 'Conflict')
  for (const name of ['etag', 'cache-control', 'content-encoding']) {
    assert.equal(headers[name], undefined, name)
  }
  assert.equal(headers['content-security-policy'], "default-src 'self'")
  assert.equal(String(headers['set-cookie']), 'session=1')
  assert.equal(headers['access-control-allow-origin'], 'https://a.test')
  assert.equal(headers.vary, 'Origin')
})

for (const options of [{}, { onError() {} }, { problems: true }]) {
  const with_ = Object.keys(options)[0] ?? 'neither onError nor problems'
  test(`an ID of the request is on every error, with ${with_}`, async (t) => {
    capturePrints(t)
    const app = await serve(addRoutes, options)
    app.server.prependListener('request', (_req, res) => {
      res.setHeader('x-request-id', '7')
    })
    for (const path of ['/nowhere', '/stock', '/bug', '/%zz']) {
      const { headers } = await request(app, path)
      assert.equal(headers['x-request-id'], '7', path)
    }
  })
}

test('what is ours is printed, and what a client causes is not', async (t) => {
  const printed = capturePrints(t)
  const app = await serve((router) => {
    addRoutes(router)
    router.get('/told', () => {
      throw noStock({ status: 503, expose: true })
    })
  })
  for (const path of ['/stock', '/hidden', '/nowhere', '/%zz', '/told']) {
    await request(app, path)
  }
  assert.deepEqual(printed(), [])
  await request(app, '/bug')
  await request(app, '/busy')
  const [bug, busy] = printed()
  assert.equal(bug.cause.message, 'deeper secret')
  assert.equal(busy.code, 'ERR_SHOP_NO_STOCK')
})

test('problems are told in JSON, and of ours no more than the status', async (t) => {
  capturePrints(t)
  const app = await serve(addRoutes, { problems: true })
  const type = 'about:blank'
  /** @type {[string, string, object][]} */
  const cases = [
    ['GET', '/bug', { type, title: 'Internal Server Error', status: 500 }],
    ['GET', '/hidden', { type, title: 'Conflict', status: 409 }],
    [
      'GET',
      '/stock',
      {
        ...{ type, title: 'Conflict', status: 409 },
        ...{ code: 'ERR_SHOP_NO_STOCK', detail: 'out of stock' },
      },
    ],
    [
      'POST',
      '/ok',
      {
        ...{ type, title: 'Method Not Allowed', status: 405 },
        code: 'ERR_VELOCY_METHOD_NOT_ALLOWED',
        detail: 'Method Not Allowed',
      },
    ],
  ]
  for (const [method, path, problem] of cases) {
    const { headers, text } = await request(app, path, { method })
    assert.equal(headers['content-type'], 'application/problem+json')
    assert.deepEqual(JSON.parse(text), problem)
  }
  const post = await request(app, '/ok', { method: 'POST' })
  assert.equal(post.headers.allow, 'GET, HEAD, OPTIONS')
})

test('a problem has its own type, whatever fields the error has', async () => {
  const addError = (/** @type {import('../lib/index.js').Router} */ router) =>
    router.get('/page', () => {
      throw noStock({ headers: { 'content-type': 'text/html' } })
    })
  const app = await serve(addError, { problems: true })
  const { status, headers } = await request(app, '/page')
  assert.equal(status, 409)
  assert.equal(headers['content-type'], 'application/problem+json')
})

test('with problems, onError is asked first', async () => {
  const onError = (/** @type {any} */ error) =>
    error.code === 'ERR_SHOP_NO_STOCK' ? 'told' : undefined
  const app = await serve(addRoutes, { onError, problems: true })
  assert.equal((await request(app, '/stock')).text, 'told')
  const { headers } = await request(app, '/nowhere')
  assert.equal(headers['content-type'], 'application/problem+json')
})

const odd = {
  'of another class, exposed': Object.assign(new Error('told'), {
    ...{ status: 402, expose: true, code: 7 },
  }),
  'of another class, with a status only': Object.assign(new Error('secret'), {
    status: 402,
  }),
  'with a status that is none': Object.assign(new Error('secret'), {
    ...{ status: 200, expose: true },
  }),
  'with a status beyond': Object.assign(new Error('secret'), {
    ...{ status: 600, expose: true },
  }),
  'whose fields cannot be sent': noStock({ headers: { 'x-a': 'a\nb' } }),
}
for (const [what, error] of Object.entries(odd)) {
  test(`an error ${what} is answered once`, async (t) => {
    capturePrints(t)
    const app = await serve(
      (router) => {
        router.get('/odd', () => Promise.reject(error))
        addRoutes(router)
      },
      { problems: true },
    )
    const { status, text } = await request(app, '/odd')
    const expected = { 402: 'of another class, exposed', 409: 'whose fields' }
    const isOwn = what.startsWith(expected[/** @type {402} */ (status)] ?? '!')
    assert.ok(status === 500 || isOwn, `${status}`)
    assert.doesNotMatch(text, /secret/)
    if (status === 402) assert.equal(JSON.parse(text).detail, 'told')
    assert.equal((await request(app, '/ok')).text, 'ok')
  })
}

test('a status that may not be exposed is a status all the same', async (t) => {
  const printed = capturePrints(t)
  // As the package http-errors makes them.
  const fields = { status: 503, statusCode: 503, expose: false }
  const error = Object.assign(new Error('secret'), fields)
  const app = await serve(
    (router) => void router.get('/down', () => Promise.reject(error)),
    { problems: true },
  )
  const { status, text } = await request(app, '/down')
  assert.equal(status, 503)
  assert.doesNotMatch(text, /secret/)
  assert.deepEqual(printed(), [error])
})

/** @type {[any, RegExp][]} */
const badOptions = [
  [404, /got 404, expected an object such as \{ status: 404 \}/],
  [null, /got null, expected an object/],
  [{ stauts: 404 }, /got "stauts", expected one of status, expose, cause,/],
  [{ status: 200 }, /got 200, expected a status from 400 to 599/],
  [{ status: '404' }, /got "404", expected a status/],
]
for (const [options, message] of badOptions) {
  test(`a VelocyError with ${JSON.stringify(options)} is refused`, () => {
    const code = 'ERR_VELOCY_BAD_OPTION'
    const make = () => new VelocyError('A', 'b', options)
    assert.throws(make, { name: 'VelocyError', code, message })
  })
}

/** @type {Record<string, (req: any, res: any) => unknown>} */
const leaving = {
  'a loop over the body': async (req) => {
    for await (const _chunk of req);
  },
  'a body that is read': (req) => velocy.readBody(req),
  'writes that go on': async (_req, res) => {
    res.write('tick')
    await once(res, 'close')
    await new Promise((resolve, reject) => {
      res.write('tock', (/** @type {unknown} */ error) =>
        error ? reject(error) : resolve(undefined),
      )
    })
  },
  'a pipeline of its own': (_req, res) => {
    const endless = new Readable({
      read() {
        this.push('x')
      },
    })
    return new Promise((resolve, reject) => {
      pipeline(endless, res, (error) =>
        error ? reject(error) : resolve(undefined),
      )
    })
  },
}
for (const [what, handler] of Object.entries(leaving)) {
  test(`a client that leaves during ${what} is no error of ours`, async (t) => {
    const printed = capturePrints(t)
    /** @type {unknown[]} */
    const errors = []
    const { promise: over, resolve } = Promise.withResolvers()
    const { promise: begun, resolve: begin } = Promise.withResolvers()
    const app = await serve(
      (router) => {
        router.post('/', async (req, res) => {
          begin(undefined)
          try {
            await handler(req, res)
          } finally {
            setImmediate(resolve)
          }
        })
      },
      { onError: (/** @type {unknown} */ error) => errors.push(error) },
    )
    const socket = net.connect(app.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf')
    await within(begun, 'the handler to begin')
    if (/pipeline|writes/.test(what)) await once(socket, 'data')
    socket.destroy()
    await within(over, 'the handler to end')
    assert.deepEqual(errors, [])
    assert.deepEqual(printed(), [])
  })
}

test('a bug that shows when the client has gone is told', async () => {
  const bug = new Error('a bug')
  const { promise: entered, resolve: enter } = Promise.withResolvers()
  const { promise: told, resolve: tell } = Promise.withResolvers()
  const app = await serve(
    (router) => {
      router.get('/bug', async (_req, res) => {
        enter(undefined)
        await once(res, 'close')
        throw bug
      })
    },
    { onError: tell },
  )
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(head('/bug'))
  await within(entered, 'the handler to begin')
  socket.destroy()
  assert.equal(await within(told, 'onError'), bug)
})

test('onError is called once for each request, and later errors are printed', async (t) => {
  const printed = capturePrints(t)
  /** @type {any[]} */
  const told = []
  const app = await serve(
    (router) => {
      router.get('/', (_req, res) => {
        res.end(Buffer.alloc(16 * 1024 * 1024))
        throw new Error('late')
      })
    },
    {
      onError(
        /** @type {any} */ error,
        /** @type {any} */ _,
        /** @type {any} */ res,
      ) {
        told.push(error.message)
        res.end('sorry')
      },
    },
  )
  await request(app, '/')
  await request(app, '/')
  assert.deepEqual(told, ['late', 'late'])
  assert.deepEqual(
    printed().map(({ code }) => code),
    ['ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_WRITE_AFTER_END'],
  )
})

test('a connection that was to end does so after an error, too', async () => {
  const app = await serve((router) => {
    router.get('/last', (_req, res) => {
      res.setHeader('connection', 'close')
      throw noStock()
    })
  })
  const { status, headers } = await request(app, '/last')
  assert.deepEqual([status, headers.connection], [409, 'close'])
})

test('after an error the connection goes on', async () => {
  const app = await serve(addRoutes, { problems: true, onError: () => {} })
  const sent = ['/stock', '/bug', '/nowhere', '/ok'].map((path) => head(path))
  const bytes = await rawRequest(app.port, sent.join(''), { responses: 4 })
  const statuses = parseResponses(bytes).map(({ status }) => status)
  assert.deepEqual(statuses, [409, 500, 404, 200])
})

test('the causes of an error reach the log, each on one line, and not for ever', () => {
  /** @type {string[]} */
  const lines = []
  const log = velocy.createLogger({
    destination: {
      write: (line) => {
        lines.push(line)
        return true
      },
    },
  })
  const cause = new Error('disk\nfull')
  log.error(new VelocyError('ERR_A', 'not saved', { cause }))
  const round = /** @type {any} */ (new Error('round'))
  round.cause = round
  log.error(round)
  assert.deepEqual(
    lines.map((line) => line.split('\n').length),
    [2, 2],
  )
  const [told, roundTold] = lines.map((line) => JSON.parse(line))
  assert.equal(told.err.cause.message, 'disk\nfull')
  assert.equal(told.err.code, 'ERR_A')
  assert.ok(JSON.stringify(roundTold).length < 20_000)
})
