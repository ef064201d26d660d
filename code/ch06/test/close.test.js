import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { library } from './library.js'
import {
  PATIENCE,
  parseResponses,
  rawRequest,
  request,
  within,
} from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

/** How long close() would take if it waited for its limit, in ms. */
const FOREVER = 60_000

/** A process that gets no turn for so long is no client to be told, in ms. */
const LATE = 100

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** @param {any} router @param {any} [options] */
async function serve(router, options) {
  const server = createServer(router, options)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  return { host: '127.0.0.1', port, server }
}

/** @param {import('node:http').Server} server */
const closing = (server) =>
  within(new Promise((resolve) => server.close(resolve)), 'close()')

/** @param {number} port */
async function connect(port) {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** @param {string} path */
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/**
 * How many of the clients that ask again and again are told that a server
 * closes.
 *
 * @param {import('node:child_process').ChildProcess} child the clients
 * @param {number} clients
 * @param {boolean} isSlow whether an answer takes two turns of the loop
 */
async function tellAll(child, clients, isSlow) {
  const message = async () => (await once(child, 'message'))[0]
  const router = new Router()
  router.get('/hello', async (_req, res) => {
    if (isSlow) await nextTurn()
    res.text('hello')
  })
  const { port, server } = await serve(router, { closeTimeout: FOREVER })
  const turns = monitorEventLoopDelay({ resolution: 10 })
  turns.enable()
  child.send({ port, clients })
  assert.equal(await within(message(), 'busy clients'), 'busy')
  const ends = message()
  await closing(server)
  const { told, late } = await within(ends, 'their ends')
  turns.disable()
  return { told, late: Math.max(late, turns.max / 1e6) }
}

test('busy clients are all told, and none loses a request', async () => {
  const clients = 20
  const file = fileURLToPath(new URL('./busy-clients.js', import.meta.url))
  const child = fork(file)
  try {
    for (let i = 0; i < 20; i++) {
      let tries = 0
      let round
      do {
        // Half of the answers are under way across turns of the loop.
        round = await tellAll(child, clients, i % 2 === 1)
        // Who gets no turn on a busy machine looks quiet, and a server ends
        // quiet connections. Such a round tells nothing.
      } while (round.told < clients && round.late > LATE && ++tries < 10)
      assert.equal(round.told, clients, `${round.late} ms late`)
    }
  } finally {
    child.kill()
  }
})

test('what came while the loop stood still is no quiet connection', async () => {
  const router = new Router().get('/a', (_req, res) => res.text('ok'))
  const app = await serve(router, { closeTimeout: FOREVER })
  const arrived = once(app.server, 'connection')
  const socket = await connect(app.port)
  await within(arrived, 'the connection')
  const closed = closing(app.server)
  socket.write(get('/a'))
  // Longer than a connection may be quiet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const chunks = await within(socket.toArray(), 'the end of the connection')
  const [answer] = parseResponses(Buffer.concat(chunks))
  assert.equal(answer?.text, 'ok')
  await closed
})

test('an answer that was under way says that it is the last', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', (_req, res) => arrive(res))
  const app = await serve(router, { closeTimeout: FOREVER })
  const pending = rawRequest(app.port, get('/slow'))
  const res = await within(arrived, 'the request')
  const closed = closing(app.server)
  res.text('done')
  const [answer] = parseResponses(await pending)
  assert.equal(answer.text, 'done')
  assert.equal(answer.headers.connection, 'close')
  await closed
})

test('a request that comes behind the last one is answered, too', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router()
    .get('/slow', (req, res) => arrive({ res, served: req.socket }))
    .get('/next', (_req, res) => res.text('next'))
  const app = await serve(router, { closeTimeout: FOREVER })
  const socket = await connect(app.port)
  socket.write(get('/slow'))
  const { res, served } = await within(arrived, 'the request')
  const closed = closing(app.server)
  socket.write(get('/next'))
  // It may be asked at once, or when the one before it has been answered.
  const length = get('/slow').length + get('/next').length
  while (served.bytesRead < length && !served.destroyed) await nextTurn()
  res.text('done')
  const chunks = await within(socket.toArray(), 'the end of the connection')
  const answers = parseResponses(Buffer.concat(chunks))
  assert.deepEqual(
    answers.map(({ text, headers }) => [text, headers.connection]),
    [
      ['done', 'keep-alive'],
      ['next', 'close'],
    ],
  )
  await closed
})

test('an answer that has promised to stay does not hold close() up', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', (_req, res) => {
    res.writeHead(200, { 'content-length': 4 })
    res.write('do')
    arrive(res)
  })
  const app = await serve(router, { closeTimeout: FOREVER })
  const socket = await connect(app.port)
  socket.write(get('/slow'))
  const res = await within(arrived, 'the request')
  const closed = closing(app.server)
  res.end('ne')
  const chunks = await within(socket.toArray(), 'the end of the connection')
  const [answer] = parseResponses(Buffer.concat(chunks))
  assert.equal(answer.text, 'done')
  assert.equal(answer.headers.connection, 'keep-alive')
  await closed
})

