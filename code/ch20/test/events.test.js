import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { inject, listen, serveRouter } from './serving.js'
import { within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { compress } = await library('lib/middleware/index.js')
const { events } = await library('lib/realtime/events.js')

/** More than the sockets of both sides take. */
const MANY = 64
const LARGE = 'x'.repeat(1024 * 1024)

/**
 * A router whose route makes a stream, and a promise of that.
 *
 * @param {any[]} [layers]
 * @param {any} [options] of events()
 */
function board(layers = [], options = undefined) {
  const { promise: stream, resolve } = Promise.withResolvers()
  const router = new Router({ onError: () => {} }).use(...layers)
  router.get('/events', (/** @type {any} */ req, /** @type {any} */ res) =>
    resolve(events(req, res, options)),
  )
  return { router, stream }
}

/**
 * @param {import('node:test').TestContext} t
 * @param {number} port
 * @param {Record<string, string>} [headers]
 */
async function open(t, port, headers) {
  const where = { port, path: '/events', headers, agent: false }
  const request = http.get(where)
  t.after(() => request.destroy())
  const [response] = await within(once(request, 'response'), 'the head')
  response.on('error', () => {})
  let text = ''
  response.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    text += chunk
  })
  const until = async (/** @type {string} */ expected) => {
    while (!text.includes(expected)) await once(response, 'data')
    return text
  }
  const reads = (/** @type {string} */ expected) =>
    within(until(expected), () => `${expected} behind ${text}`)
  return { request, response, reads }
}

/**
 * What a browser makes of a stream (HTML standard §9.2.6).
 *
 * @param {string} text
 */
function parse(text) {
  const found = []
  let lastEventId = ''
  let event = { type: 'message', data: /** @type {string[]} */ ([]) }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      const { type, data } = event
      if (data.length > 0) {
        found.push({ type, data: data.join('\n'), lastEventId })
      }
      event = { type: 'message', data: [] }
    } else if (field === 'event') event.type = value
    else if (field === 'data') event.data.push(value)
    else if (field === 'id' && !value.includes('\0')) lastEventId = value
  }
  return found
}

/**
 * Sends events into a stream that ends, and reads it as a browser does.
 *
 * @param {(stream: any) => void} write
 */
async function roundTrip(write) {
  const router = new Router()
  router.get('/events', (/** @type {any} */ req, /** @type {any} */ res) => {
    const stream = events(req, res)
    write(stream)
    stream.close()
  })
  const response = await inject(router, '/events')
  return parse(await response.text())
}

test('an event has a name, an id and data', async () => {
  const [event] = await roundTrip((stream) =>
    stream.send('on time', { event: 'sailing', id: 7 }),
  )
  assert.deepEqual(event, {
    type: 'sailing',
    data: 'on time',
    lastEventId: '7',
  })
})

test('what is no string is sent as JSON', async () => {
  const sent = { boat: 'Ligaya', minutes: 20 }
  const [event] = await roundTrip((stream) => stream.send(sent))
  assert.deepEqual(JSON.parse(event.data), sent)
})

test('no text can end its event, or begin another', async () => {
  const texts = [
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\n\nevent: x\ndata: y\n\n',
    '\r\rid: 1\r\r',
    '',
    '\n',
    ': no comment',
    ' a space',
    '\u2028\0\u0085é🐐',
  ]
  const found = await roundTrip((stream) => {
    for (const text of texts) stream.send(text)
  })
  const expected = texts.map((text) => text.replaceAll(/\r\n|\r/g, '\n'))
  assert.deepEqual(
    found.map(({ data }) => data),
    expected,
  )
  assert.ok(found.every(({ type }) => type === 'message'))
})

test('a name or an id of several lines is refused', async () => {
  await roundTrip((stream) => {
    for (const bad of ['a\nb', 'a\rb', 'a\0b', {}, null]) {
      const refused = { code: 'ERR_VELOCY_BAD_OPTION' }
      assert.throws(() => stream.send('x', { id: bad }), refused)
      assert.throws(() => stream.send('x', { event: bad }), refused)
    }
    assert.throws(() => stream.send(undefined), { code: 'ERR_VELOCY_NO_JSON' })
  })
})

