import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, head, serve } from './serving.js'
import { parseResponses, rawRequest, request, within } from './support.js'

async function* words() {
  yield 'one '
  await nextTurn()
  yield 'two'
}

/** @type {Record<string, () => unknown>} */
const sources = {
  'a Readable': () => Readable.from([Buffer.from('one '), Buffer.from('two')]),
  'a ReadableStream': () => ReadableStream.from(words()),
  'a generator': words,
  'an async iterable': () => ({ [Symbol.asyncIterator]: words }),
  'a Response with a stream': () => {
    const bytes = ReadableStream.from(words()).pipeThrough(
      new TextEncoderStream(),
    )
    return new Response(bytes)
  },
}
for (const [what, make] of Object.entries(sources)) {
  test(`a handler answers with the chunks of ${what}`, async () => {
    const app = await serve((router) => {
      router.get('/a', make)
      router.get('/soon', async () => make())
    })
    assert.equal((await request(app, '/a')).text, 'one two')
    assert.equal((await request(app, '/soon')).text, 'one two')
    const pair = await rawRequest(app.port, [head('/a'), head('/soon')], {
      responses: 2,
    })
    assert.deepEqual(
      parseResponses(pair).map(({ text }) => text),
      ['one two', 'one two'],
    )
  })
}

test('the first chunk decides about the type, unless the handler has', async () => {
  const app = await serve((router) => {
    router.get('/text', words)
    router.get('/bytes', () => Readable.from([Buffer.from('a')]))
    router.get('/web', () => ReadableStream.from(['a']))
    router.get('/nothing', () => Readable.from([]))
    router.get('/csv', (_req, res) => {
      res.statusCode = 203
      res.setHeader('content-type', 'text/csv')
      return words()
    })
  })
  const typeOf = async (/** @type {string} */ path) =>
    (await request(app, path)).headers['content-type']
  assert.equal(await typeOf('/text'), 'text/plain; charset=utf-8')
  assert.equal(await typeOf('/web'), 'text/plain; charset=utf-8')
  assert.equal(await typeOf('/bytes'), 'application/octet-stream')
  assert.equal(await typeOf('/csv'), 'text/csv')
  assert.equal((await request(app, '/csv')).status, 203)
  assert.equal((await request(app, '/nothing')).text, '')
})

test('a source that fails before its first chunk is a 500', async (t) => {
  const printed = capturePrints(t)
  const { createReadStream } = await import('node:fs')
  const app = await serve((router) => {
    router.get('/file', (_req, res) => {
      res.setHeader('content-type', 'text/csv')
      return createReadStream('/nowhere/at/all')
    })
    router.get('/objects', () => Readable.from([{ not: 'bytes' }]))
    // biome-ignore lint/correctness/useYield: it fails before it could
    router.get('/generator', async function* () {
      throw new Error('secret')
    })
  })
  for (const path of ['/file', '/objects', '/generator']) {
    const { status, text, headers } = await request(app, path)
    assert.equal(status, 500, path)
    assert.equal(text, 'Internal Server Error')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  }
  assert.deepEqual(
    printed().map(({ code }) => code),
    ['ENOENT', 'ERR_INVALID_ARG_TYPE', undefined],
  )
})

/** @type {Record<string, () => unknown>} */
const breaking = {
  'a generator that throws': async function* () {
    yield 'half'
    throw new Error('secret')
  },
  'a Readable that is destroyed': () => {
    const readable = new Readable({ read() {} })
    readable.push('half')
    setImmediate(() => readable.destroy(new Error('secret')))
    return readable
  },
  'a Readable that ends without its end': () => {
    const readable = new Readable({ read() {} })
    readable.push('half')
    setImmediate(() => readable.destroy())
    return readable
  },
}
for (const [what, make] of Object.entries(breaking)) {
  test(`after ${what} half-way, the client sees that it is half`, async () => {
    /** @type {unknown[]} */
    const errors = []
    const app = await serve((router) => router.get('/half', make), {
      onError: (/** @type {unknown} */ error) => errors.push(error),
    })
    const bytes = await rawRequest(app.port, head('/half'), {
      responses: Infinity,
    })
    assert.match(String(bytes), /half/)
    assert.doesNotMatch(String(bytes), /\r\n0\r\n|secret/)
    assert.equal(errors.length, 1)
  })
}

