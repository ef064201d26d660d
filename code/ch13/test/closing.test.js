import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect, get, serveNet } from './serve-net.js'
import { parseResponses, rawRequest, within } from './support.js'

/** How long close() would take if it waited for its limit, in ms. */
const FOREVER = 60_000

/** @param {import('node:http').Server} server */
const closing = (server) =>
  within(new Promise((resolve) => server.close(resolve)), 'close()')

test('a handler that closes the server answers what has come behind it', async () => {
  /** @type {Promise<unknown> | undefined} */
  let closed
  const { port, server } = await serveNet(
    (router) =>
      router.get('/close', (_req, res) => {
        closed = closing(server)
        res.text('closing')
      }),
    { closeTimeout: FOREVER },
  )
  const sent = get('/a') + get('/close') + get('/a') + get('/a')
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.deepEqual(
    parseResponses(bytes).map(({ text, headers }) => [
      text,
      headers.connection,
    ]),
    [
      ['ok', 'keep-alive'],
      ['closing', 'keep-alive'],
      ['ok', 'keep-alive'],
      ['ok', 'close'],
    ],
  )
  await closed
})

test('a client that keeps its half open does not hold close() up', async () => {
  const { port, server } = await serveNet(() => {}, { closeTimeout: FOREVER })
  const socket = connect(port, get('/a', 'Connection: close\r\n'))
  socket.allowHalfOpen = true
  await within(once(socket.resume(), 'end'), "the server's end")
  await closing(server)
  socket.destroy()
})

test('close() waits for a client that takes a rest from a large answer', async () => {
  const size = 32 * 1024 * 1024
  const { promise: ended, resolve: end } = Promise.withResolvers()
  const { port, server } = await serveNet(
    (router) =>
      router.get('/large', (_req, res) => {
        res.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
        end(undefined)
      }),
    { closeTimeout: FOREVER },
  )
  const socket = connect(port, get('/large')).pause()
  await within(ended, 'the handler')
  const closed = closing(server)
  // Several times as long as a connection may be quiet.
  await new Promise((resolve) => setTimeout(resolve, 700))
  let length = 0
  for await (const chunk of socket) length += chunk.length
  assert.ok(length > size, `got ${length} bytes of ${size}`)
  await closed
})

test('close() waits for a client that takes one large piece steadily', async () => {
  const size = 32 * 1024 * 1024
  const { promise: ended, resolve: end } = Promise.withResolvers()
  const { port, server } = await serveNet(
    (router) =>
      router.get('/large', (_req, res) => {
        res.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
        end(undefined)
      }),
    { closeTimeout: FOREVER, sendTimeout: 200 },
  )
  const socket = connect(port, get('/large')).pause()
  await within(ended, 'the handler')
  const closed = closing(server)
  let length = 0
  const begun = performance.now()
  for await (const chunk of socket) {
    length += chunk.length
    // Several times as long as sendTimeout.
    if (performance.now() - begun < 1500) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  assert.ok(length > size, `got ${length} bytes of ${size}`)
  await closed
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: a head that pauses while the server closes is answered`, async () => {
    const { port, server } = await serveNet(() => {}, {
      engine,
      closeTimeout: FOREVER,
    })
    const connected = once(server, 'connection')
    const socket = connect(port, 'GET /a HTTP/1.1\r\nHo')
    const [served] = await within(connected, 'the connection')
    while (served.bytesRead === 0) await nextTurn()
    const closed = closing(server)
    // Longer than what is idle stays.
    await new Promise((resolve) => setTimeout(resolve, 500))
    socket.write('st: x\r\n\r\n')
    const [answer] = await within(once(socket, 'data'), 'the answer')
    assert.equal(parseResponses(answer)[0].text, 'ok')
    await closed
  })

  test(`${engine}: a server that listens again closes as gently`, async () => {
    const { server } = await serveNet(() => {}, {
      engine,
      closeTimeout: FOREVER,
    })
    await closing(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (
      server.address()
    )
    const socket = connect(port, get('/a'))
    await within(once(socket, 'data'), 'an answer')
    // Before the first close() would have looked again.
    await new Promise((resolve) => setTimeout(resolve, 100))
    const closed = closing(server)
    // A client on the other side of the earth.
    await new Promise((resolve) => setTimeout(resolve, 150))
    socket.write(get('/a'))
    const [answer] = await within(once(socket, 'data'), 'the last answer')
    assert.equal(parseResponses(answer)[0].headers.connection, 'close')
    await closed
  })
}

test('close() cuts what is under way when its time is over', async () => {
  const { port, server } = await serveNet(
    (router) => router.get('/never', () => {}),
    { closeTimeout: 50 },
  )
  const asked = once(server, 'request')
  const socket = connect(port, get('/never'))
  await within(asked, 'the request')
  await closing(server)
  socket.destroy()
})

test('closeIdleConnections() ends those that nothing is under way on', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const { port, server } = await serveNet((router) =>
    router.get('/slow', (_req, res) => arrive(res)),
  )
  const idle = connect(port, get('/a'))
  await once(idle, 'data')
  const inHead = connect(port, 'GET / HT')
  const busy = connect(port, get('/slow'))
  const res = await within(arrived, 'the request')
  const ended = once(idle.resume(), 'close')
  server.closeIdleConnections()
  await within(ended, 'the end of the idle one')
  res.text('slow')
  const [answer] = await within(once(busy, 'data'), 'the answer')
  assert.equal(parseResponses(answer)[0].text, 'slow')
  inHead.write('TP/1.1\r\nHost: x\r\n\r\n')
  const [next] = await within(once(inHead, 'data'), 'the other answer')
  assert.equal(parseResponses(next)[0].status, 404)
  busy.destroy()
  inHead.destroy()
})

test('closeAllConnections() ends all, and leaves those that speak another protocol', async () => {
  const { port, server } = await serveNet((router) =>
    router.get('/never', () => {}),
  )
  server.on('upgrade', (_req, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    socket.pipe(socket)
  })
  const fields = 'Connection: Upgrade\r\nUpgrade: x\r\n'
  const other = connect(port, get('/x', fields))
  await once(other, 'data')
  const asked = once(server, 'request')
  const busy = connect(port, get('/never')).resume()
  await within(asked, 'the request')
  const ended = once(busy, 'close')
  server.closeAllConnections()
  await within(ended, 'the end of the busy one')
  other.write('still here')
  const [echo] = await within(once(other, 'data'), 'the echo')
  assert.equal(String(echo), 'still here')
  other.destroy()
})

test('connections are counted, and forgotten when they are gone', async () => {
  const { port, server } = await serveNet(() => {})
  const count = () =>
    new Promise((resolve) => {
      server.getConnections((_error, number) => resolve(number))
    })
  const sockets = []
  for (let i = 0; i < 5; i++) {
    const socket = connect(port, get('/a'))
    sockets.push(socket)
    await within(once(socket, 'data'), 'an answer')
  }
  assert.equal(await count(), 5)
  for (const socket of sockets) socket.destroy()
  for (let turns = 0; turns < 1000 && (await count()) !== 0; turns++) {
    await nextTurn()
  }
  assert.equal(await count(), 0)
})

test('`await using` closes a server', async () => {
  const { port, server } = await serveNet(() => {})
  const socket = connect(port, get('/a'))
  await once(socket, 'data')
  await within(server[Symbol.asyncDispose](), 'the end of the server')
  assert.equal(server.listening, false)
})
