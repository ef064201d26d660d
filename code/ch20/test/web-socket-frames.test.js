import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import {
  BINARY,
  CLOSE,
  CONTINUATION,
  closing,
  FINAL,
  frame,
  PING,
  PONG,
  RawSocket,
  TEXT,
} from './raw-socket.js'
import { serveRouter } from './serving.js'
import { within } from './support.js'

const { Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

const MOST = 1000

/**
 * A server that sends messages back, and says how its sockets end.
 *
 * @param {import('node:test').TestContext} t
 */
async function connect(t) {
  const { promise: ended, resolve } = Promise.withResolvers()
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      const socket = acceptWebSocket(req, res, { maxMessage: MOST })
      socket.onmessage = (/** @type {any} */ { data }) => socket.send(data)
      socket.onclose = resolve
    },
  )
  const { port } = await serveRouter(t, router)
  const raw = await RawSocket.connect(t, port)
  const end = () =>
    within(ended, 'its end').then((event) => /** @type {any} */ (event))
  return { raw, end }
}

test('frames may come a byte at a time', async (t) => {
  const { raw } = await connect(t)
  const long = 'x'.repeat(300)
  const bytes = Buffer.concat([
    frame(TEXT, 'go'),
    frame(FINAL | PING, 'still there?'),
    frame(FINAL | CONTINUATION, 'at 🐐'),
    frame(FINAL | TEXT, long),
  ])
  for (const byte of bytes) await raw.write(Buffer.from([byte]))
  const got = [await raw.read(), await raw.read(), await raw.read()]
  assert.deepEqual(
    got.map(({ first, data }) => [first, String(data)]),
    [
      [FINAL | PONG, 'still there?'],
      [FINAL | TEXT, 'goat 🐐'],
      [FINAL | TEXT, long],
    ],
  )
})

test('frames may come all at once, and are answered in order', async (t) => {
  const { raw } = await connect(t)
  const sent = Array.from({ length: 100 }, (_, i) =>
    frame(FINAL | TEXT, `${i}`),
  )
  await raw.write(Buffer.concat(sent))
  for (let i = 0; i < 100; i++) {
    assert.equal(String((await raw.read()).data), `${i}`)
  }
})

test('the mask counts from the first byte of each frame', async (t) => {
  const { raw } = await connect(t)
  for (const size of [1, 2, 3, 4, 5, 255]) {
    const sent = Buffer.from(Array.from({ length: size }, (_, i) => i))
    await raw.write(
      frame(FINAL | PING, 'x'.repeat(size % 4)),
      frame(FINAL | BINARY, sent, [9, 200, 0, 77]),
    )
    await raw.read()
    assert.deepEqual((await raw.read()).data, sent)
  }
})

test('a fragment may be empty, and a message too', async (t) => {
  const { raw } = await connect(t)
  await raw.write(
    frame(TEXT),
    frame(CONTINUATION),
    frame(CONTINUATION, 'a'),
    frame(FINAL | CONTINUATION),
    frame(FINAL | BINARY),
  )
  assert.deepEqual(await raw.read(), {
    first: FINAL | TEXT,
    data: Buffer.from('a'),
  })
  assert.deepEqual(await raw.read(), {
    first: FINAL | BINARY,
    data: Buffer.alloc(0),
  })
})

