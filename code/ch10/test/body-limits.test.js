import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { library } from './library.js'
import { post, serveBody } from './serve-body.js'
import { parseResponses, rawRequest, request, within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { readBody, Router } = await library('lib/index.js')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** @param {any} req @param {any} res */
const size = async (req, res) => res.json((await req.bytes()).length)

/** @param {any} app @param {string | Buffer} body */
const send = (app, body) => request(app, '/', { method: 'POST', body })

test('a body may have a mebibyte unless told otherwise', async () => {
  const app = await serveBody(size)
  assert.equal((await send(app, Buffer.alloc(1024 * 1024))).text, '1048576')
  assert.equal((await send(app, Buffer.alloc(1024 * 1024 + 1))).status, 413)
})

test('a router has a limit, a route its own, a call its own', async () => {
  const ofRouter = await serveBody(size, undefined, { bodyLimit: 10 })
  assert.equal((await send(ofRouter, 'x'.repeat(10))).text, '10')
  assert.equal((await send(ofRouter, 'x'.repeat(11))).status, 413)
  const ofRoute = await serveBody(size, { bodyLimit: 20 }, { bodyLimit: 10 })
  assert.equal((await send(ofRoute, 'x'.repeat(20))).text, '20')
  assert.equal((await send(ofRoute, 'x'.repeat(21))).status, 413)
  const ofCall = await serveBody(
    async (req, res) => res.text(await req.text({ limit: 3 })),
    { bodyLimit: 20 },
  )
  assert.equal((await send(ofCall, 'xxx')).text, 'xxx')
  assert.equal((await send(ofCall, 'xxxx')).status, 413)
})

test('a limit of nothing lets nothing through, and of Infinity all', async () => {
  const none = await serveBody(size, { bodyLimit: 0 })
  assert.equal((await send(none, '')).text, '0')
  assert.equal((await send(none, 'x')).status, 413)
  const all = await serveBody(size, { bodyLimit: Number.POSITIVE_INFINITY })
  assert.equal((await send(all, Buffer.alloc(3e6))).text, '3000000')
})

test('the handler of what is not found has the limit of the router', async () => {
  const app = await serveBody(size, undefined, {
    bodyLimit: 10,
    notFound: size,
  })
  /** @param {string} body */
  const elsewhere = (body) => request(app, '/x', { method: 'POST', body })
  assert.equal((await elsewhere('xx')).text, '2')
  assert.equal((await elsewhere('x'.repeat(11))).status, 413)
})

test('a length that is over the limit is refused before the body comes', async () => {
  const app = await serveBody(size, { bodyLimit: 10 })
  const head = post('', { 'content-length': 11 })
  const [answer] = parseResponses(await rawRequest(app.port, head))
  assert.equal(answer.status, 413)
})

test('a chunked body is refused when it is over the limit', async () => {
  const app = await serveBody(size, { bodyLimit: 10 })
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const bytes = await rawRequest(app.port, [
    head,
    'a\r\n0123456789\r\n',
    '1\r\nx\r\n',
  ])
  assert.equal(parseResponses(bytes)[0].status, 413)
  assert.equal(app.errors[0].code, 'ERR_VELOCY_BODY_TOO_LARGE')
})

test('after a body that was refused comes the next request', async () => {
  const app = await serveBody(size, { bodyLimit: 10 })
  const bytes = Buffer.concat([post('x'.repeat(50_000)), post('yy')])
  const received = await rawRequest(app.port, bytes, { responses: 2 })
  const [refused, answered] = parseResponses(received)
  assert.equal(refused.status, 413)
  assert.equal(answered.text, '2')
})

test('the limit of the first reader counts, and what failed stays so', async () => {
  const app = await serveBody(async (req, res) => {
    if (req.headers['x-limit'] === undefined) {
      await req.text({ limit: 100_000 })
      return res.json((await req.bytes({ limit: 5 })).length)
    }
    await assert.rejects(req.bytes({ limit: 5 }), { status: 413 })
    await assert.rejects(req.text({ limit: 100_000 }), { status: 413 })
    res.json('too large')
  })
  const body = 'x'.repeat(90_000)
  const whole = await request(app, '/', { method: 'POST', body })
  assert.equal(whole.text, '90000')
  const headers = { 'x-limit': '5' }
  const refused = await request(app, '/', { method: 'POST', headers, body })
  assert.equal(refused.text, '"too large"')
})

/** @type {Record<string, (req: any) => Promise<unknown>>} */
const streaming = {
  'for await': async (req) => {
    let length = 0
    for await (const chunk of req) length += chunk.length
    return length
  },
  'a pipeline': async (req) => {
    const sink = new PassThrough()
    sink.resume()
    await pipeline(req, sink)
  },
  readBody: (req) => readBody(req, { limit: Infinity }),
}
for (const [how, read] of Object.entries(streaming)) {
  test(`the limit of a route holds for its stream: ${how}`, async () => {
    const app = await serveBody(
      async (req, res) => {
        await read(req)
        res.text('all')
      },
      { bodyLimit: 10 },
    )
    const short = await rawRequest(app.port, post('0123456789'))
    assert.equal(parseResponses(short)[0].text, 'all')
    const chunked = [
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      `ff\r\n${'x'.repeat(255)}\r\n0\r\n\r\n`,
    ]
    const [answer] = parseResponses(await rawRequest(app.port, chunked))
    assert.equal(answer.status, how === 'readBody' ? 400 : 413)
  })
}

test('a stream that is too long and has no listener ends the connection', async () => {
  const app = await serveBody((req, res) => req.pipe(res), { bodyLimit: 10 })
  const client = net.connect(app.port, '127.0.0.1').resume()
  client.on('error', () => {}).write(post('x'.repeat(100_000)))
  const closed = new Promise((resolve) => client.on('close', resolve))
  await within(closed, 'the end of the connection')
})

test('a body that is too slow is a 408, and the connection ends', async () => {
  const app = await serveBody(size, { bodyTimeout: 30 })
  const bytes = await rawRequest(app.port, post('x', { 'content-length': 9 }), {
    responses: Number.POSITIVE_INFINITY,
  })
  const [answer] = parseResponses(bytes)
  assert.equal(answer.status, 408)
  assert.equal(answer.headers.connection, 'close')
  assert.equal(app.errors[0].code, 'ERR_VELOCY_BODY_TIMEOUT')
})

test('a byte now and then does not make a slow body faster', async () => {
  const app = await serveBody(size, { bodyTimeout: 100 })
  const socket = net.connect(app.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(post('', { 'content-length': 100_000 }))
  const dripping = setInterval(() => socket.write('x'), 5)
  const [chunk] = await within(once(socket, 'data'), 'an answer')
  clearInterval(dripping)
  socket.destroy()
  assert.match(String(chunk), /^HTTP\/1\.1 408 /)
})

test('the time counts from when a handler asks for the body', async () => {
  const app = await serveBody(
    async (req, res) => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      res.text(await req.text())
    },
    { bodyTimeout: 30 },
  )
  assert.equal((await send(app, 'x')).text, 'x')
})

test('a call has a time limit of its own, and 0 is for ever', async () => {
  const app = await serveBody(
    async (req, res) => {
      const timeout = Number(req.headers['x-timeout'])
      res.text(await req.text({ timeout }))
    },
    { bodyTimeout: 1 },
  )
  const fields = { 'content-length': 2, 'x-timeout': 0 }
  const client = net.connect(app.port, '127.0.0.1')
  client.write(post('x', fields))
  const impatient = post('x', { ...fields, 'x-timeout': 10 })
  const [late] = parseResponses(await rawRequest(app.port, impatient))
  assert.equal(late.status, 408)
  client.write('y')
  const [chunk] = await within(once(client, 'data'), 'an answer')
  client.destroy()
  assert.match(String(chunk), /xy$/)
})

test('a signal ends the reading with its reason', async () => {
  const reason = new Error('enough')
  const app = await serveBody(async (req, res) => {
    const controller = new AbortController()
    const reading = req.text({ signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(reading, reason)
    res.text('ended')
  })
  const bytes = await rawRequest(app.port, post('x', { 'content-length': 2 }))
  assert.equal(parseResponses(bytes)[0].text, 'ended')
})

test('a wrong limit is refused where it is written', async () => {
  const wrong = { code: 'ERR_VELOCY_BAD_OPTION' }
  const ok = () => 'ok'
  assert.throws(
    () => new Router({ bodyLimit: /** @type {any} */ ('1mb') }),
    wrong,
  )
  assert.throws(() => new Router({ bodyTimeout: -1 }), wrong)
  const router = new Router()
  assert.throws(() => router.post('/', { bodyLimit: 1.5 }, ok), wrong)
  assert.throws(() => router.post('/', { bodyTimeout: 2 ** 31 }, ok), wrong)
  assert.throws(() => router.put('/', /** @type {any} */ ({ limit: 1 }), ok), {
    ...wrong,
    message: /^PUT \/: got an option 'limit'/,
  })
  assert.throws(() => router.post('/', /** @type {any} */ ({})), {
    code: 'ERR_VELOCY_BAD_HANDLER',
  })
  assert.equal(router.find('POST', '/'), null)
  const app = await serveBody(async (req, res) => {
    await assert.rejects(req.text({ limit: -1 }), wrong)
    await assert.rejects(req.form(/** @type {any} */ ({ limt: 1 })), wrong)
    res.text('ok')
  })
  assert.equal((await send(app, '')).text, 'ok')
})

test('each reader refuses what are no options of its own', async () => {
  const app = await serveBody(async (req, res) => {
    for (const reader of ['bytes', 'text', 'json', 'form']) {
      for (const options of [5, null, 'x', { limt: 1 }, { pairs: 'x' }]) {
        await assert.rejects(
          async () => /** @type {any} */ (req)[reader](options),
          {
            code: 'ERR_VELOCY_BAD_OPTION',
            message: new RegExp(`^req\\.${reader}: got `),
          },
        )
      }
    }
    res.text('ok')
  })
  // It is the same for a body that nobody could read so.
  for (const type of ['application/json', 'image/png']) {
    const headers = { 'content-type': type }
    const options = { method: 'POST', body: '{}', headers }
    assert.equal((await request(app, '/', options)).text, 'ok')
  }
})

test('every verb takes options', () => {
  const router = new Router()
  /** @type {['get', 'head', 'post', 'put', 'patch', 'delete', 'options']} */
  const verbs = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
  for (const [bodyLimit, verb] of verbs.entries()) {
    router[verb]('/', { bodyLimit }, () => verb)
    const { route } = /** @type {any} */ (router.find(verb.toUpperCase(), '/'))
    assert.deepEqual(route.limits, { bodyLimit, bodyTimeout: 30_000 })
    assert.ok(Object.isFrozen(route.limits))
  }
  router.all('/all', { bodyTimeout: 7 }, () => 'all')
  const { route } = /** @type {any} */ (router.find('PUT', '/all'))
  assert.equal(route.limits.bodyTimeout, 7)
})

test('a client that leaves in the middle is told to whoever waits', async () => {
  /** @type {(error: any) => void} */
  let tell = () => {}
  const told = new Promise((resolve) => {
    tell = resolve
  })
  const app = await serveBody(async (req) => req.bytes().catch(tell))
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(post('x', { 'content-length': 9 }))
  await once(app.server, 'request')
  socket.destroy()
  const error = /** @type {any} */ (await within(told, 'the error'))
  assert.equal(error.code, 'ERR_VELOCY_BODY_ABORTED')
  assert.equal(error.status, 400)
})

test('a body that comes byte by byte takes no more memory', async () => {
  const app = await serveBody(size)
  const count = 200_000
  const socket = net.connect(app.port, '127.0.0.1')
  const before = process.memoryUsage().heapUsed
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const [req] = await once(app.server, 'request')
  socket.write('1\r\nx\r\n'.repeat(count))
  while (/** @type {any} */ (socket).bytesWritten > req.socket.bytesRead) {
    await nextTurn()
  }
  collectGarbage()
  const heap = process.memoryUsage().heapUsed - before
  socket.write('0\r\n\r\n')
  const [answer] = await within(once(socket, 'data'), 'an answer')
  socket.destroy()
  assert.match(String(answer), new RegExp(`${count}$`))
  assert.ok(heap < 5_000_000, `${heap} bytes`)
})