test('the head says what it is, and that nobody may keep it', async (t) => {
  const { router } = board()
  const { port } = await serveRouter(t, router)
  const { response, reads } = await open(t, port)
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'text/event-stream')
  assert.equal(response.headers['cache-control'], 'no-cache, no-transform')
  assert.equal(response.headers['x-accel-buffering'], 'no')
  await reads('retry: 2000\n\n')
})

test('HEAD gets the head, and the stream is over', async () => {
  const { router, stream } = board()
  const response = await inject(router, { path: '/events', method: 'HEAD' })
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const { closed, isClosed } = await stream
  assert.ok(isClosed)
  await within(closed, 'the end of the stream')
})

test('the id that a client had last is UTF-8', async () => {
  const router = new Router()
  router.get('/', (/** @type {any} */ req, /** @type {any} */ res) => {
    const stream = events(req, res)
    stream.send({ id: stream.lastEventId })
    stream.close()
  })
  const bytes = Buffer.from('fähre-7').toString('latin1')
  const headers = { 'last-event-id': bytes }
  const response = await inject(router, { path: '/', headers })
  assert.match(await response.text(), /^data: {"id":"fähre-7"}$/m)
  const first = await inject(router, '/')
  assert.match(await first.text(), /^data: {}$/m)
})

for (const leave of ['destroy', 'end']) {
  test(`a client that leaves by ${leave}() is noticed`, async (t) => {
    const { router, stream } = board()
    const { port } = await serveRouter(t, router)
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    t.after(() => socket.destroy())
    socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')
    const opened = /** @type {any} */ (await stream)
    await within(once(socket, 'data'), 'the head')
    socket[/** @type {'end'} */ (leave)]()
    await within(opened.closed, 'the end of the stream')
    assert.ok(opened.isClosed)
    assert.equal(opened.send('too late'), false)
  })
}

test('so is one that had left before the stream began', async (t) => {
  const { promise: stream, resolve } = Promise.withResolvers()
  const router = new Router()
  router.get(
    '/events',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      await within(once(res, 'close'), 'the client to leave')
      resolve(events(req, res))
    },
  )
  const { port } = await serveRouter(t, router)
  const socket = net.connect(port, '127.0.0.1')
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'connect')
  socket.destroy()
  const opened = /** @type {any} */ (await within(stream, 'the stream'))
  await within(opened.closed, 'the end of the stream')
  assert.equal(opened.send('nobody'), false)
})

test('a stream may wait behind another answer', async (t) => {
  const { router } = board()
  router.get('/first', async () => {
    for (let i = 0; i < 10; i++) await nextTurn()
    return 'first'
  })
  const { port } = await serveRouter(t, router)
  const socket = net.connect(port, '127.0.0.1').setEncoding('latin1')
  t.after(() => socket.destroy())
  const [one, two] = ['/first', '/events'].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
  )
  socket.write(one + two)
  let text = ''
  const until = async () => {
    while (!text.includes('retry:')) text += (await once(socket, 'data'))[0]
  }
  await within(until(), () => `an event behind ${text}`)
})

test('a stream that is silent for 15 seconds says so', async (t) => {
  const { router, stream } = board()
  const { port } = await serveRouter(t, router)
  const { reads } = await open(t, port)
  const opened = /** @type {any} */ (await stream)
  for (let second = 1; second < 15; second++) opened.beat()
  opened.send('late')
  for (let second = 1; second <= 15; second++) opened.beat()
  opened.send('later')
  const expected = /\n\ndata: late\n\n:\n\ndata: later\n\n$/
  assert.match(await reads('data: later\n\n'), expected)
})