test('a client that such an answer reaches may ask once more', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router()
    .get('/slow', (_req, res) => {
      res.writeHead(200, { 'content-length': 4 })
      res.write('do')
      arrive(res)
    })
    .get('/a', (_req, res) => res.text('ok'))
  const app = await serve(router, { closeTimeout: FOREVER })
  const socket = await connect(app.port)
  socket.write(get('/slow'))
  const res = await within(arrived, 'the request')
  const closed = closing(app.server)
  res.once('close', () => socket.write(get('/a')))
  res.end('ne')
  const chunks = await within(socket.toArray(), 'the end of the connection')
  const [, last] = parseResponses(Buffer.concat(chunks))
  assert.equal(last.text, 'ok')
  assert.equal(last.headers.connection, 'close')
  await closed
})

test('of pipelined requests, the last answer says so', async () => {
  /** @type {any[]} */
  const waiting = []
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', (_req, res) => {
    waiting.push(res)
    arrive(undefined)
  })
  const app = await serve(router, { closeTimeout: FOREVER })
  const bytes = rawRequest(app.port, get('/slow').repeat(3), { responses: 3 })
  await within(arrived, 'the first of the requests')
  const closed = closing(app.server)
  // Not in the order of the requests, where all are asked at once.
  const answer = async (/** @type {number} */ index) => {
    const isLate = AbortSignal.timeout(PATIENCE)
    while (!waiting[index] && !isLate.aborted) await nextTurn()
    waiting[index].text(String(index))
  }
  await Promise.all([2, 0, 1].map(answer))
  const answers = parseResponses(await bytes)
  assert.deepEqual(
    answers.map(({ text, headers }) => [text, headers.connection]),
    [
      ['0', 'keep-alive'],
      ['1', 'keep-alive'],
      ['2', 'close'],
    ],
  )
  await closed
})

test('close() does not cut an answer that a slow client still reads', async () => {
  const size = 32 * 1024 * 1024
  const { promise: ended, resolve: end } = Promise.withResolvers()
  const router = new Router().get('/large', (_req, res) => {
    res.writeHead(200, { 'content-length': size })
    res.end(Buffer.alloc(size))
    end(undefined)
  })
  const app = await serve(router, { closeTimeout: FOREVER })
  const socket = await connect(app.port)
  socket.pause()
  socket.write(get('/large'))
  await within(ended, 'the handler')
  const closed = closing(app.server)
  let length = 0
  for await (const chunk of socket) length += chunk.length
  assert.ok(length > size, `got ${length} bytes of ${size}`)
  await closed
})

for (const [what, sent] of Object.entries({
  'nothing at all': '',
  'half a head': 'GET /a HT',
})) {
  test(`a client that has sent ${what} does not hold close() up`, async () => {
    const app = await serve(new Router(), { closeTimeout: FOREVER })
    const socket = net.connect({ port: app.port, host: '127.0.0.1' })
    socket.on('error', () => {})
    await once(app.server, 'connection')
    if (sent !== '') await new Promise((done) => socket.write(sent, done))
    await closing(app.server)
    socket.destroy()
  })
}

for (const event of ['upgrade', 'connect']) {
  const head =
    event === 'upgrade'
      ? 'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
      : 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'

  test(`close() ends a connection after ${event}, too`, async () => {
    const app = await serve(new Router(), { closeTimeout: FOREVER })
    app.server.on(event, (_req, socket) =>
      socket.write('HTTP/1.1 101 A\r\n\r\n'),
    )
    const socket = await connect(app.port)
    socket.write(head)
    await within(once(socket, 'data'), 'the switch')
    await closing(app.server)
  })

  test(`one that goes on after ${event} is cut when the time is over`, async () => {
    const app = await serve(new Router(), { closeTimeout: 300 })
    app.server.on(event, (_req, upgraded) => {
      upgraded.write('HTTP/1.1 101 A\r\n\r\n')
      upgraded.pipe(upgraded)
      upgraded.on('error', () => {})
    })
    const socket = await connect(app.port)
    socket.write(head)
    await within(once(socket, 'data'), 'the switch')
    socket.on('data', () => setImmediate(() => socket.write('x')))
    socket.write('x')
    await closing(app.server)
  })
}

test('with a closeTimeout of 0, close() waits for nothing', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', () => arrive(undefined))
  const app = await serve(router, { closeTimeout: 0 })
  const pending = request(app, '/slow').catch(() => 'cut')
  await within(arrived, 'the request')
  await closing(app.server)
  assert.equal(await pending, 'cut')
})

test('a server can be closed twice, and listen again', async () => {
  const app = await serve(new Router().get('/a', (_req, res) => res.text('ok')))
  const first = closing(app.server)
  const second = await closing(app.server)
  assert.equal(await first, undefined)
  assert.equal(/** @type {any} */ (second).code, 'ERR_SERVER_NOT_RUNNING')
  app.server.listen(0, '127.0.0.1')
  await once(app.server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (app.server.address())
  const { text, headers } = await request({ host: app.host, port }, '/a', {
    headers: { connection: 'keep-alive' },
  })
  assert.deepEqual([text, headers.connection], ['ok', 'keep-alive'])
  await closing(app.server)
})
