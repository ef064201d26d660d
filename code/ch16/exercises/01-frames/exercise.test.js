import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Decoder } = await import(new URL(file, import.meta.url).href)

/**
 * @param {number} id
 * @param {number} kind
 * @param {string} payload
 */
function encode(id, kind, payload) {
  const head = Buffer.alloc(9)
  head.writeUInt32BE(id, 0)
  head.writeUInt8(kind, 4)
  head.writeUInt32BE(Buffer.byteLength(payload), 5)
  return Buffer.concat([head, Buffer.from(payload)])
}

/** @param {number} [limit] */
function decoder(limit = 100) {
  /** @type {string[]} */
  const frames = []
  const it = new Decoder(
    (
      /** @type {number} */ id,
      /** @type {number} */ kind,
      /** @type {Buffer} */ payload,
    ) => {
      frames.push(`${id} ${kind} ${payload}`)
    },
    limit,
  )
  return { it, frames }
}

test('a frame in one chunk comes out', () => {
  const { it, frames } = decoder()
  it.push(encode(7, 0, 'hi'))
  it.end()
  assert.deepEqual(frames, ['7 0 hi'])
})

test('frames come out the same, wherever the stream is cut', () => {
  const stream = Buffer.concat([
    encode(1, 0, 'hi\n'),
    encode(4_000_000_000, 0, 'olá, Nkechi'),
    encode(1, 1, ''),
  ])
  for (let size = 1; size <= stream.length; size++) {
    const { it, frames } = decoder()
    for (let at = 0; at < stream.length; at += size) {
      it.push(stream.subarray(at, at + size))
    }
    it.end()
    assert.deepEqual(
      frames,
      ['1 0 hi\n', '4000000000 0 olá, Nkechi', '1 1 '],
      `${size} bytes at a time`,
    )
  }
})

test('a frame is given as soon as its last byte is there', () => {
  const { it, frames } = decoder()
  const frame = encode(1, 0, 'hi')
  it.push(frame.subarray(0, 10))
  assert.deepEqual(frames, [])
  it.push(frame.subarray(10))
  assert.deepEqual(frames, ['1 0 hi'])
})

test('a payload may be as long as the limit', () => {
  const { it, frames } = decoder(2)
  it.push(encode(1, 0, 'hi'))
  assert.deepEqual(frames, ['1 0 hi'])
})

test('a longer one is refused before it is there', () => {
  const { it } = decoder(2)
  const frame = encode(1, 0, 'hey')
  assert.doesNotThrow(() => it.push(frame.subarray(0, 8)))
  assert.throws(() => it.push(frame.subarray(8, 9)), RangeError)
})

test('the frames before it are given all the same', () => {
  const { it, frames } = decoder(2)
  const stream = Buffer.concat([encode(1, 0, 'hi'), encode(2, 0, 'hey')])
  assert.throws(() => it.push(stream), RangeError)
  assert.deepEqual(frames, ['1 0 hi'])
})

test('after it, nothing is taken', () => {
  const { it, frames } = decoder(2)
  assert.throws(() => it.push(encode(1, 0, 'hey')), RangeError)
  assert.throws(() => it.push(encode(2, 0, 'hi')), RangeError)
  assert.deepEqual(frames, [])
})

test('a stream that ends within a frame has been cut', () => {
  const { it } = decoder()
  it.push(encode(1, 0, 'hi').subarray(0, 10))
  assert.throws(() => it.end())
})

test('so has one that ends within a head', () => {
  const { it } = decoder()
  it.push(Buffer.concat([encode(1, 0, 'hi'), Buffer.of(0)]))
  assert.throws(() => it.end())
})
