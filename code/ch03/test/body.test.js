import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { library } from './library.js'

const { readBody, skipBody } = await library('lib/http/body.js')

/** A stream that is no request, with what readBody reads of one. */
const streamOf = () => Object.assign(new PassThrough(), { headers: {} })

/** @param {PassThrough} stream */
function listenerCounts(stream) {
  return ['data', 'end', 'error', 'close'].map((event) =>
    stream.listenerCount(event),
  )
}

test('readBody gives all bytes, in order', async () => {
  const stream = streamOf()
  const body = readBody(stream)
  for (const piece of ['a', 'bc', '', 'd']) stream.write(piece)
  stream.end()
  assert.equal(String(await body), 'abcd')
})

test('bytes that come one at a time are all there, in order', async () => {
  const all = Buffer.from(Array.from({ length: 5000 }, (_, i) => i))
  const stream = streamOf()
  const body = readBody(stream)
  for (const byte of all) stream.write(Buffer.of(byte))
  stream.end()
  assert.deepEqual(await body, all)
})

test('bytes that come one at a time take little more room', () => {
  const server = process.env.APP
    ? path.resolve(process.env.APP)
    : fileURLToPath(new URL('../server.js', import.meta.url))
  const module = new URL('lib/http/body.js', pathToFileURL(server))
  // In a process of its own, to see what it keeps and nothing else.
  const program = `
    import { PassThrough } from 'node:stream'
    import { readBody } from '${module}'
    const stream = Object.assign(new PassThrough(), { headers: {} })
    readBody(stream)
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 200_000; i++) {
      stream.write(Buffer.of(120))
      if (i % 1000 === 0) await new Promise(setImmediate)
    }
    gc()
    console.log(process.memoryUsage().heapUsed - before)
  `
  const args = ['--expose-gc', '--input-type=module', '-e', program]
  const heap = Number(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  )
  assert.ok(heap < 5_000_000, `${heap} bytes`)
})

test('a length that is too large is refused before anything is read', async () => {
  const stream = Object.assign(streamOf(), {
    headers: { 'content-length': '11' },
  })
  await assert.rejects(readBody(stream, { limit: 10 }), {
    status: 413,
    code: 'ERR_VELOCY_BODY_TOO_LARGE',
  })
})

test('a body that turns out too large is refused while it comes', async () => {
  const stream = streamOf()
  const body = readBody(stream, { limit: 10 })
  stream.write('12345678901')
  await assert.rejects(body, { status: 413, code: 'ERR_VELOCY_BODY_TOO_LARGE' })
})

test('a stream that ends too early is an error of the client', async () => {
  const stream = streamOf()
  const body = readBody(stream)
  stream.write('half')
  stream.destroy()
  await assert.rejects(body, { status: 400, code: 'ERR_VELOCY_BODY_ABORTED' })
})

test('a client that has gone before the reading began is told, too', async () => {
  const stream = streamOf()
  stream.write('half')
  stream.destroy()
  await once(stream, 'close')
  const signal = AbortSignal.timeout(1000)
  await assert.rejects(readBody(stream, { signal }), {
    status: 400,
    code: 'ERR_VELOCY_BODY_ABORTED',
  })
})

test('a body is read once', async () => {
  const stream = streamOf()
  stream.end('all')
  assert.equal(String(await readBody(stream)), 'all')
  const signal = AbortSignal.timeout(1000)
  await assert.rejects(readBody(stream, { signal }), {
    code: 'ERR_VELOCY_BODY_USED',
  })
})

test('a signal ends the reading with its reason', async () => {
  const controller = new AbortController()
  const body = readBody(streamOf(), { signal: controller.signal })
  const reason = new Error('shutting down')
  controller.abort(reason)
  await assert.rejects(body, reason)
  await assert.rejects(
    readBody(streamOf(), { signal: controller.signal }),
    reason,
  )
})

test('text in place of bytes is a mistake of the caller', async () => {
  const stream = streamOf()
  stream.setEncoding('utf8')
  await assert.rejects(readBody(stream), {
    code: 'ERR_VELOCY_BODY_IS_TEXT',
    message: /gives utf8 text, expected bytes/,
  })
})

test('however it ends, no listener stays behind', async () => {
  const { signal } = new AbortController()
  /** @type {((stream: PassThrough) => void)[]} */
  const endings = [
    (stream) => stream.end('fine'),
    (stream) => stream.write('much too much'),
    (stream) => stream.destroy(),
    (stream) => stream.destroy(new Error('reset')),
  ]
  for (const end of endings) {
    const stream = streamOf()
    // Somebody always listens to the errors of a request.
    stream.on('error', () => {})
    const before = listenerCounts(stream)
    const body = readBody(stream, { limit: 10, signal })
    end(stream)
    await body.catch(() => {})
    assert.deepEqual(listenerCounts(stream), before)
  }
})

test('skipBody says whether the end was reached', async () => {
  const whole = streamOf()
  whole.end('abc')
  assert.equal(await skipBody(whole), true)
  const long = streamOf()
  long.write('0123456789')
  assert.equal(await skipBody(long, { limit: 5 }), false)
  const gone = streamOf()
  gone.destroy()
  assert.equal(await skipBody(gone), false)
})