for (const [how, chunks] of Object.entries({
  'too short': ['12345'],
  'too long': ['1234567890', '1'],
})) {
  test(`a body that is ${how}, by its Content-Length, ends the connection`, async () => {
    /** @type {any[]} */
    const errors = []
    const app = await serve(
      (router) => {
        router.get('/length', (_req, res) => {
          res.setHeader('content-length', 10)
          return Readable.from(chunks)
        })
        router.get('/next', () => 'next')
      },
      { onError: (/** @type {any} */ error) => errors.push(error.code) },
    )
    const sent = [head('/length'), head('/next')]
    const bytes = await rawRequest(app.port, sent, { responses: Infinity })
    assert.doesNotMatch(String(bytes), /next/)
    assert.deepEqual(errors, ['ERR_HTTP_CONTENT_LENGTH_MISMATCH'])
  })
}

for (const chunks of [['12345678901'], []]) {
  test(`${chunks.length} chunks of another length than promised are no 200`, async (t) => {
    capturePrints(t)
    const app = await serve((router) => {
      router.get('/length', (_req, res) => {
        res.setHeader('content-length', 10)
        return Readable.from(chunks)
      })
    })
    const sent = head('/length', 'Connection: close\r\n')
    const bytes = await rawRequest(app.port, sent, { responses: Infinity })
    for (const { status } of parseResponses(bytes)) assert.equal(status, 500)
  })
}

/** @type {Record<string, () => unknown>} */
const spent = {
  'a Readable that was destroyed': () => Readable.from(['a']).destroy(),
  'a Readable whose error comes late': () => {
    const readable = new Readable({
      read() {},
      destroy(_error, done) {
        setImmediate(done, new Error('too late'))
      },
    })
    return readable.destroy()
  },
  'a ReadableStream with a reader': () => {
    const stream = ReadableStream.from(['a'])
    stream.getReader()
    return stream
  },
}
for (const [what, make] of Object.entries(spent)) {
  test(`${what} is a 500, and the server goes on`, async (t) => {
    capturePrints(t)
    const app = await serve((router) => {
      router.get('/spent', make)
      router.get('/next', () => 'next')
    })
    assert.equal((await request(app, '/spent')).status, 500)
    assert.equal((await request(app, '/next')).text, 'next')
  })
}

test('an answer has one drain listener, however often it waits', async () => {
  let added = 0
  const app = await serve((router) => {
    router.get('/', (_req, res) => {
      res.on('newListener', (name) => {
        if (name === 'drain') added++
      })
      return Readable.from(Array(20).fill(Buffer.alloc(1024 * 1024)))
    })
  })
  const { body } = await request(app, '/')
  assert.equal(body.length, 20 * 1024 * 1024)
  assert.equal(added, 1)
})

test('a source that has failed before tells why', async (t) => {
  const printed = capturePrints(t)
  const app = await serve((router) => {
    router.get('/readable', async () => {
      const readable = new Readable({ read() {} })
      readable.destroy(new Error('why'))
      await once(readable, 'error').catch(() => {})
      return readable
    })
    router.get('/now', () => new Readable({ read() {} }).destroy(Error('why')))
    router.get('/web', async () => {
      /** @type {any} */
      let controller
      const stream = new ReadableStream({
        start(own) {
          controller = own
        },
      })
      const reader = stream.getReader()
      const reading = assert.rejects(reader.read())
      controller.error(new Error('why'))
      await reading
      reader.releaseLock()
      return stream
    })
  })
  for (const path of ['/readable', '/now', '/web']) {
    assert.equal((await request(app, path)).status, 500)
  }
  assert.deepEqual(
    printed().map(({ message }) => message),
    ['why', 'why', 'why'],
  )
})

