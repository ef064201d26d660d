import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { addressOf, library } from './library.js'
import { within } from './support.js'

/** @type {typeof import('../lib/workers/index.js')} */
const { Ring } = await library('lib/workers/index.js')

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text)

/** @param {Uint8Array | undefined} bytes */
const textOf = (bytes) => bytes && new TextDecoder().decode(bytes)

test('records come out as they went in, at the other end', () => {
  const ring = new Ring(1024)
  const end = new Ring(ring.memory)
  assert.equal(end.shift(), undefined)
  for (const text of ['', 'a', 'abcd', 'João', 'x'.repeat(300)]) {
    assert.equal(ring.push(bytesOf(text)), true)
  }
  for (const text of ['', 'a', 'abcd', 'João', 'x'.repeat(300)]) {
    assert.equal(textOf(end.shift()), text)
  }
  assert.equal(end.shift(), undefined)
})

test("what has come out is nobody else's, and may be given away", () => {
  const ring = new Ring(64)
  ring.push(bytesOf('João'))
  const bytes = ring.shift()
  assert.ok(bytes)
  const given = structuredClone(bytes, { transfer: [bytes.buffer] })
  assert.deepEqual([textOf(given), bytes.length], ['João', 0])
  assert.equal(ring.push(bytesOf('Ana')), true)
  assert.equal(textOf(ring.shift()), 'Ana')
})

test('when it is full it says so, and loses nothing', () => {
  const ring = new Ring(64)
  let count = 0
  while (ring.push(Uint8Array.of(count))) count++
  assert.equal(count, 8)
  assert.equal(ring.push(Uint8Array.of(99)), false)
  assert.deepEqual(ring.shift(), Uint8Array.of(0))
  assert.equal(ring.push(Uint8Array.of(8)), true)
  for (let i = 1; i <= 8; i++) assert.deepEqual(ring.shift(), Uint8Array.of(i))
  assert.equal(ring.shift(), undefined)
})

test('records of any length go round and round', () => {
  const ring = new Ring(128)
  /** @type {Uint8Array[]} */
  const inside = []
  let seed = 1
  for (let i = 0; i < 20_000; i++) {
    seed = (seed * 16_807) % 2_147_483_647
    if (seed % 3 > 0) {
      const bytes = new Uint8Array(seed % 61).fill(i)
      if (ring.push(bytes)) inside.push(bytes)
      else assert.ok(inside.length > 0)
    } else {
      assert.deepEqual(ring.shift(), inside.shift())
    }
  }
})

test('its counts may overflow', () => {
  const ring = new Ring(64)
  const cells = new Int32Array(ring.memory, 0, 2)
  cells.fill(2 ** 31 - 64)
  const end = new Ring(ring.memory)
  for (let i = 0; i < 20; i++) {
    assert.equal(end.push(Uint8Array.of(i, i)), true)
    assert.deepEqual(end.shift(), Uint8Array.of(i, i))
  }
  assert.ok(cells[0] < 0)
})

test('only the memory of a ring will do, and only bytes', () => {
  const wrong = { code: 'ERR_VELOCY_BAD_OPTION' }
  for (const size of [8, 72 + 28]) {
    assert.throws(() => new Ring(new SharedArrayBuffer(size)), wrong)
  }
  for (const memory of ['64', null, new ArrayBuffer(72), {}, 64n]) {
    // @ts-expect-error: none of them is allowed.
    assert.throws(() => new Ring(memory), wrong)
  }
  const ring = new Ring(64)
  for (const bytes of ['text', [300], new Uint16Array(2), null]) {
    // @ts-expect-error: none of them is allowed.
    assert.throws(() => ring.push(bytes), wrong)
  }
  assert.equal(ring.shift(), undefined)
})

test('half of it is the most that fits', () => {
  const ring = new Ring(64)
  assert.equal(ring.push(new Uint8Array(28)), true)
  assert.throws(() => ring.push(new Uint8Array(29)), {
    code: 'ERR_VELOCY_RING_TOO_LARGE',
  })
})

test('a size must be a power of two', () => {
  for (const size of [0, 32, 100, 2 ** 31, -64, NaN]) {
    assert.throws(() => new Ring(size), { code: 'ERR_VELOCY_BAD_OPTION' })
  }
})

/**
 * @param {any} ring
 * @param {string} loop what the other thread does with `ring`
 */
function elsewhere(ring, loop) {
  const lib = addressOf('lib/workers/index.js').href
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { Ring } = await import(${JSON.stringify(lib)})
    const ring = new Ring(workerData)
    ${loop}`
  return new Worker(
    new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    {
      workerData: ring.memory,
    },
  )
}

const COUNT = 20_000

test('two threads: all arrive, in order, none twice', async (t) => {
  const ring = new Ring(256)
  const worker = elsewhere(
    ring,
    `for (let i = 0; i < ${COUNT}; i++) {
      const bytes = new Uint8Array(4 + i % 50)
      new DataView(bytes.buffer).setUint32(0, i)
      while (!ring.push(bytes)) ring.waitForRoom()
    }`,
  )
  t.after(() => worker.terminate())
  const receive = async () => {
    for (let i = 0; i < COUNT; ) {
      const bytes = ring.shift()
      if (bytes === undefined) {
        await ring.data()
        continue
      }
      assert.equal(bytes.length, 4 + (i % 50))
      assert.equal(new DataView(bytes.buffer).getUint32(0), i)
      i++
    }
  }
  await within(receive(), 'all records', 20_000)
})

test('the other way round: one that stops and waits for data', async (t) => {
  const ring = new Ring(256)
  const worker = elsewhere(
    ring,
    `let sum = 0
    for (let count = 0; count < ${COUNT}; ) {
      const bytes = ring.shift()
      if (bytes === undefined) ring.waitForData()
      else { sum += bytes[0]; count++ }
    }
    parentPort.postMessage(sum)`,
  )
  t.after(() => worker.terminate())
  const sum = new Promise((resolve) => worker.once('message', resolve))
  const send = async () => {
    for (let i = 0; i < COUNT; i++) {
      while (!ring.push(Uint8Array.of(i % 7))) await ring.room()
    }
  }
  await within(send(), 'room for all', 20_000)
  let expected = 0
  for (let i = 0; i < COUNT; i++) expected += i % 7
  assert.equal(await within(sum, 'the sum', 20_000), expected)
})

test('who waits in vain is told', () => {
  const ring = new Ring(64)
  assert.equal(ring.waitForData(1), false)
  while (ring.push(new Uint8Array(1)));
  assert.equal(ring.waitForRoom(1), false)
  ring.shift()
  assert.equal(ring.waitForRoom(1), true)
  assert.equal(ring.waitForData(1), true)
})
