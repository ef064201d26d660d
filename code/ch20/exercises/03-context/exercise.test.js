import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'

const file = process.env.EXERCISE ?? './exercise.js'
const { Context } = await import(new URL(file, import.meta.url).href)

const LIMIT = 1_000_000
const TAIL = Buffer.from([0, 0, 0xff, 0xff])

/**
 * The other side, as most programs have it: a stream of zlib, which keeps the
 * context by itself.
 *
 * @param {zlib.DeflateRaw | zlib.InflateRaw} stream
 */
function through(stream) {
  /** @type {Buffer[]} */
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  return async (/** @type {Buffer} */ bytes) => {
    chunks.length = 0
    await new Promise((resolve, reject) => {
      stream.once('error', reject)
      stream.write(bytes)
      stream.flush(zlib.constants.Z_SYNC_FLUSH, () => resolve(undefined))
    })
    stream.removeAllListeners('error')
    return Buffer.concat(chunks)
  }
}

/** @param {number} windowBits */
function theirs(windowBits) {
  const deflate = through(zlib.createDeflateRaw({ windowBits }))
  const inflate = through(zlib.createInflateRaw({ windowBits }))
  return {
    pack: async (/** @type {Buffer} */ bytes) =>
      (await deflate(bytes)).subarray(0, -4),
    unpack: (/** @type {Buffer} */ payload) =>
      inflate(Buffer.concat([payload, TAIL])),
  }
}

/** @param {number} i */
const update = (i) =>
  Buffer.from(`{"boat":"${i % 3 ? 'Tala' : 'Ligaya'}","late":${i * 7919}}`)

/** Bytes that hardly shrink, the same ones each time. @param {number} length */
function noise(length) {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}

test('the first message has nothing to refer to', async () => {
  const [context, client] = [new Context(15), theirs(15)]
  const { isPacked, payload } = context.pack(update(1))
  assert.equal(isPacked, true)
  assert.deepEqual(await client.unpack(payload), update(1))
})

test('the other side can read what we send', async () => {
  for (const windowBits of [15, 9]) {
    const [context, client] = [new Context(windowBits), theirs(windowBits)]
    for (let i = 0; i < 200; i++) {
      const { payload } = context.pack(update(i))
      assert.deepEqual(await client.unpack(payload), update(i), `update ${i}`)
    }
  }
})

test('we can read what the other side sends', async () => {
  for (const windowBits of [15, 9]) {
    const [context, client] = [new Context(windowBits), theirs(windowBits)]
    for (let i = 0; i < 200; i++) {
      const payload = await client.pack(update(i))
      const message = context.unpack({ isPacked: true, payload }, LIMIT)
      assert.deepEqual(message, update(i), `update ${i}`)
    }
  }
})

test('a message may refer to one that was long ago', async () => {
  const [context, client] = [new Context(15), theirs(15)]
  const first = noise(2000)
  context.pack(first)
  for (let i = 0; i < 100; i++) context.pack(update(i))
  const { payload } = context.pack(first)
  assert.ok(payload.length < 100, `${payload.length} bytes`)
  const receiver = new Context(15)
  for (const bytes of [first, update(1), first]) {
    const packed = await client.pack(bytes)
    const frame = { isPacked: true, payload: packed }
    assert.deepEqual(receiver.unpack(frame, LIMIT), bytes)
  }
})

test('what is sent as it is isn’t referred to', async () => {
  const [context, client] = [new Context(15), theirs(15)]
  for (const text of ['a goat at the pier', 'goat', 'a goat at the pier']) {
    const { isPacked, payload } = context.pack(Buffer.from(text))
    assert.equal(isPacked, text.length >= 16)
    if (!isPacked) assert.equal(payload.toString(), text)
    else assert.equal((await client.unpack(payload)).toString(), text)
  }
  const receiver = new Context(15)
  for (let i = 0; i < 5; i++) {
    const payload = await client.pack(update(i))
    const message = receiver.unpack({ isPacked: true, payload }, LIMIT)
    assert.deepEqual(message, update(i))
    const plain = { isPacked: false, payload: Buffer.from('goat') }
    assert.equal(receiver.unpack(plain, LIMIT).toString(), 'goat')
  }
})

test('no more is kept than the window', () => {
  for (const windowBits of [9, 15]) {
    const context = new Context(windowBits)
    for (let i = 0; i < 3; i++) context.pack(noise(150_000))
    assert.ok(context.past.length <= 2 ** windowBits)
    assert.ok(context.past.buffer.byteLength <= 2 ** 17, 'a part of much more')
    const receiver = new Context(windowBits)
    const [sender] = [new Context(windowBits)]
    for (let i = 0; i < 3; i++)
      receiver.unpack(sender.pack(noise(150_000)), LIMIT)
    assert.ok(receiver.past.length <= 2 ** windowBits)
  }
})

test('a message that is too large is refused', async () => {
  const [context, client] = [new Context(15), theirs(15)]
  const payload = await client.pack(Buffer.alloc(100_000))
  assert.throws(() => context.unpack({ isPacked: true, payload }, 1000), {
    code: 'ERR_BUFFER_TOO_LARGE',
  })
})
