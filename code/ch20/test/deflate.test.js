import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { library } from './library.js'
import {
  BINARY,
  CLOSE,
  FINAL,
  frame,
  PING,
  RawSocket,
  TEXT,
} from './raw-socket.js'
import { serveRouter } from './serving.js'
import { within } from './support.js'

const { Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

const MOST = 100_000
const FLUSH = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const TAIL = Buffer.from([0, 0, 0xff, 0xff])
const RSV1 = 0x40
const OFFER = 'permessage-deflate'
const BARE = `${OFFER}; server_no_context_takeover; client_no_context_takeover`

/** @param {string | Buffer} data */
const pack = (data, options = {}) =>
  zlib.deflateRawSync(data, { ...FLUSH, ...options }).subarray(0, -4)

/** @param {Buffer} bytes */
const unpack = (bytes, options = {}) =>
  zlib.inflateRawSync(Buffer.concat([bytes, TAIL]), { ...FLUSH, ...options })

/** @param {any} options @returns {(req: any, res: any) => void} */
const echo =
  ({ use, ...options }) =>
  (req, res) => {
    const socket = acceptWebSocket(req, res, options)
    if (use) return use(socket)
    socket.onmessage = (/** @type {any} */ { data }) => socket.send(data)
  }

/**
 * A server that sends each message back, and a client without a mind.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} [offer]
 * @param {object} [options]
 */
async function connect(t, offer = OFFER, options = { deflate: true }) {
  const router = new Router().get(
    '/radio',
    echo({ maxMessage: MOST, ...options }),
  )
  const { port } = await serveRouter(t, router)
  const fields = offer ? { 'sec-websocket-extensions': offer } : {}
  const socket = await RawSocket.connect(t, port, fields)
  const field = /^sec-websocket-extensions: (.*)\r$/im
  return { extension: field.exec(socket.head)?.[1], socket }
}

/** @param {RawSocket} socket */
async function next(socket) {
  const { first, data: payload } = await socket.read()
  return { first, payload }
}

/** @param {RawSocket} socket @param {Buffer[]} frames */
async function refusalOf(socket, ...frames) {
  await socket.write(Buffer.concat(frames))
  const { first, payload } = await next(socket)
  assert.equal(first, FINAL | CLOSE)
  return payload.readUInt16BE()
}

const LONG = '{"boat":"Ligaya","state":"late"},'.repeat(100)

test('a long message is compressed in both directions', async (t) => {
  for (const [opcode, data] of /** @type {[number, string | Buffer][]} */ ([
    [TEXT, LONG],
    [TEXT, LONG.replaceAll('late', 'läte')],
    [BINARY, Buffer.alloc(5000, 0xff)],
  ])) {
    const { socket, extension } = await connect(t)
    assert.equal(extension, BARE)
    socket.write(frame(FINAL | RSV1 | opcode, pack(data)))
    const { first, payload } = await next(socket)
    assert.equal(first, FINAL | RSV1 | opcode)
    assert.ok(payload.length < 100, `${payload.length} bytes`)
    assert.deepEqual(unpack(payload), Buffer.from(/** @type {any} */ (data)))
  }
})

test('a message can be read without those before it', async (t) => {
  const { socket } = await connect(t)
  for (let i = 0; i < 3; i++) {
    socket.write(frame(FINAL | RSV1 | TEXT, pack(LONG)))
    const { payload } = await next(socket)
    assert.equal(unpack(payload).toString(), LONG)
  }
})

test('a short message is sent as it is, and may come either way', async (t) => {
  const { socket } = await connect(t)
  for (const [first, payload] of [
    [FINAL | TEXT, Buffer.from('a goat')],
    [FINAL | RSV1 | TEXT, pack('a goat')],
  ]) {
    socket.write(frame(Number(first), /** @type {Buffer} */ (payload)))
    const answer = await next(socket)
    assert.deepEqual(answer, {
      first: FINAL | TEXT,
      payload: Buffer.from('a goat'),
    })
  }
})

test("Node's own client gets what was compressed", async (t) => {
  const router = new Router().get('/', echo({ deflate: true }))
  const { port } = await serveRouter(t, router)
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  await within(once(socket, 'open'), 'the handshake')
  assert.equal(socket.extensions, BARE)
  socket.send(LONG)
  const [{ data }] = await within(once(socket, 'message'), 'the echo')
  assert.equal(data, LONG)
  socket.close()
  await within(once(socket, 'close'), 'the end')
})

test('a compressed message may come in fragments, with a ping between', async (t) => {
  const { socket } = await connect(t)
  const packed = pack(LONG)
  socket.write(frame(RSV1 | TEXT, packed.subarray(0, 7)))
  socket.write(frame(FINAL | PING, 'there?'))
  assert.equal((await next(socket)).payload.toString(), 'there?')
  socket.write(frame(FINAL, packed.subarray(7)))
  assert.equal(unpack((await next(socket)).payload).toString(), LONG)
})

test('the last block may say that it is the last', async (t) => {
  const { socket } = await connect(t)
  const packed = zlib.deflateRawSync(LONG)
  socket.write(frame(FINAL | RSV1 | TEXT, packed))
  assert.equal(unpack((await next(socket)).payload).toString(), LONG)
})

/** @param {number} length bytes that don't shrink */
const noise = (length) =>
  createHash('shake256', { outputLength: length }).update('goat').digest()

test('what repeats far behind is found, unless the window is of another size', async (t) => {
  const distance = 20_000
  const data = Buffer.alloc(2 * distance, noise(distance))
  for (const bits of ['', '; server_max_window_bits=9']) {
    const { socket, extension } = await connect(t, `${OFFER}${bits}`)
    assert.equal(extension, `${BARE}${bits}`)
    socket.write(frame(FINAL | RSV1 | BINARY, pack(data)))
    const { first, payload } = await next(socket)
    assert.equal((first & RSV1) !== 0, bits === '')
    if (bits) assert.deepEqual(payload, data)
    else {
      assert.deepEqual(unpack(payload), data)
      assert.ok(payload.length < 0.75 * data.length)
      assert.notDeepEqual(payload.subarray(-4), TAIL)
    }
  }
})

test('between two of them, it is the turn of others', async (t) => {
  const { promise: all, resolve } = Promise.withResolvers()
  let [count, inOneTurn, most] = [0, 0, 0]
  const { socket } = await connect(t, OFFER, {
    deflate: true,
    /** @param {any} server */
    use: (server) => {
      server.onmessage = async () => {
        inOneTurn++
        most = Math.max(most, inOneTurn)
        setImmediate(() => {
          inOneTurn = 0
        })
        if (++count === 20) resolve(undefined)
      }
    },
  })
  const bomb = frame(FINAL | RSV1 | TEXT, pack('x'.repeat(MOST)))
  socket.write(Buffer.concat(Array(20).fill(bomb)))
  await within(all, 'all messages')
  assert.equal(most, 1)
})

test('the first offer that makes sense is accepted', async (t) => {
  for (const [offer, expected] of /** @type {[string, string?][]} */ ([
    [`${OFFER}; client_max_window_bits`, BARE],
    [`x-goat, ${OFFER};client_max_window_bits=12`, BARE],
    [`${OFFER}; server_no_context_takeover`, BARE],
    [`${OFFER}; server_max_window_bits=7, ${OFFER}`, BARE],
    [
      `${OFFER}; server_max_window_bits="10"`,
      `${BARE}; server_max_window_bits=10`,
    ],
    [`${OFFER}; server_max_window_bits`, undefined],
    [`${OFFER}; server_max_window_bits=16`, undefined],
    [`${OFFER}; server_max_window_bits=010`, undefined],
    [`${OFFER}; server_max_window_bits="10`, undefined],
    [`${OFFER}; client_max_window_bits=`, undefined],
    [`${OFFER}; client_no_context_takeover=1`, undefined],
    [`${OFFER}; client_no_context_takeover=10`, undefined],
    [`${OFFER}; client_max_window_bits; client_max_window_bits`, undefined],
    [`${OFFER}; goat`, undefined],
    [`${OFFER}; constructor; __proto__; toString`, undefined],
    ['permessage-bzip2, constructor, __proto__', undefined],
    ['x; y=",permessage-deflate; client_max_window_bits,"', undefined],
    ['', undefined],
  ])) {
    const { extension } = await connect(t, offer)
    assert.equal(extension, expected, offer)
  }
})

test('without the option, nothing is compressed', async (t) => {
  const { socket, extension } = await connect(t, OFFER, {})
  assert.equal(extension, undefined)
  socket.write(frame(FINAL | TEXT, LONG))
  const { first, payload } = await next(socket)
  assert.equal(first, FINAL | TEXT)
  assert.equal(payload.toString(), LONG)
})

test('what is too large when decompressed is refused', async (t) => {
  const bomb = pack(Buffer.alloc(MOST + 1))
  assert.ok(bomb.length < 200)
  const { socket } = await connect(t)
  assert.equal(
    await refusalOf(socket, frame(FINAL | RSV1 | BINARY, bomb)),
    1009,
  )
  const { socket: other } = await connect(t)
  other.write(frame(FINAL | RSV1 | BINARY, pack(Buffer.alloc(MOST))))
  assert.equal(unpack((await next(other)).payload).length, MOST)
})

test('so is what cannot be decompressed, or is no text then', async (t) => {
  for (const payload of [
    Buffer.from('ffffff', 'hex'),
    pack(Buffer.from('c3', 'hex')),
    pack(Buffer.from('eda080', 'hex')),
  ]) {
    const { socket } = await connect(t)
    const code = await refusalOf(socket, frame(FINAL | RSV1 | TEXT, payload))
    assert.equal(code, 1007)
  }
})

test('the bit RSV1 is refused where it means nothing', async (t) => {
  const packed = pack(LONG)
  const start = frame(RSV1 | TEXT, packed.subarray(0, 7))
  for (const [offer, ...frames] of [
    ['', frame(FINAL | RSV1 | TEXT, packed)],
    [OFFER, start, frame(FINAL | RSV1, packed.subarray(7))],
    [OFFER, frame(FINAL | RSV1 | PING, '')],
    [OFFER, frame(FINAL | RSV1 | CLOSE, '')],
  ]) {
    const { socket } = await connect(t, String(offer))
    const sent = /** @type {Buffer[]} */ (frames)
    assert.equal(await refusalOf(socket, ...sent), 1002)
  }
})
