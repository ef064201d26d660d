import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import zlib from 'node:zlib'
import { folderWith } from './files-support.js'
import { library } from './library.js'
import { serveRouter } from './serving.js'
import { rawRequest, within } from './support.js'

const { Router } = await library('lib/index.js')
const { compress } = await library('lib/middleware/compress.js')
const { files } = await library('lib/middleware/files.js')
const { inject } = await library('lib/testing/inject.js')

/** @type {Record<string, (body: Buffer) => Buffer>} */
const DECODERS = {
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
}

/** Too long to be compressed in one go. */
const TEXT = 'A tui sings in the morning, and in the evening. '.repeat(1000)

/**
 * @param {import('node:test').TestContext} t
 * @param {any} handler of the one route
 * @returns {Promise<number>} the port
 */
async function serve(t, handler) {
  const router = new Router({ onError: () => {} }).use(compress())
  router.get('/', handler).get('/files/*', handler)
  return (await serveRouter(t, router)).port
}

/**
 * @param {number} port
 * @param {Record<string, string>} [headers]
 * @param {object} [more] options of http.request
 */
async function ask(port, headers = {}, more = {}) {
  const options = { port, headers, agent: false, ...more }
  const [response] = await within(
    once(http.request(options).end(), 'response'),
    'a response',
  )
  const bytes = await within(buffer(response), 'the body')
  const { date, ...fields } = response.headers
  const coding = fields['content-encoding']
  const isCoded = coding in DECODERS && bytes.length > 0
  const text = String(isCoded ? DECODERS[coding](bytes) : bytes)
  return { status: response.statusCode, fields, coding, bytes, text }
}

const accepting = (/** @type {string} */ coding) => ({
  'accept-encoding': coding,
})

/** @type {Record<string, (req: any, res: any) => unknown>} */
const ANSWERS = {
  'a string': () => TEXT,
  'a short string': () => TEXT.slice(0, 2000),
  'bytes with a type': (_req, res) => {
    res.setHeader('content-type', 'text/css')
    return Buffer.from(TEXT)
  },
  'an object': () => ({ text: TEXT }),
  'res.json': (_req, res) => res.json([TEXT]),
  'res.text with fields': (_req, res) =>
    res.text(TEXT, { headers: { 'x-a': 'b' } }),
  'res.end': (_req, res) => {
    res.setHeader('content-type', 'text/plain')
    res.end(Buffer.from(TEXT).toString('base64'), 'base64')
  },
  'what follows res.writeHead': (_req, res) => {
    res.writeHead(200, 'Fine', ['Content-Type', 'text/plain'])
    res.end(TEXT)
  },
  'res.write': (_req, res) => {
    res.setHeader('content-type', 'text/plain')
    for (const word of TEXT.split('g')) res.write(word)
    res.end('the end')
  },
  'a stream that is returned': () => Readable.from([TEXT, '', TEXT]),
  'a stream that is piped': (_req, res) => {
    res.setHeader('content-type', 'application/json')
    Readable.from([TEXT, TEXT]).pipe(res)
  },
  'a Response': () => new Response(TEXT),
}

for (const [what, handler] of Object.entries(ANSWERS)) {
  test(`this is compressed: ${what}`, async (t) => {
    const port = await serve(t, handler)
    const plain = await ask(port)
    assert.equal(plain.coding, undefined)
    for (const coding of Object.keys(DECODERS)) {
      const res = await ask(port, accepting(coding))
      assert.equal(res.coding, coding)
      assert.ok(res.text === plain.text, 'what comes out is what went in')
      assert.ok(res.bytes.length < plain.bytes.length / 10)
      assert.equal(res.fields['content-length'], undefined)
      for (const { fields } of [plain, res]) {
        assert.equal(fields.vary, 'Accept-Encoding')
        assert.equal(fields['content-type'], plain.fields['content-type'])
      }
    }
  })
}

test('inject gets it, too', async () => {
  const router = new Router().use(compress()).get('/', () => TEXT)
  const headers = accepting('gzip')
  const res = await inject(router, { path: '/', headers })
  const body = Buffer.from(await res.arrayBuffer())
  assert.equal(String(zlib.gunzipSync(body)), TEXT)
})

