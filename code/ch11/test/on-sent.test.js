import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, head, serve } from './serving.js'
import { request, within } from './support.js'

/** @typedef {import('../lib/index.js').Request} Request */
/** @typedef {import('../lib/index.js').Response} Response */

/** An onSent, and a promise of what it is told next. */
function hook() {
  /** @type {(line: string) => void} */
  let resolve = () => {}
  const onSent = (/** @type {Request} */ req, /** @type {Response} */ res) => {
    const how = res.writableFinished ? 'sent' : 'lost'
    resolve(`${req.method} ${req.url} ${req.route} ${res.statusCode} ${how}`)
  }
  const told = () => {
    const { promise, resolve: done } = Promise.withResolvers()
    resolve = done
    return within(promise, 'onSent to be called')
  }
  return { onSent, told }
}

test('onSent is told of each answer when it has been sent', async () => {
  const { onSent, told } = hook()
  const app = await serve(
    (router) => {
      router.get('/items/:id', () => 'item')
      router.get('/fails', () => {
        throw new Error('fails')
      })
    },
    { onSent, onError() {} },
  )
  for (const [method, path, line] of [
    ['GET', '/items/1', 'GET /items/:id 200'],
    ['HEAD', '/items/1', 'GET /items/:id 200'],
    ['GET', '/fails', 'GET /fails 500'],
    ['POST', '/fails', 'undefined 405'],
    ['GET', '/nothing', 'undefined 404'],
    ['GET', '/%zz', 'undefined 400'],
  ]) {
    const next = told()
    await request(app, path, { method })
    assert.equal(await next, `${method} ${path} ${line} sent`)
  }
})

test('onSent waits for the end of a stream, for which no middleware waits', async () => {
  const { promise, resolve: end } = Promise.withResolvers()
  /** @type {string[]} */
  const list = []
  const { onSent, told } = hook()
  const app = await serve(
    (router) => {
      router.use(async (_req, _res, next) => {
        await next()
        list.push('middleware')
        end(undefined)
      })
      router.get('/', async function* () {
        yield 'begin '
        await promise
        list.push('stream')
        yield 'end'
      })
    },
    {
      onSent: (/** @type {Request} */ req, /** @type {Response} */ res) => {
        list.push('onSent')
        onSent(req, res)
      },
    },
  )
  const next = told()
  assert.equal((await request(app, '/')).text, 'begin end')
  await next
  assert.deepEqual(list, ['middleware', 'stream', 'onSent'])
})

test('onSent is told of a client that has left', async () => {
  const { onSent, told } = hook()
  const { promise: begun, resolve: begin } = Promise.withResolvers()
  const app = await serve(
    (router) => {
      router.get('/', () => {
        begin(undefined)
      })
    },
    { onSent },
  )
  const next = told()
  const socket = net.connect(app.port, app.host)
  socket.write(head('/'))
  await within(begun, 'the handler')
  socket.destroy()
  await once(socket, 'close')
  assert.equal(await next, 'GET / GET / 200 lost')
})

test('hooks below a prefix come before those outside, and stay there', async () => {
  /** @type {string[]} */
  const list = []
  const { onSent, told } = hook()
  const app = await serve(
    (router) => {
      router.group('/a', { onSent: () => list.push('a') }, (a) => {
        a.get('/', () => 'a')
      })
      router.get('/', () => 'root')
    },
    {
      onSent: (/** @type {Request} */ req, /** @type {Response} */ res) => {
        list.push('root')
        onSent(req, res)
      },
    },
  )
  for (const [path, expected] of /** @type {[string, string[]][]} */ ([
    ['/a', ['a', 'root']],
    ['/a/nothing', ['a', 'root']],
    ['/', ['root']],
  ])) {
    const next = told()
    await request(app, path)
    await next
    assert.deepEqual(list.splice(0), expected, path)
  }
})

test('a hook of a router that is mounted is called, whoever has none', async () => {
  const { onSent, told } = hook()
  const app = await serve((router) => {
    router.group('/a', (a) => {
      a.group('/b', { onSent }, (b) => b.get('/', () => 'b'))
    })
  })
  const next = told()
  await request(app, '/a/b')
  assert.equal(await next, 'GET /a/b GET /a/b 200 sent')
})

test('a hook that fails is told to onError, and the others are called', async (t) => {
  const printed = capturePrints(t)
  const { onSent, told } = hook()
  const app = await serve(
    (router) => {
      router.group('/a', { onSent: fail }, (a) => {
        a.group('/b', { onSent: reject }, (b) => b.get('/', () => 'b'))
      })
    },
    { onSent },
  )
  function fail() {
    throw new Error('thrown')
  }
  async function reject() {
    throw new Error('rejected')
  }
  const next = told()
  assert.equal((await request(app, '/a/b')).text, 'b')
  await next
  await nextTurn()
  const messages = printed().map(({ message }) => message)
  assert.deepEqual(messages.sort(), ['rejected', 'thrown'])
})
