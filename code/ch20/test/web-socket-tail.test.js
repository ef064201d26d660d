import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import {
  BINARY,
  CLOSE,
  closing,
  FINAL,
  frame,
  PING,
  PONG,
  RawSocket,
  TEXT,
} from './raw-socket.js'
import { serveRouter } from './serving.js'

const { Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

/** @param {import('node:test').TestContext} t */
async function connect(t) {
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      const socket = acceptWebSocket(req, res)
      socket.onmessage = (/** @type {any} */ { data }) => socket.send(data)
    },
  )
  const { port } = await serveRouter(t, router)
  return RawSocket.connect(t, port)
}

/** @param {number} first @param {string} text with its length in eight bytes */
function longFrame(first, text) {
  const head = Buffer.from([first, 0xff, 0, 0, 0, 0, 0, 0, 0, text.length])
  return Buffer.concat([head, Buffer.alloc(4), Buffer.from(text)])
}

test('a length may take more bytes than it needs', async (t) => {
  const raw = await connect(t)
  await raw.write(longFrame(FINAL | TEXT, 'goat'))
  assert.equal(String((await raw.read()).data), 'goat')
  await raw.write(longFrame(FINAL | PING, 'still?'))
  const { first, data } = await raw.read()
  assert.deepEqual([first, String(data)], [FINAL | PONG, 'still?'])
})

test('a pong that nobody asked for is not answered', async (t) => {
  const raw = await connect(t)
  await raw.write(frame(FINAL | PONG, 'here I am'), frame(FINAL | TEXT, 'goat'))
  assert.equal(String((await raw.read()).data), 'goat')
})

test('any code point is text, and a byte order mark stays', async (t) => {
  const raw = await connect(t)
  const text = '\ufeffgoat \0\uffff\u{10ffff}'
  await raw.write(frame(FINAL | TEXT, text))
  assert.deepEqual((await raw.read()).data, Buffer.from(text))
})

test('nothing counts behind a close frame, not even another one', async (t) => {
  const raw = await connect(t)
  await raw.write(
    closing(4000),
    frame(FINAL | BINARY, 'late'),
    frame(FINAL | PING, 'late'),
    closing(1000),
    frame(FINAL | CLOSE | 3, 'damaged'),
  )
  assert.deepEqual(await raw.readClose(), [4000, ''])
  await raw.ended()
})