test('what is empty, or has been read in part, is a source like any other', async () => {
  const app = await serve((router) => {
    router.get('/empty', () => Readable.from([]))
    router.get(
      '/web',
      () => new ReadableStream({ start: (own) => own.close() }),
    )
    router.get('/part', async () => {
      const readable = Readable.from([Buffer.from('one '), Buffer.from('two')])
      await once(readable, 'readable')
      readable.read()
      return readable
    })
  })
  assert.equal((await request(app, '/empty')).text, '')
  assert.equal((await request(app, '/web')).text, '')
  assert.equal((await request(app, '/part')).text, 'two')
})

/**
 * A source that never ends, and tells when it has.
 *
 * @param {string | Buffer} chunk
 */
function endless(chunk) {
  const { promise: ended, resolve } = Promise.withResolvers()
  let count = 0
  async function* source() {
    try {
      for (;;) {
        count++
        yield chunk
        await nextTurn()
      }
    } finally {
      resolve(undefined)
    }
  }
  return { source, ended, count: () => count }
}

const kinds = {
  'a generator': (/** @type {any} */ source) => source,
  'a Readable': (/** @type {any} */ source) => Readable.from(source),
  'a ReadableStream': (/** @type {any} */ source) =>
    ReadableStream.from(source),
}
for (const [what, wrap] of Object.entries(kinds)) {
  test(`${what} ends when the client leaves, which is no error`, async (t) => {
    const printed = capturePrints(t)
    /** @type {unknown[]} */
    const errors = []
    const { source, ended } = endless('tick\n')
    const app = await serve(
      (router) => router.get('/ticks', () => wrap(source())),
      { onError: (/** @type {unknown} */ error) => errors.push(error) },
    )
    const socket = net.connect(app.port, '127.0.0.1')
    socket.write(head('/ticks'))
    await once(socket, 'data')
    socket.destroy()
    await within(ended, 'the source to be ended')
    await nextTurn()
    assert.deepEqual(errors, [])
    assert.deepEqual(printed(), [])
  })
}

test('a source that waits for its next chunk is ended, too', async () => {
  const { promise: destroyed, resolve } = Promise.withResolvers()
  const app = await serve((router) => {
    router.get('/quiet', () => {
      const readable = new Readable({
        read() {},
        destroy(error, done) {
          resolve(undefined)
          done(error)
        },
      })
      readable.push('hello')
      return readable
    })
  })
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(head('/quiet'))
  await once(socket, 'data')
  socket.destroy()
  await within(destroyed, 'the source to be destroyed')
})

test('a source is asked for no more than the client takes', async () => {
  const { source, ended, count } = endless(Buffer.alloc(64 * 1024))
  const app = await serve((router) => router.get('/much', source))
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(head('/much'))
  await once(socket, 'readable')
  // It stops when what the system holds for the client is full.
  let before = -1
  for (let quiet = 0; quiet < 50; quiet++) {
    await nextTurn()
    if (count() !== before) quiet = 0
    before = count()
    assert.ok(before < 1000, 'a source that is read without end')
  }
  socket.destroy()
  await within(ended, 'the source to be ended')
})

test('a client that reads late gets all of it', async () => {
  const size = 32 * 1024 * 1024
  const app = await serve((router) => {
    router.get('/much', async function* () {
      for (let sent = 0; sent < size; sent += 0x10000) {
        yield Buffer.alloc(0x10000)
      }
    })
  })
  const res = await fetch(`http://127.0.0.1:${app.port}/much`)
  // By now, what there is of room on the way is full.
  for (let i = 0; i < 1000; i++) await nextTurn()
  assert.equal((await res.arrayBuffer()).byteLength, size)
})