test('streams are looked at once a second', async (t) => {
  const { router, stream } = board()
  const { port } = await serveRouter(t, router)
  await open(t, port)
  const opened = /** @type {any} */ (await stream)
  const times = /** @type {number[]} */ ([])
  const { promise: twice, resolve } = Promise.withResolvers()
  opened.beat = () => {
    if (times.push(performance.now()) > 1) resolve(undefined)
  }
  await within(twice, 'two beats')
  assert.ok(times[1] - times[0] > 500, `${times[1] - times[0]} ms`)
})

test('close() ends the stream for both', async (t) => {
  const { router, stream } = board()
  const { port } = await serveRouter(t, router)
  const { response, reads } = await open(t, port)
  const opened = /** @type {any} */ (await stream)
  const ended = once(response, 'end')
  assert.ok(opened.send('bye'))
  opened.close()
  assert.ok(opened.isClosed)
  assert.equal(opened.send('too late'), false)
  await reads('data: bye\n\n')
  await within(ended, 'the end')
  await within(opened.closed, 'the end of the stream')
})

/**
 * Sends much to a client that doesn't read.
 *
 * @param {import('node:test').TestContext} t
 * @param {any} [options] of events()
 */
async function overwhelm(t, options) {
  const { router, stream } = board([], options)
  const { port } = await serveRouter(t, router)
  const socket = net.connect(port, '127.0.0.1').on('error', () => {})
  t.after(() => socket.destroy())
  socket.pause().write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')
  const opened = /** @type {any} */ (await within(stream, 'the stream'))
  let sent = 0
  while (sent < MANY && opened.send(LARGE)) {
    sent++
    await nextTurn()
  }
  return { opened, sent }
}

for (const options of [undefined, { limit: 4 * LARGE.length }]) {
  const limit = `${options?.limit ?? 'its'} limit`
  test(`a client that does not read is cut off at ${limit}`, async (t) => {
    const { opened, sent } = await overwhelm(t, options)
    assert.ok(sent < MANY)
    await within(opened.closed, 'the end of the stream')
  })
}

test('without a limit, what it does not read is held', async (t) => {
  const { opened, sent } = await overwhelm(t, { limit: Infinity })
  assert.equal(sent, MANY)
  assert.ok(!opened.isClosed)
})

test('a limit that is none is refused before anything is sent', async () => {
  const { router } = board([], { limit: '1mb' })
  const response = await inject(router, '/events')
  assert.equal(response.status, 500)
})

test('compress() leaves a stream alone', async (t) => {
  const { router } = board([compress()])
  const { port } = await serveRouter(t, router)
  const { response } = await open(t, port, { 'accept-encoding': 'gzip' })
  assert.equal(response.headers['content-encoding'], undefined)
})

test('inject refuses to wait for the end of a stream', async () => {
  const { router } = board()
  const waiting = inject(router, { path: '/events', timeout: 50 })
  const refused = { code: 'ERR_VELOCY_NO_ANSWER' }
  await within(assert.rejects(waiting, refused), 'the refusal')
})

test('a server that closes ends its streams', async (t) => {
  const { router, stream } = board()
  const server = createServer(router, { closeTimeout: 2 ** 31 - 1 })
  const { port } = await listen(t, server)
  const { response, reads } = await open(t, port)
  await stream
  const ended = once(response, 'end')
  const closed = once(server, 'close')
  server.close()
  await within(ended, 'the end of the stream')
  await within(closed, 'the end of the server')
  const text = await reads('retry: 2000')
  const [, last] = /retry: (\d+)\n\n$/.exec(text) ?? []
  assert.ok(Number(last) >= 2000, 'its clients are told to take their time')
})

test('a stream that begins while it closes ends as well', async (t) => {
  const router = new Router()
  const { promise: asked, resolve: ask } = Promise.withResolvers()
  const { promise: late, resolve: goOn } = Promise.withResolvers()
  router.get(
    '/events',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      ask(undefined)
      await late
      events(req, res)
    },
  )
  const server = createServer(router, { closeTimeout: 2 ** 31 - 1 })
  const { port } = await listen(t, server)
  const opened = open(t, port)
  await asked
  server.close()
  goOn(undefined)
  const { response } = await opened
  await within(once(response.resume(), 'end'), 'the end of the stream')
})