/** @type {[string, Buffer[], number][]} */
const wrong = [
  ['without a mask', [Buffer.from([0x81, 1, 97])], 1002],
  [
    'with the bit RSV1, where nothing is compressed',
    [frame(FINAL | 0x40 | TEXT, 'a')],
    1002,
  ],
  ['with the bit RSV2', [frame(FINAL | 0x20 | TEXT, 'a')], 1002],
  ['with the bit RSV3', [frame(FINAL | 0x10 | TEXT, 'a')], 1002],
  ['with the opcode 3', [frame(FINAL | 3)], 1002],
  ['with the opcode 11', [frame(FINAL | 11)], 1002],
  ['that is a ping of 126 bytes', [frame(FINAL | PING, 'x'.repeat(126))], 1002],
  ['that is half a ping', [frame(PING, 'a')], 1002],
  ['that continues nothing', [frame(FINAL | CONTINUATION, 'a')], 1002],
  [
    'that begins within a message',
    [frame(TEXT, 'a'), frame(FINAL | TEXT, 'b')],
    1002,
  ],
  ['with half a close code', [frame(FINAL | CLOSE, 'a')], 1002],
  ['with a reserved close code', [closing(1005)], 1002],
  ['with an unknown close code', [closing(2999)], 1002],
  [
    'whose close reason is no text',
    [frame(FINAL | CLOSE, Buffer.from('03e8ff', 'hex'))],
    1007,
  ],
  [
    'whose text is not UTF-8',
    [frame(FINAL | TEXT, Buffer.from('ceba80ff', 'hex'))],
    1007,
  ],
  [
    'that ends within a character',
    [frame(FINAL | TEXT, Buffer.from('ceba', 'hex').subarray(0, 1))],
    1007,
  ],
  [
    'whose message ends within a character',
    [frame(TEXT, Buffer.from('ce', 'hex')), frame(FINAL | CONTINUATION)],
    1007,
  ],
  [
    'with a surrogate',
    [frame(FINAL | TEXT, Buffer.from('eda080', 'hex'))],
    1007,
  ],
  ['that is too big', [frame(FINAL | BINARY, Buffer.alloc(MOST + 1))], 1009],
  [
    'that makes its message too big',
    [frame(BINARY, Buffer.alloc(MOST)), frame(FINAL | CONTINUATION, 'a')],
    1009,
  ],
]
for (const [what, frames, expected] of wrong) {
  test(`a frame ${what} is refused with ${expected}`, async (t) => {
    const { raw, end } = await connect(t)
    await raw.write(...frames)
    const [code] = await raw.readClose()
    assert.equal(code, expected)
    await raw.ended()
    const event = await end()
    assert.deepEqual([event.code, event.wasClean], [1006, false])
  })
}

/** @type {[string, Buffer[]][]} */
const early = [
  ['in a fragment', [frame(TEXT, Buffer.from('cebaff', 'hex'))]],
  [
    'within a frame',
    [frame(FINAL | TEXT, Buffer.from('cebaff41', 'hex')).subarray(0, -1)],
  ],
  [
    'in a character that cannot go on so',
    [frame(FINAL | TEXT, Buffer.from('f4908080', 'hex')).subarray(0, -2)],
  ],
]
for (const [what, bytes] of early) {
  test(`what is not UTF-8 ${what} is refused before the rest comes`, async (t) => {
    const { raw } = await connect(t)
    await raw.write(...bytes)
    assert.equal((await raw.readClose())[0], 1007)
  })
}

test('a length is enough to know that a message is too big', async (t) => {
  const { raw } = await connect(t)
  const huge = Buffer.from([
    0x82, 0xff, 0, 0, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4,
  ])
  await raw.write(huge)
  const [code, reason] = await raw.readClose()
  assert.equal(code, 1009)
  assert.match(reason, /exceeds the limit of 1000 bytes/)
})

test('a message of the limit is taken', async (t) => {
  const { raw } = await connect(t)
  await raw.write(
    frame(BINARY, Buffer.alloc(MOST - 1)),
    frame(FINAL | CONTINUATION, 'a'),
  )
  assert.equal((await raw.read()).data.length, MOST)
})

/** @type {[Buffer, [number, string]][]} */
const farewells = [
  [closing(1000, 'bye'), [1000, 'bye']],
  [closing(1001), [1001, '']],
  [closing(3000), [3000, '']],
  [closing(4999, 'é'.repeat(61)), [4999, 'é'.repeat(61)]],
  [frame(FINAL | CLOSE), [1005, '']],
]
for (const [sent, [code, reason]] of farewells) {
  test(`${code} is answered with ${code}, and ends the connection`, async (t) => {
    const { raw, end } = await connect(t)
    await raw.write(sent, frame(FINAL | TEXT, 'too late'))
    assert.deepEqual(await raw.readClose(), [code, reason])
    await raw.ended()
    const event = await end()
    assert.deepEqual(
      [event.code, event.reason, event.wasClean],
      [code, reason, true],
    )
  })
}

test('a connection that ends without a word ends with 1006', async (t) => {
  const { raw, end } = await connect(t)
  raw.socket.end()
  await raw.ended()
  assert.deepEqual([(await end()).code, (await end()).wasClean], [1006, false])
})

test('one that is reset does, too', async (t) => {
  const { raw, end } = await connect(t)
  /** @type {any} */
  raw.socket.resetAndDestroy()
  assert.equal((await end()).code, 1006)
})
