import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { listen as listenUntilEnd } from './serving.js'
import { rawRequest, request, within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { timeLimit, warnOfSilence } = await library(
  'lib/middleware/time-limit.js',
)

/** @typedef {import('node:test').TestContext} TestContext */

/**
 * A server with one handler, which has 20 ms.
 *
 * @param {TestContext} t
 * @param {(req: any, res: any) => unknown} handler
 * @param {any[]} [layers]
 */
async function listen(t, handler, layers = [timeLimit(20)]) {
  const printed = t.mock.method(console, 'error', () => {})
  const warned = t.mock.method(console, 'warn', () => {})
  const router = new Router({ problems: true })
  router.all('/', ...layers, handler)
  const server = createServer(router)
  const app = await listenUntilEnd(t, server)
  const linesOf = (/** @type {any} */ { mock }) =>
    mock.calls.map((/** @type {any} */ call) => `${call.arguments[0]}`)
  return {
    app,
    server,
    printed: () => linesOf(printed),
    warned: () => linesOf(warned),
  }
}

/** Waits until the time of a request is over. @param {any} req */
const whenLate = async ({ deadline }) => {
  if (!deadline.aborted) await once(deadline, 'abort')
  // The 503 has been sent by then.
  await nextTurn()
}

/** @param {() => boolean} condition */
async function untilNot(condition) {
  while (condition()) await nextTurn()
}

test('an answer in time is as ever', async (t) => {
  const { app } = await listen(t, () => ({ a: 1 }))
  const { status, text } = await request(app, '/')
  assert.deepEqual([status, text], [200, '{"a":1}'])
})

test('a limit that is not reached leaves no timer behind', async (t) => {
  const { app } = await listen(t, () => 'a', [timeLimit(600_000)])
  const countTimers = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  await request(app, '/')
  const before = countTimers()
  for (let i = 0; i < 20; i++) await request(app, '/')
  assert.ok(countTimers() < before + 10, `${countTimers()} from ${before}`)
})

test('a handler that never answers is answered for, with 503', async (t) => {
  const { app, printed } = await listen(t, () => new Promise(() => {}))
  const { status, text } = await request(app, '/')
  assert.equal(status, 503)
  assert.equal(JSON.parse(text).code, 'ERR_VELOCY_TIME_LIMIT')
  assert.deepEqual(printed(), [])
})

test('so is one that has returned nothing', async (t) => {
  const { app } = await listen(t, () => {})
  assert.equal((await request(app, '/')).status, 503)
})

test('a handler that waits by the deadline stops at it', async (t) => {
  /** @type {any} */
  let reason
  const { app, printed } = await listen(t, async ({ deadline }) => {
    try {
      await once(new EventTarget(), 'never', { signal: deadline })
    } catch (error) {
      reason = error
      throw error
    }
  })
  assert.equal((await request(app, '/')).status, 503)
  assert.equal(reason.cause.code, 'ERR_VELOCY_TIME_LIMIT')
  await nextTurn()
  assert.deepEqual(printed(), [])
})

/** @type {[string, (req: any, res: any) => unknown][]} */
const LATE = [
  ['returned', () => 'late'],
  ['returned as JSON', () => ({ late: true })],
  ['sent with res.json', (_req, res) => res.json({})],
  ['sent with res.text', (_req, res) => res.text('late', 201)],
  ['a redirect', (_req, res) => res.redirect('/elsewhere')],
  ['ended', (_req, res) => void res.end('late')],
  [
    'written field by field',
    (_req, res) => {
      res.setHeader('x-late', '1')
      res.appendHeader('x-late', '2')
      res.setHeaders(new Map([['x-late', '3']]))
      res.removeHeader('x-late')
      res.writeHead(200, { 'x-late': '4' })
      res.write('late')
      res.end()
    },
  ],
  ['piped', (_req, res) => void Readable.from(['la', 'te']).pipe(res)],
]
for (const [how, answer] of LATE) {
  test(`a late answer is dropped: ${how}`, async (t) => {
    const late = Promise.withResolvers()
    const { app, printed } = await listen(t, async (req, res) => {
      await whenLate(req)
      setImmediate(late.resolve)
      return answer(req, res)
    })
    // The next answer on the same connection would be the wrong one.
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = await rawRequest(app.port, get + get, { responses: 2 })
    const statuses = `${bytes}`.match(/HTTP\/1.1 \d+/g)
    assert.deepEqual(statuses, ['HTTP/1.1 503', 'HTTP/1.1 503'])
    assert.doesNotMatch(`${bytes}`, /late|elsewhere/)
    await within(late.promise, 'the late answer')
    assert.deepEqual(printed(), [])
  })
}

test('a late answer in a callback does not end the process', async (t) => {
  const late = Promise.withResolvers()
  const { app, printed } = await listen(t, (req, res) => {
    whenLate(req).then(() => {
      setImmediate(() => {
        res.setHeader('content-type', 'text/plain')
        res.end('late')
        late.resolve(undefined)
      })
    })
  })
  assert.equal((await request(app, '/')).status, 503)
  await within(late.promise, 'the late answer')
  assert.deepEqual(printed(), [])
})

test('who ends an answer too late is told so', async (t) => {
  const late = Promise.withResolvers()
  const { app, printed } = await listen(t, (req, res) => {
    whenLate(req).then(() => res.end('late', late.resolve))
  })
  assert.equal((await request(app, '/')).status, 503)
  const error = await within(late.promise, 'the callback')
  assert.equal(error.code, 'ERR_VELOCY_TIME_LIMIT')
  assert.deepEqual(printed(), [])
})

test('a late error is printed, and not thrown', async (t) => {
  const { app, printed } = await listen(t, async (req) => {
    await whenLate(req)
    throw new Error('a bug, found late')
  })
  assert.equal((await request(app, '/')).status, 503)
  await within(
    untilNot(() => printed().length === 0),
    'a line',
  )
  assert.deepEqual(printed(), ['Error: a bug, found late'])
})

test('a late stream is ended unread', async (t) => {
  const stream = Readable.from(['late'])
  const { app } = await listen(t, async (req) => {
    await whenLate(req)
    return stream
  })
  const closed = once(stream, 'close')
  assert.equal((await request(app, '/')).status, 503)
  await within(closed, 'the end of the stream')
})

test('what cannot be dropped is printed, and ends nothing', async (t) => {
  const { app, printed } = await listen(t, async (req) => {
    await whenLate(req)
    const response = new Response('late')
    response.body?.getReader()
    return response
  })
  assert.equal((await request(app, '/')).status, 503)
  await within(
    untilNot(() => printed().length === 0),
    'a line',
  )
  assert.match(printed()[0], /locked/)
})

test('a source that is piped too late is not read on and on', async (t) => {
  let reads = 0
  const source = new Readable({
    read() {
      // It would never let go of the process.
      if (++reads > 100) return void this.destroy()
      this.push('late'.repeat(5000))
    },
  })
  const late = Promise.withResolvers()
  const { app } = await listen(t, async (req, res) => {
    await whenLate(req)
    source.pipe(res)
    source.once('pause', late.resolve).once('close', late.reject)
  })
  assert.equal((await request(app, '/')).status, 503)
  await within(late.promise, 'the pause')
  source.destroy()
})

test('a body that does not come in time is no error of ours', async (t) => {
  const over = Promise.withResolvers()
  const { app, printed } = await listen(t, (req) =>
    req.json().catch((/** @type {unknown} */ error) => {
      over.resolve(undefined)
      throw error
    }),
  )
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const begun = `${head}Content-Length: 9\r\n\r\n{`
  assert.match(`${await rawRequest(app.port, begun)}`, /^HTTP\/1.1 503/)
  await within(over.promise, 'the end of the body')
  await nextTurn()
  assert.deepEqual(printed(), [])
})

test('of two limits, the shorter one is the deadline', async (t) => {
  const reason = Promise.withResolvers()
  const layers = [timeLimit(20), timeLimit(60_000)]
  const handler = (/** @type {any} */ { deadline }) => {
    deadline.onabort = () => reason.resolve(deadline.reason.code)
  }
  const { app } = await listen(t, handler, layers)
  assert.equal((await request(app, '/')).status, 503)
  const code = await within(reason.promise, 'the deadline')
  assert.equal(code, 'ERR_VELOCY_TIME_LIMIT')
})

test('an answer that has begun in time takes as long as it likes', async (t) => {
  const { app } = await listen(t, async ({ deadline }, res) => {
    res.write('a')
    const timer = Promise.withResolvers()
    setTimeout(timer.resolve, 60)
    await timer.promise
    res.end(deadline.aborted ? 'late' : 'b')
  })
  const { status, text } = await request(app, '/')
  assert.deepEqual([status, text], [200, 'ab'])
})

test('a stream that has not begun in time is ended, with 503', async (t) => {
  const ended = Promise.withResolvers()
  const { app } = await listen(t, (req) =>
    (async function* () {
      try {
        await whenLate(req)
        for (;;) yield 'late'
      } finally {
        ended.resolve(undefined)
      }
    })(),
  )
  assert.equal((await request(app, '/')).status, 503)
  await within(ended.promise, 'the end of the source')
})

test('a client that leaves aborts the deadline, and is no error', async (t) => {
  const came = Promise.withResolvers()
  const left = Promise.withResolvers()
  const { app, printed } = await listen(
    t,
    async ({ deadline }) => {
      came.resolve(undefined)
      await once(deadline, 'abort')
      left.resolve(undefined)
      throw deadline.reason
    },
    [timeLimit(60_000)],
  )
  const controller = new AbortController()
  const { signal } = controller
  fetch(`http://127.0.0.1:${app.port}/`, { signal }).catch(() => {})
  await within(came.promise, 'the request')
  controller.abort()
  await within(left.promise, 'the abort')
  await nextTurn()
  assert.deepEqual(printed(), [])
})

test('a server that closes waits no longer than the limit', async (t) => {
  const { app, server } = await listen(t, () => new Promise(() => {}))
  const asked = request(app, '/')
  await once(server, 'connection')
  const closed = new Promise((resolve) => server.close(resolve))
  assert.equal((await asked).status, 503)
  await within(closed, 'the end of the server')
})

test('layers around it see the error, and those inside go on unseen', async (t) => {
  /** @type {any} */
  let seen
  const outer = async (
    /** @type {any} */ _req,
    /** @type {any} */ _res,
    /** @type {any} */ next,
  ) => {
    try {
      return await next()
    } catch (error) {
      seen = error
      throw error
    }
  }
  let calls = 0
  const late = (
    /** @type {any} */ req,
    /** @type {any} */ _res,
    /** @type {any} */ next,
  ) => {
    whenLate(req).then(() => next())
  }
  const layers = [outer, timeLimit(20), late]
  const { app } = await listen(t, () => `${++calls}`, layers)
  assert.equal((await request(app, '/')).status, 503)
  assert.equal(seen.code, 'ERR_VELOCY_TIME_LIMIT')
  await nextTurn()
  await nextTurn()
  assert.equal(calls, 0)
})

test('limits that are no number of milliseconds are refused', () => {
  for (const ms of [undefined, 0, -1, 1.5, '1s', Infinity, 2 ** 31]) {
    for (const make of [
      timeLimit,
      (/** @type {any} */ x) => warnOfSilence(x ?? 0),
    ]) {
      assert.throws(() => make(ms), { code: 'ERR_VELOCY_BAD_OPTION' })
    }
  }
})

test('a handler that is silent is named, with what it has returned', async (t) => {
  const { app, warned } = await listen(
    t,
    (req) => {
      if (req.url === '/?wait') return new Promise(() => {})
      if (req.url === '/?stream') return new Readable({ read() {} })
    },
    [timeLimit(40), warnOfSilence(10)],
  )
  for (const url of ['/?wait', '/', '/?stream']) await request(app, url)
  assert.deepEqual(warned(), [
    '* /: no answer for 10 ms, its handler is still running',
    '* /: no answer for 10 ms, its handler has returned nothing',
    '* /: no answer for 10 ms, its handler has returned something',
  ])
})

test('a handler that answers, or fails, is not', async (t) => {
  const { app, warned } = await listen(
    t,
    (req, res) => {
      if (req.url === '/?throw') throw new Error('a bug')
      if (req.url === '/?end') return void res.end('a')
      return 'a'
    },
    [warnOfSilence(10)],
  )
  for (const path of ['/', '/?end', '/?throw']) await request(app, path)
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.deepEqual(warned(), [])
})

test('in production, nobody listens', (t) => {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  t.after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  })
  assert.equal(warnOfSilence(10).length, 2)
})
