import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { post, serveBody } from './serve-body.js'
import { parseResponses, rawRequest, request } from './support.js'

const MEBIBYTE = 1024 * 1024

/** @type {[string, (bytes: string | Buffer) => Buffer][]} */
const CODINGS = [
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
]

/** @param {any} req @param {any} res */
const echo = async (req, res) => res.text(await req.text())

/**
 * @param {any} app
 * @param {Buffer} body
 * @param {string} coding
 */
const send = (app, body, coding) =>
  request(app, '/', {
    method: 'POST',
    headers: { 'content-encoding': coding },
    body,
  })

test('a body comes out of its content coding', async () => {
  const app = await serveBody(echo)
  const text = 'é😀'.repeat(20_000)
  for (const [name, encode] of CODINGS) {
    assert.equal((await send(app, encode(text), name)).text, text, name)
    const upper = name.toUpperCase()
    assert.equal((await send(app, encode('x'), upper)).text, 'x')
  }
  assert.equal((await send(app, Buffer.from('x'), 'identity')).text, 'x')
  assert.equal((await send(app, Buffer.from(''), 'gzip')).text, '')
})

test('the limit is for what comes out as well', async () => {
  const app = await serveBody(echo, { bodyLimit: 100 })
  for (const [name, encode] of CODINGS) {
    assert.equal((await send(app, encode('x'.repeat(100)), name)).status, 200)
    assert.equal((await send(app, encode('x'.repeat(101)), name)).status, 413)
    assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_BODY_TOO_LARGE')
  }
  const none = await serveBody(echo, { bodyLimit: 0 })
  assert.equal((await send(none, Buffer.alloc(0), 'gzip')).status, 200)
})

test('ten kilobytes of zeros do not become ten megabytes', async () => {
  const app = await serveBody(echo)
  for (const [name, encode] of CODINGS) {
    const bomb = encode(Buffer.alloc(10 * MEBIBYTE))
    assert.ok(bomb.length < 11_000)
    assert.equal((await send(app, bomb, name)).status, 413, name)
  }
})

test('nor do they in a stream of many members', async () => {
  const app = await serveBody(echo)
  for (const [name, encode] of /** @type {typeof CODINGS} */ ([
    ['gzip', zlib.gzipSync],
    ['zstd', zlib.zstdCompressSync],
  ])) {
    const member = encode(Buffer.alloc(MEBIBYTE / 4))
    const four = Buffer.concat(Array(4).fill(member))
    assert.equal((await send(app, four, name)).body.length, MEBIBYTE)
    const many = Buffer.concat(Array(5).fill(member))
    assert.equal((await send(app, many, name)).status, 413)
  }
})

test('an unknown coding and a second one are a 415 that says what is known', async () => {
  const app = await serveBody(echo)
  for (const coding of [
    'compress',
    'lz4',
    'gzip, br',
    'gzip, gzip',
    'g zip',
    '*',
  ]) {
    const answer = await send(app, Buffer.from('x'), coding)
    assert.equal(answer.status, 415, coding)
    assert.equal(answer.headers['accept-encoding'], 'gzip, deflate, br, zstd')
    assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_BODY_CODING')
  }
})

/** Whether node:zlib knows the end of zstd: nodejs/node#64592, in 24 not yet. */
function knowsEnds() {
  try {
    zlib.zstdDecompressSync(zlib.zstdCompressSync('x').subarray(0, -1))
    return false
  } catch {
    return true
  }
}

test('a body that is cut off, broken or followed by something is a 400', async () => {
  const app = await serveBody(echo)
  for (const [name, encode] of CODINGS) {
    const whole = encode('hello, hello, hello')
    for (const [what, body] of Object.entries({
      cut: whole.subarray(0, -1),
      begun: whole.subarray(0, 3),
      broken: Buffer.from('not compressed at all'),
      followed: Buffer.concat([whole, Buffer.from('GET / HTTP/1.1')]),
      padded: Buffer.concat([whole, Buffer.alloc(3)]),
    })) {
      const isCut = what === 'cut' || what === 'begun'
      if (name === 'zstd' && isCut && !knowsEnds()) continue
      const answer = await send(app, body, name)
      assert.equal(answer.status, 400, `${name} ${what}`)
      assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_BODY_CORRUPT')
    }
  }
})

test('a zstd window of more than eight mebibytes is a 400', async () => {
  const app = await serveBody(echo)
  /** @param {number} log */
  const withWindow = (log) => {
    // The size of the content is not known, so the window is not cut to it.
    const params = {
      [zlib.constants.ZSTD_c_windowLog]: log,
      [zlib.constants.ZSTD_c_contentSizeFlag]: 0,
    }
    const bytes = zlib.zstdCompressSync(Buffer.alloc(2 ** 25), { params })
    return bytes
  }
  assert.equal((await send(app, withWindow(23), 'zstd')).status, 413)
  assert.equal((await send(app, withWindow(24), 'zstd')).status, 400)
})

test('what cannot be decoded does not harm the next request', async () => {
  const app = await serveBody(echo)
  const bytes = Buffer.concat([
    post('broken', { 'content-encoding': 'gzip' }),
    post('whole'),
  ])
  const answers = parseResponses(
    await rawRequest(app.port, bytes, { responses: 2 }),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 200],
  )
})

test('whoever pipes the body has it as it was sent', async () => {
  const body = zlib.gzipSync('{"a":1}')
  const app = await serveBody(async (req, res) => {
    assert.deepEqual(await req.json(), { a: 1 })
    res.writeHead(200, { 'content-length': body.length })
    req.pipe(res)
  })
  const answer = await request(app, '/', {
    method: 'POST',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    body,
  })
  assert.deepEqual(answer.body, body)
})