test('the client decides about the coding', async (t) => {
  const port = await serve(t, () => TEXT)
  for (const [field, expected] of [
    ['', undefined],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZip', 'gzip'],
    ['gzip;q=1, br;q=0.9', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['zstd;q=0, *', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', undefined],
    ['br;q=2, gzip;q=x', undefined],
    ['compress, deflate', undefined],
  ]) {
    const res = await ask(port, accepting(String(field)))
    assert.equal(res.coding, expected, `Accept-Encoding: ${field}`)
    assert.equal(res.text, TEXT)
  }
})

/** @type {Record<string, (req: any, res: any) => unknown>} */
const LEFT_ALONE = {
  'a short body': () => TEXT.slice(0, 1023),
  'a type that is compressed already': (_req, res) => {
    res.setHeader('content-type', 'image/png')
    return Buffer.from(TEXT)
  },
  'a body without a type': (_req, res) => res.end(TEXT),
  'a body with a coding': (_req, res) => {
    res.setHeader('content-encoding', 'deflate')
    return TEXT
  },
  'no-transform': (_req, res) => {
    res.setHeader('cache-control', 'private, No-Transform')
    return TEXT
  },
  'a 204': (_req, res) => res.writeHead(204).end(),
  'a part': (_req, res) => {
    res.writeHead(206, { 'content-type': 'image/png' })
    res.end(TEXT)
  },
}

for (const [what, handler] of Object.entries(LEFT_ALONE)) {
  test(`this is left alone: ${what}`, async (t) => {
    const port = await serve(t, handler)
    const plain = await ask(port)
    const { fields, bytes } = await ask(port, accepting('gzip'))
    assert.ok(bytes.equals(plain.bytes), 'the bytes are the same')
    assert.deepEqual(fields, plain.fields)
    assert.equal(fields.vary, undefined)
  })
}

test('a short part varies as the whole does', async (t) => {
  const port = await serve(
    t,
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.writeHead(206, { 'content-type': 'text/plain', 'content-length': 2 })
      res.end('hi')
    },
  )
  const { fields, bytes } = await ask(port, accepting('gzip'))
  assert.equal(`${bytes}`, 'hi')
  assert.equal(fields.vary, 'Accept-Encoding')
})

test('a digest of other bytes is not sent', async (t) => {
  const port = await serve(
    t,
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('content-digest', 'sha-256=:AAAA:')
      return TEXT
    },
  )
  const { fields } = await ask(port, accepting('gzip'))
  assert.equal(fields['content-digest'], undefined)
  assert.ok((await ask(port)).fields['content-digest'])
})

for (const size of [2000, TEXT.length]) {
  for (const [what, go] of Object.entries({
    'a second end': (/** @type {any} */ res) => res.end('again'),
    'an error': () => assert.fail('late'),
  })) {
    test(`${what} behind an end leaves ${size} bytes alone`, async (t) => {
      const port = await serve(
        t,
        async (/** @type {any} */ _req, /** @type {any} */ res) => {
          res.setHeader('content-type', 'text/plain')
          res.end(TEXT.slice(0, size))
          assert.ok(res.writableEnded)
          go(res)
        },
      )
      const { text } = await ask(port, accepting('gzip'))
      assert.equal(text, TEXT.slice(0, size))
    })
  }
}

for (const body of [TEXT, TEXT.slice(0, 2000)]) {
  test(`brotli's window for ${body.length} bytes is 256 KiB`, async (t) => {
    const port = await serve(t, () => body)
    const { bytes } = await ask(port, accepting('br'))
    // The first bits say so (RFC 7932 §9.1).
    assert.equal(bytes[0] & 1, 1)
    assert.equal(17 + ((bytes[0] >> 1) & 7), 18)
  })
}

test('a HEAD gets the fields of a GET, and no body', async (t) => {
  for (const handler of [ANSWERS['a string'], ANSWERS['a short string']]) {
    const port = await serve(t, handler)
    const get = await ask(port, accepting('br'))
    const head = await ask(port, accepting('br'), { method: 'HEAD' })
    assert.deepEqual(head.fields, get.fields)
    assert.equal(head.bytes.length, 0)
  }
})

test('a strong entity tag becomes weak, and still saves a body', async (t) => {
  const port = await serve(
    t,
    (/** @type {any} */ _req, /** @type {any} */ res) =>
      res.text(TEXT, { etag: true }),
  )
  const plain = await ask(port)
  const { fields } = await ask(port, accepting('gzip'))
  assert.equal(fields.etag, `W/${plain.fields.etag}`)
  for (const { etag } of [fields, plain.fields]) {
    const headers = { ...accepting('gzip'), 'if-none-match': etag }
    const res = await ask(port, headers)
    assert.equal(res.status, 304)
    assert.equal(res.fields.etag, etag)
  }
})

test('a file is compressed, and parts of it are not', async (t) => {
  const folder = folderWith(t, { 'a.txt': TEXT, 'a.png': TEXT })
  const port = await serve(t, files(folder))
  const get = (/** @type {string} */ path, /** @type {object} */ headers) =>
    ask(port, { ...accepting('gzip'), ...headers }, { path: `/files/${path}` })
  const whole = await get('a.txt', {})
  assert.equal(whole.coding, 'gzip')
  assert.equal(whole.text, TEXT)
  // Bytes of the file are not bytes of what was sent.
  assert.equal(whole.fields['accept-ranges'], undefined)
  const part = await get('a.txt', { range: 'bytes=2-2000' })
  assert.match(part.text, /^tui/)
  assert.equal(part.fields.etag, whole.fields.etag.slice(2))
  assert.equal(part.coding, undefined)
  const known = await get('a.txt', { 'if-none-match': whole.fields.etag })
  assert.equal(known.status, 304)
  // What is sent of it varies, as all of it would (RFC 9110 §15).
  for (const { fields } of [whole, part, known]) {
    assert.equal(fields.vary, 'Accept-Encoding')
  }
  assert.equal((await get('a.png', {})).coding, undefined)
})

