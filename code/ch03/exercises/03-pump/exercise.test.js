import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { pump } = await import(new URL(file, import.meta.url).href)

/** A target that takes its time, and remembers how much waited for it. */
class Slow extends Writable {
  /** @type {Buffer[]} */
  chunks = []
  waited = 0
  constructor() {
    super({ highWaterMark: 10 })
  }

  /**
   * @param {Buffer} chunk
   * @param {string} _encoding
   * @param {() => void} done
   */
  _write(chunk, _encoding, done) {
    this.waited = Math.max(this.waited, this.writableLength)
    this.chunks.push(chunk)
    setImmediate(done)
  }
}

const pieces = (count = 40) =>
  Readable.from(Array.from({ length: count }, (_, i) => Buffer.from(`${i} `)))

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<unknown>} what it rejects with; null when it does not
 */
const failureOf = (promise) =>
  Promise.race([
    promise.then(
      () => null,
      (error) => error,
    ),
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve('nothing happened'), 1000)
      timer.unref()
    }),
  ])

test('everything arrives, and the target is ended', async () => {
  const target = new Slow()
  await pump(pieces(), target)
  if (!target.writableFinished) await once(target, 'finish')
  const text = Buffer.concat(target.chunks).toString()
  assert.equal(text.split(' ').length, 41)
})

test('the source waits when the target is full', async () => {
  const target = new Slow()
  await pump(pieces(), target)
  if (!target.writableFinished) await once(target, 'finish')
  assert.ok(target.waited < 20, `${target.waited} bytes waited, of 10`)
})

test('when the source fails, the target is closed', async () => {
  async function* broken() {
    yield Buffer.from('a')
    throw new Error('no more')
  }
  const target = new Slow()
  const error = await failureOf(pump(Readable.from(broken()), target))
  assert.match(String(error), /no more/)
  assert.equal(target.destroyed, true)
})

test('when the target fails, the source is closed', async () => {
  const source = pieces()
  const target = new Writable({
    write: (_chunk, _encoding, done) => done(new Error('disk full')),
  })
  target.on('error', () => {})
  const error = await failureOf(pump(source, target))
  assert.match(String(error), /disk full/)
  assert.equal(source.destroyed, true)
})

test('when the source is closed before its end, pump rejects', async () => {
  const source = pieces()
  const target = new Slow()
  const pumped = failureOf(pump(source, target))
  source.destroy()
  const error = await pumped
  assert.ok(error instanceof Error, `got ${error}, expected an error`)
  assert.equal(target.destroyed, true)
})