test('a source for a request with a body ends when the client leaves', async () => {
  const { source, ended } = endless('tick\n')
  const app = await serve((router) => {
    router.post('/ticks', async (req) => {
      // Read as a stream, the request is closed long before its client.
      for await (const _chunk of req);
      await nextTurn()
      return source()
    })
  })
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write('POST /ticks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi')
  await once(socket, 'data')
  socket.destroy()
  await within(ended, 'the source to be ended')
})

test('a source whose turn never comes is ended with the connection', async () => {
  const { source, ended } = endless(Buffer.alloc(64 * 1024))
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  let isAsked = false
  const app = await serve((router) => {
    router.get('/never', (req) => arrive(req.socket))
    router.get('/much', () => {
      isAsked = true
      return source()
    })
  })
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(head('/never') + head('/much'))
  const served = await within(arrived, 'the first request')
  const closed = new Promise((resolve) => served.once('close', resolve))
  await nextTurn()
  socket.destroy()
  // A server may as well not have asked for it before its turn. To that one, a
  // client that leaves may look as if it only sends no more.
  if (!isAsked) return
  await within(closed, 'the end of the connection')
  await within(ended, 'the source to be ended')
})

test('an answer without a body does not read its source, and ends it', async () => {
  let isRead = false
  let count = 0
  const app = await serve((router) => {
    router.get('/:status', (req, res) => {
      res.statusCode = Number(req.params.status)
      return new Readable({
        read() {
          isRead = true
          this.push(null)
        },
        destroy(error, done) {
          count++
          done(error)
        },
      })
    })
  })
  const head = await request(app, '/200', { method: 'HEAD' })
  // How long it would be, and of what type, nobody has seen.
  assert.equal(head.headers['content-length'], undefined)
  assert.equal(head.headers['content-type'], undefined)
  await request(app, '/304')
  await request(app, '/204')
  const reset = await request(app, '/205')
  assert.equal(reset.headers['content-length'], '0')
  assert.equal(isRead, false)
  assert.equal(count, 4)
})

test('a request that is the answer keeps its connection without a body', async () => {
  const app = await serve((router) => {
    router.all('/echo/:status', (req, res) => {
      res.statusCode = Number(req.params.status)
      return req
    })
    router.get('/next', () => 'next')
  })
  const body = 'Content-Length: 5\r\n'
  const asked = [
    head('/echo/200').replace('GET', 'HEAD'),
    `${head('/echo/200', body).replace('GET', 'HEAD')}hello`,
    `${head('/echo/204', body).replace('GET', 'POST')}hello`,
    `${head('/echo/205', body).replace('GET', 'PUT')}hello`,
  ]
  for (const first of asked) {
    const bytes = await rawRequest(app.port, first + head('/next'), {
      responses: 2,
      methods: [first.slice(0, first.indexOf(' ')), 'GET'],
    })
    assert.match(String(bytes), /\r\n\r\nHTTP\/1.1 200 OK.*next$/s, first)
  }
})

test('a 204 has no content-length, with HEAD neither (RFC 9110 §8.6)', async () => {
  const fields = { 'content-length': '5' }
  const app = await serve((router) => {
    router.get('/source', (_req, res) => {
      res.statusCode = 204
      res.setHeader('content-length', 5)
      return Readable.from(['green'])
    })
    router.get('/response', () => {
      return new Response(null, { status: 204, headers: fields })
    })
  })
  for (const path of ['/source', '/response']) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await request(app, path, { method })
      assert.equal(status, 204)
      assert.equal(headers['content-length'], undefined, `${method} ${path}`)
    }
  }
})

test('a source that comes too late for an answer is ended', async () => {
  /** @type {any[]} */
  const errors = []
  const readable = new Readable({ read() {} })
  const app = await serve(
    (router) => {
      router.get('/late', (_req, res) => {
        res.text('done')
        return readable
      })
    },
    { onError: (/** @type {any} */ error) => errors.push(error.code) },
  )
  assert.equal((await request(app, '/late')).text, 'done')
  assert.equal(readable.destroyed, true)
  assert.deepEqual(errors, ['ERR_VELOCY_ANSWERED'])
})