test('the connection stays, and HTTP/1.0 gets no chunks', async (t) => {
  const port = await serve(t, () => TEXT)
  const head = 'Host: a\r\nAccept-Encoding: gzip\r\n\r\n'
  const two = await rawRequest(port, `GET / HTTP/1.1\r\n${head}`.repeat(2), {
    responses: 2,
  })
  assert.equal(two.toString('latin1').split('HTTP/1.1 200').length, 3)
  const old = await rawRequest(port, `GET / HTTP/1.0\r\n${head}`, {
    responses: Number.POSITIVE_INFINITY,
  })
  const body = old.subarray(old.indexOf('\r\n\r\n') + 4)
  assert.equal(String(zlib.gunzipSync(body)), TEXT)
})

for (const coding of Object.keys(DECODERS)) {
  test(`each event leaves at once, in ${coding}`, async (t) => {
    const source = new PassThrough()
    const port = await serve(
      t,
      (/** @type {any} */ _req, /** @type {any} */ res) => {
        res.setHeader('content-type', 'text/event-stream')
        return source
      },
    )
    const request = http.request({ port, headers: accepting(coding) }).end()
    source.write('data: 0\n\n')
    const [response] = await within(once(request, 'response'), 'a response')
    assert.equal(response.headers['content-encoding'], coding)
    const decoder = /** @type {any} */ ({
      zstd: zlib.createZstdDecompress,
      br: zlib.createBrotliDecompress,
      gzip: zlib.createGunzip,
    })[coding]()
    response.pipe(decoder)
    for (let i = 0; i < 3; i++) {
      const [event] = await within(once(decoder, 'data'), 'an event')
      assert.equal(String(event), `data: ${i}\n\n`)
      source.write(`data: ${i + 1}\n\n`)
    }
    request.destroy()
    await within(once(source, 'close'), 'the end of the source')
  })
}

test('a client that does not read stops the source, and gets all later', async (t) => {
  const chunks = Array.from({ length: 300 }, () => randomBytes(64 * 1024))
  let taken = 0
  let isFull = () => false
  const source = new Readable({
    read() {
      this.push(chunks[taken++] ?? null)
    },
  })
  const port = await serve(
    t,
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('content-type', 'text/plain')
      source.pipe(res)
      isFull = () => res.closed || (res.writableNeedDrain && source.isPaused())
    },
  )
  const options = { port, headers: accepting('gzip'), agent: false }
  const request = http.request(options).end()
  const [response] = await within(once(request, 'response'), 'a response')
  while (taken < 250 && !isFull()) await nextTurn()
  let before = -1
  while (before !== taken) {
    before = taken
    for (let turn = 0; turn < 20_000; turn++) await nextTurn()
  }
  assert.ok(taken < 250, `got ${taken} chunks`)
  const bytes = await within(buffer(response), 'the body')
  assert.ok(zlib.gunzipSync(bytes).equals(Buffer.concat(chunks)))
})

test('what is piped behind a socket that was full arrives', async (t) => {
  const { promise: full, resolve } = Promise.withResolvers()
  const port = await serve(
    t,
    async (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('content-type', 'text/csv')
      // One row at a time, so that the encoder keeps up.
      let isWritten = true
      while (!res.writableNeedDrain && !res.closed) {
        const row = randomBytes(8192).toString('hex')
        if (isWritten) {
          isWritten = false
          res.write(row, () => {
            isWritten = true
          })
        }
        await nextTurn()
      }
      Readable.from(['the end']).pipe(res)
      resolve(undefined)
    },
  )
  const options = { port, headers: accepting('gzip'), agent: false }
  const request = http.request(options).end()
  const [response] = await within(once(request, 'response'), 'a response')
  await within(full, 'a full socket')
  const bytes = await within(buffer(response), 'the body')
  assert.match(String(zlib.gunzipSync(bytes)), /the end$/)
})

test('when the source fails, the connection is cut', async (t) => {
  const port = await serve(t, async function* () {
    yield TEXT
    throw new Error('no more tui')
  })
  await assert.rejects(ask(port, accepting('gzip')), { code: 'ECONNRESET' })
})

test('writeHead takes its fields in every form', async (t) => {
  const type = { 'content-type': 'text/plain' }
  const cookies = ['set-cookie', 'b=2', 'set-cookie', 'c=3']
  for (const args of [
    [200, type],
    [200, type, undefined],
    [200, undefined, type],
    [200, 'Fine', type],
    [200, null, type],
    [200, ['content-type', 'text/plain', ...cookies]],
  ]) {
    const port = await serve(
      t,
      (/** @type {any} */ _req, /** @type {any} */ res) => {
        res.setHeader('vary', 'Origin')
        res.appendHeader('set-cookie', 'a=1')
        res.writeHead(...args).end(TEXT, 'utf8', () => {})
      },
    )
    const { fields, text } = await ask(port, accepting('gzip'))
    assert.equal(text, TEXT)
    assert.equal(fields['content-type'], 'text/plain')
    assert.equal(fields.vary, 'Origin, Accept-Encoding')
    const expected = Array.isArray(args[1]) ? ['b=2', 'c=3'] : ['a=1']
    assert.deepEqual(fields['set-cookie'], expected)
  }
})
