import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import {
  closing,
  FINAL,
  frame,
  PING,
  PONG,
  RawSocket,
  TEXT,
} from './raw-socket.js'
import { listen } from './serving.js'
import { within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

/**
 * Serves sockets, and gives the first one.
 *
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 */
async function connect(t, options) {
  const { promise: come, resolve } = Promise.withResolvers()
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) =>
      resolve(acceptWebSocket(req, res, options)),
  )
  const server = createServer(router)
  const { port } = await listen(t, server)
  const raw = await RawSocket.connect(t, port)
  const socket = /** @type {any} */ (await within(come, 'the socket'))
  const untilClosed = async () => {
    while (socket.readyState !== 3) await nextTurn()
  }
  const gone = () => within(untilClosed(), 'its end')
  return { raw, socket, server, port, gone }
}

const CHUNK = 'x'.repeat(50_000)

test('a client that reads nothing is cut off at the limit', async (t) => {
  const { raw, socket } = await connect(t, { limit: 500_000 })
  const ended = new Promise((resolve) => {
    socket.onclose = resolve
  })
  let most = 0
  while (socket.readyState === 1 && most < 1e9) {
    socket.send(CHUNK)
    most = Math.max(most, socket.bufferedAmount)
    await nextTurn()
  }
  assert.equal(/** @type {any} */ (await within(ended, 'its end')).code, 1006)
  assert.ok(most <= 500_000 + 2 * CHUNK.length, `${most} bytes`)
  await raw.ended()
})

test('so is one that pings, and does not read the pongs', async (t) => {
  const { raw, socket, gone } = await connect(t, { limit: 500_000 })
  raw.socket.removeAllListeners('readable')
  const pings = Buffer.concat(
    Array(1000).fill(frame(FINAL | PING, 'x'.repeat(125))),
  )
  while (socket.readyState === 1 && !raw.socket.destroyed) {
    raw.socket.write(pings)
    await nextTurn()
  }
  await gone()
})

test('one large message may be larger than the limit', async (t) => {
  const { raw, socket } = await connect(t, { limit: 0 })
  socket.send('x'.repeat(3_000_000))
  assert.equal((await raw.read()).data.length, 3_000_000)
})

test('whoever waits for the client loses none', async (t) => {
  const { raw, socket } = await connect(t)
  let most = 0
  const sending = (async () => {
    for (let i = 0; i < 200; i++) {
      if (!socket.send(CHUNK)) await socket.drained()
      most = Math.max(most, socket.bufferedAmount)
    }
  })()
  for (let i = 0; i < 200; i++) {
    assert.equal((await raw.read()).data.length, CHUNK.length)
  }
  await within(sending, 'the last one to be sent')
  assert.ok(most < 2 ** 20, `${most} bytes`)
})

test('waiting ends when the client leaves, however many wait', async (t) => {
  const { raw, socket } = await connect(t, { limit: 2 ** 30 })
  while (socket.send(CHUNK)) await nextTurn()
  const warned = t.mock.method(process, 'emitWarning').mock
  const drained = Array.from({ length: 20 }, () => socket.drained())
  assert.equal(warned.callCount(), 0)
  raw.socket.destroy()
  await within(Promise.all(drained), 'drained')
  await within(socket.drained(), 'drained, at once')
})

test('a listener that is busy holds its client up, and loses nothing', async (t) => {
  const { raw, socket } = await connect(t)
  let got = 0
  const { promise: all, resolve } = Promise.withResolvers()
  const { promise: rest, resolve: goOn } = Promise.withResolvers()
  socket.onmessage = () => {
    got++
    if (got === 3) return rest
    if (got === 2000) resolve(undefined)
  }
  const bytes = Buffer.concat(Array(10).fill(frame(FINAL | TEXT, CHUNK)))
  let isTaken = true
  let sent = 0
  while (isTaken && sent < 1900) {
    isTaken = raw.socket.write(bytes) || raw.socket.writableLength < 30_000_000
    sent += 10
    await nextTurn()
  }
  assert.equal(got, 3)
  assert.ok(raw.socket.writableLength > 20_000_000, 'the client could send all')
  goOn(undefined)
  for (; sent < 2000; sent += 10) raw.socket.write(bytes)
  await within(all, 'all messages', 20_000)
})

/** @param {any} socket @param {number} seconds that pass for it */
const wait = (socket, seconds) => {
  for (let second = 0; second < seconds; second++) socket.beat()
}

test('a client whose message waits is not taken for dead', async (t) => {
  const { raw, socket } = await connect(t)
  const { promise: busy, resolve } = Promise.withResolvers()
  socket.onmessage = () => {
    resolve(undefined)
    return new Promise(() => {})
  }
  const message = frame(FINAL | TEXT, 'x')
  await raw.write(Buffer.concat([message, message]))
  await within(busy, 'the first message')
  wait(socket, 3600)
  for (let i = 0; i < 10; i++) await nextTurn()
  assert.equal(socket.readyState, 1)
})

test('a quiet client is pinged, and cut off when it stays quiet', async (t) => {
  const { raw, socket, gone } = await connect(t)
  const { promise: heard, resolve } = Promise.withResolvers()
  socket.onmessage = resolve
  wait(socket, 40)
  assert.equal((await raw.read()).first, FINAL | PING)
  await raw.write(frame(FINAL | PONG), frame(FINAL | TEXT, 'still here'))
  await within(heard, 'the message')
  wait(socket, 50)
  assert.equal((await raw.read()).first, FINAL | PING)
  assert.equal(socket.readyState, 1)
  wait(socket, 10)
  await gone()
})

test('so is one that does not answer a close frame', async (t) => {
  const { raw, socket, gone } = await connect(t)
  socket.close(1000)
  assert.deepEqual(await raw.readClose(), [1000, ''])
  wait(socket, 2)
  assert.equal(socket.readyState, 2)
  wait(socket, 3)
  await gone()
})

test('while its listener is busy, a socket still says goodbye', async (t) => {
  const { raw, socket, gone } = await connect(t)
  const { promise: busy, resolve } = Promise.withResolvers()
  socket.onmessage = () => {
    resolve(undefined)
    return new Promise(() => {})
  }
  let code = 0
  socket.onclose = (/** @type {any} */ event) => {
    code = event.code
  }
  await raw.write(
    frame(FINAL | TEXT, 'seen'),
    frame(FINAL | TEXT, 'never seen'),
  )
  await within(busy, 'the first message')
  socket.close(1001)
  assert.deepEqual(await raw.readClose(), [1001, ''])
  await raw.write(closing(1001))
  await raw.ended()
  await gone()
  assert.equal(code, 1001)
})

test('close() of its server says 1001, and waits for no client', async (t) => {
  const { raw, socket, server, port, gone } = await connect(t)
  let code = 0
  socket.onclose = (/** @type {any} */ event) => {
    code = event.code
  }
  const silent = await RawSocket.connect(t, port)
  const closed = new Promise((resolve) => server.close(resolve))
  assert.deepEqual(await raw.readClose(), [1001, ''])
  await raw.write(closing(1001))
  await raw.ended()
  await gone()
  assert.equal(code, 1001)
  silent.socket.resume()
  await within(closed, 'close()')
})

test('idle sockets hear 1001 as well, within their first second', async (t) => {
  const { raw, server, port } = await connect(t)
  const raws = [raw]
  for (let i = 0; i < 8; i++) raws.push(await RawSocket.connect(t, port))
  server.close()
  for (const each of raws) {
    assert.deepEqual(await each.readClose(), [1001, ''])
  }
})
