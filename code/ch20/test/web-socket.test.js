import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import tls from 'node:tls'
import { library } from './library.js'
import {
  ASKED,
  BINARY,
  FINAL,
  frame,
  headOf,
  heard,
  RawSocket,
  TEXT,
} from './raw-socket.js'
import { inject, listen, serveRouter } from './serving.js'
import { parseResponses, rawRequest, within } from './support.js'

const { createLogger, createServer, logRequests, Router } =
  await library('lib/index.js')
const { timeLimit } = await library('lib/middleware/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

/**
 * A router whose /radio accepts, and hands the socket on.
 *
 * @param {(socket: any, req: any) => unknown} use
 * @param {object} [options]
 */
const radio = (use, options) =>
  new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      use(acceptWebSocket(req, res, options), req)
    },
  )

/** @param {any} socket */
const echo = (socket) => {
  socket.onmessage = (/** @type {any} */ { data }) => socket.send(data)
}

/** @param {number} port @param {any} [protocols] */
const dial = (port, protocols) =>
  new WebSocket(`ws://127.0.0.1:${port}/radio`, protocols)

test("Node's own client gets its words back", async (t) => {
  const { port } = await serveRouter(t, radio(echo))
  const socket = dial(port)
  await heard(socket, 'open')
  const words = ['12 waiting, and a goat', '', 'ñandú 🐐']
  for (const text of [...words, 'x'.repeat(126), 'é'.repeat(70_000)]) {
    socket.send(text)
    assert.equal((await heard(socket, 'message')).data, text)
  }
  socket.binaryType = 'arraybuffer'
  for (const size of [0, 1, 125, 126, 65_535, 65_536, 200_000]) {
    const bytes = new Uint8Array(size).fill(7)
    socket.send(bytes)
    assert.deepEqual(
      new Uint8Array((await heard(socket, 'message')).data),
      bytes,
    )
  }
  socket.close(4000, 'bye')
  const { code, reason, wasClean } = await heard(socket, 'close')
  assert.deepEqual([code, reason, wasClean], [4000, 'bye', true])
})

test('the answer is the one of RFC 6455 §1.3', async (t) => {
  const { port } = await serveRouter(t, radio(echo))
  const { head } = await RawSocket.connect(t, port)
  assert.match(head, /^HTTP\/1\.1 101 Switching Protocols\r\n/)
  assert.match(
    head,
    /\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/i,
  )
  assert.doesNotMatch(head, /content-length|transfer-encoding|keep-alive/i)
})

/** @type {[string, object, number, RegExp][]} */
const refused = [
  [
    'no upgrade',
    { connection: 'close', upgrade: '' },
    426,
    /upgrade: websocket/i,
  ],
  ['another protocol', { upgrade: 'h2c' }, 426, /upgrade: websocket/i],
  [
    'another version',
    { 'sec-websocket-version': '8' },
    426,
    /sec-websocket-version: 13/i,
  ],
  ['a short key', { 'sec-websocket-key': 'YWJj' }, 426, /an ordinary request/],
  ['a body', { 'content-length': '1' }, 426, /an ordinary request/],
  ['a foreign page', { origin: 'https://evil.example' }, 403, /evil\.example/],
  [
    'a foreign page, as browsers say',
    { origin: 'http://x', 'sec-fetch-site': 'cross-site' },
    403,
    /expected our own/,
  ],
]
for (const [what, fields, status, pattern] of refused) {
  test(`${what}: ${status}, and the next request is answered`, async (t) => {
    const router = radio(echo)
    router.group(
      '/problems',
      { problems: true },
      (/** @type {any} */ group) => {
        group.get('/radio', (/** @type {any} */ req, /** @type {any} */ res) =>
          acceptWebSocket(req, res),
        )
      },
    )
    const { port } = await serveRouter(t, router)
    const extra = 'content-length' in fields ? 'x' : ''
    const bytes = await rawRequest(
      port,
      headOf('/problems/radio', fields) + extra,
    )
    assert.equal(parseResponses(bytes)[0].status, status)
    assert.match(String(bytes), pattern)
  })
}

test('pages of our own, of a welcome origin, and programs may connect', async (t) => {
  const options = { origins: ['https://ferry.example'] }
  const { port } = await serveRouter(t, radio(echo, options))
  for (const fields of [
    {},
    { origin: 'http://x' },
    { origin: 'https://ferry.example', 'sec-fetch-site': 'cross-site' },
  ]) {
    const { head } = await RawSocket.connect(t, port, fields)
    assert.match(head, / 101 /)
  }
})

test('a handler may choose a subprotocol', async (t) => {
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      res.setHeader('sec-websocket-protocol', 'radio')
      echo(acceptWebSocket(req, res))
    },
  )
  const { port } = await serveRouter(t, router)
  const socket = dial(port, ['b', 'radio', 'a'])
  await heard(socket, 'open')
  assert.equal(socket.protocol, 'radio')
  socket.close()
})

test('middleware, parameters and fields are those of any request', async (t) => {
  const router = new Router()
  router.use((/** @type {any} */ req, /** @type {any} */ res) => {
    req.pier = 'lighthouse'
    res.setHeader('set-cookie', ['a=1', 'b=2'])
  })
  router.get(
    '/:name',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      await nextTurn()
      acceptWebSocket(req, res).send(`${req.pier} ${req.params.name}`)
    },
  )
  const { port } = await serveRouter(t, router)
  const raw = await RawSocket.connect(t, port)
  assert.match(raw.head, /set-cookie: a=1\r\nset-cookie: b=2\r\n/i)
  assert.equal(String((await raw.read()).data), 'lighthouse radio')
})

test('messages wait until somebody listens', async (t) => {
  const { promise: come, resolve } = Promise.withResolvers()
  const { port } = await serveRouter(t, radio(resolve))
  const raw = await RawSocket.connect(t, port)
  const socket = /** @type {any} */ (await within(come, 'the socket'))
  await raw.write(frame(FINAL | TEXT, 'one'), frame(FINAL | TEXT, 'two'))
  for (let i = 0; i < 10; i++) await nextTurn()
  echo(socket)
  assert.equal(String((await raw.read()).data), 'one')
  assert.equal(String((await raw.read()).data), 'two')
})

test('the next message waits for the promise of a listener', async (t) => {
  let atOnce = 0
  const use = (/** @type {any} */ socket) => {
    socket.onmessage = async (/** @type {any} */ { data, target }) => {
      atOnce++
      await nextTurn()
      if (data === 'over') target.close()
      else target.send(`${data} ${atOnce--}`)
    }
  }
  const { port } = await serveRouter(t, radio(use))
  const raw = await RawSocket.connect(t, port)
  const words = ['a', 'b', 'c', 'over', 'd']
  await raw.write(Buffer.concat(words.map((word) => frame(FINAL | TEXT, word))))
  for (const word of ['a 1', 'b 1', 'c 1']) {
    assert.equal(String((await raw.read()).data), word)
  }
  assert.deepEqual(await raw.readClose(), [1005, ''])
})

test('its end is told to a listener', async (t) => {
  const { promise: gone, resolve } = Promise.withResolvers()
  const use = (/** @type {any} */ socket) => {
    echo(socket)
    socket.onclose = resolve
  }
  const { port } = await serveRouter(t, radio(use))
  const socket = dial(port)
  await heard(socket, 'open')
  socket.close(3001, 'done')
  const event = await within(gone, 'its close event')
  const { code, reason, wasClean, target } = event
  assert.deepEqual([code, reason, wasClean], [3001, 'done', true])
  assert.equal(target.readyState, 3)
})

for (const [what, listener] of /** @type {[string, any][]} */ ([
  [
    'throws',
    () => {
      throw new Error('ours')
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('ours')
    },
  ],
])) {
  test(`a listener that ${what} ends its own connection, with 1011`, async (t) => {
    const { promise: told, resolve } = Promise.withResolvers()
    const use = (/** @type {any} */ socket) => {
      socket.onmessage = listener
      socket.onerror = resolve
    }
    const { port } = await serveRouter(t, radio(use))
    const other = await RawSocket.connect(t, port)
    const raw = await RawSocket.connect(t, port)
    await raw.write(frame(FINAL | TEXT, 'x'))
    assert.deepEqual(await raw.readClose(), [1011, ''])
    assert.equal((await within(told, 'its error event')).error.message, 'ours')
    await raw.ended()
    assert.equal(other.socket.destroyed, false)
  })
}

test('an error of its error listener is printed', async (t) => {
  const printed = t.mock.method(console, 'error', () => {}).mock
  const { promise: gone, resolve } = Promise.withResolvers()
  const use = (/** @type {any} */ socket) => {
    const fail = () => {
      throw new Error('ours')
    }
    Object.assign(socket, { onmessage: fail, onerror: fail, onclose: resolve })
  }
  const { port } = await serveRouter(t, radio(use))
  const raw = await RawSocket.connect(t, port)
  await raw.write(frame(FINAL | TEXT, 'x'))
  await raw.ended()
  await within(gone, 'its close event')
  assert.equal(printed.callCount(), 1)
})

test('with our own engine, a message may come with the head', async (t) => {
  const server = createServer(radio(echo), { engine: 'net' })
  const { port } = await listen(t, server)
  const client = net.connect(port, '127.0.0.1')
  t.after(() => client.destroy())
  const raw = new RawSocket(client)
  client.write(
    Buffer.concat([
      Buffer.from(headOf('/radio')),
      frame(FINAL | TEXT, 'in haste'),
    ]),
  )
  await raw.readHead()
  assert.equal(String((await raw.read()).data), 'in haste')
})

test('what cannot be sent is refused, and what comes too late is not sent', async (t) => {
  const { promise: come, resolve } = Promise.withResolvers()
  const { port } = await serveRouter(t, radio(resolve))
  const raw = await RawSocket.connect(t, port)
  const socket = /** @type {any} */ (await come)
  assert.throws(() => socket.send(12), { code: 'ERR_INVALID_ARG_TYPE' })
  assert.throws(() => socket.send({ a: 1 }), { code: 'ERR_INVALID_ARG_TYPE' })
  for (const code of [999, 1004, 1006, 1015, 2999, 5000, Number.NaN]) {
    assert.throws(() => socket.close(code), { code: 'ERR_VELOCY_BAD_OPTION' })
  }
  const long = 'x'.repeat(124)
  assert.throws(() => socket.close(1000, long), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
  socket.close(1000)
  assert.equal(socket.readyState, 2)
  assert.equal(socket.send('late'), false)
  assert.deepEqual(await raw.readClose(), [1000, ''])
  raw.socket.end()
  await raw.ended()
  assert.equal(socket.send('later'), false)
})

test('bytes may be any view', async (t) => {
  const use = (/** @type {any} */ socket) => {
    socket.send(new Uint8Array([1, 2, 3]))
    socket.send(new Uint8Array([0, 1, 2, 3]).subarray(1))
  }
  const { port } = await serveRouter(t, radio(use))
  const raw = await RawSocket.connect(t, port)
  for (let i = 0; i < 2; i++) {
    const { first, data } = await raw.read()
    assert.deepEqual([first, ...data], [FINAL | BINARY, 1, 2, 3])
  }
})

test('a client that has left is not accepted', async (t) => {
  const { promise: refused, resolve } = Promise.withResolvers()
  const router = new Router().get(
    '/radio',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      raw.resetAndDestroy()
      while (req.socket && !req.socket.destroyed) await nextTurn()
      try {
        resolve(acceptWebSocket(req, res))
      } catch (error) {
        resolve(error)
      }
    },
  )
  const { port } = await serveRouter(t, router)
  const raw = net.connect(port, '127.0.0.1').on('error', () => {})
  raw.write(headOf('/radio'))
  const error = /** @type {any} */ (await within(refused, 'a refusal'))
  assert.equal(error.code, 'ERR_VELOCY_NO_WEBSOCKET')
})

test('nor is one that time has run out for', async (t) => {
  const { promise: refused, resolve } = Promise.withResolvers()
  const { promise: late, resolve: goOn } = Promise.withResolvers()
  const router = new Router().use(timeLimit(10))
  router.get(
    '/radio',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      await late
      try {
        resolve(acceptWebSocket(req, res))
      } catch (error) {
        resolve(error)
      }
    },
  )
  const { port } = await serveRouter(t, router)
  const bytes = await rawRequest(port, headOf('/radio'))
  assert.equal(parseResponses(bytes)[0].status, 503)
  goOn(undefined)
  const error = /** @type {any} */ (await within(refused, 'a refusal'))
  assert.equal(error.code, 'ERR_VELOCY_NO_WEBSOCKET')
})

test('nor, with node:http, one whose turn has not come', async (t) => {
  const { promise, resolve } = Promise.withResolvers()
  const onError = (/** @type {any} */ error) => resolve(error.code)
  const router = new Router({ onError }).get('/first', () => promise)
  router.get('/radio', (/** @type {any} */ req, /** @type {any} */ res) => {
    acceptWebSocket(req, res)
  })
  const { port } = await listen(t, createServer(router, { engine: 'http' }))
  const first = 'GET /first HTTP/1.1\r\nhost: x\r\n\r\n'
  const fields = { connection: 'upgrade, close' }
  const bytes = await rawRequest(port, first + headOf('/radio', fields))
  const [{ body }, { status }] = parseResponses(bytes)
  assert.equal(`${body}`, 'ERR_VELOCY_NO_WEBSOCKET')
  assert.equal(status, 503)
})

test('nor one whose client says no more', async (t) => {
  const { promise, resolve } = Promise.withResolvers()
  const onError = (/** @type {any} */ error) => resolve(error.code)
  const router = new Router({ onError }).get(
    '/radio',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      await once(req.socket, 'end')
      acceptWebSocket(req, res)
      resolve('accepted')
    },
  )
  const { port } = await serveRouter(t, router)
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => client.destroy())
  client.end(headOf('/radio'))
  const code = await within(promise, 'a refusal')
  assert.equal(code, 'ERR_VELOCY_NO_WEBSOCKET')
})

test('nor one twice, and it can be heard all the same', async (t) => {
  const errors = /** @type {any[]} */ ([])
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      echo(acceptWebSocket(req, res))
      try {
        acceptWebSocket(req, res)
      } catch (/** @type {any} */ error) {
        errors.push(error.code)
      }
    },
  )
  const { port } = await serveRouter(t, router)
  const raw = await RawSocket.connect(t, port)
  await raw.write(frame(FINAL | TEXT, 'x'))
  assert.equal(String((await raw.read()).data), 'x')
  assert.deepEqual(errors, ['ERR_VELOCY_NO_WEBSOCKET'])
})

test('a handler that fails behind it takes the socket along', async (t) => {
  t.mock.method(console, 'error', () => {})
  const router = new Router().get(
    '/radio',
    async (/** @type {any} */ req, /** @type {any} */ res) => {
      acceptWebSocket(req, res)
      await nextTurn()
      throw new Error('ours')
    },
  )
  const { port } = await serveRouter(t, router)
  const raw = await RawSocket.connect(t, port)
  await raw.ended()
})

test('res.upgrade leaves all that comes to its listener', async (t) => {
  const { promise: come, resolve } = Promise.withResolvers()
  const router = new Router().get('/a', () => 'a secret')
  router.get('/radio', (/** @type {any} */ _req, /** @type {any} */ res) =>
    resolve(res.upgrade({ connection: 'Upgrade', upgrade: 'goat' })),
  )
  const { port } = await serveRouter(t, router)
  const raw = await RawSocket.connect(t, port)
  const socket = /** @type {any} */ (await come)
  await raw.write(headOf('/a'))
  for (let i = 0; i < 10; i++) await nextTurn()
  socket.on('data', (/** @type {any} */ bytes) => socket.end(bytes))
  await raw.readHead()
  assert.match(raw.head, /^GET \/a /)
})

test('where it fails, the connection is as idle as any', async (t) => {
  t.mock.method(console, 'error', () => {})
  const router = new Router().get(
    '/radio',
    (/** @type {any} */ _req, /** @type {any} */ res) =>
      void res.upgrade({ connection: 'Upgrade', upgrade: 'a\nb' }),
  )
  const server = createServer(router, { keepAliveTimeout: 200 })
  const { port } = await listen(t, server)
  const raw = await RawSocket.connect(t, port)
  assert.match(raw.head, / 500 /)
  await raw.ended()
})

test('what an `upgrade` listener takes is its own', async (t) => {
  const server = createServer(radio(echo))
  server.on('upgrade', (/** @type {any} */ _req, /** @type {any} */ socket) => {
    socket.end('HTTP/1.1 101 Mine\r\n\r\n')
  })
  const { port } = await listen(t, server)
  const bytes = await rawRequest(port, headOf('/radio'), {
    responses: Infinity,
  })
  assert.match(String(bytes), / 101 Mine/)
})

test('an upgrade to something else is a request like others', async (t) => {
  const router = radio(echo).get('/a', () => 'ok')
  const { port } = await serveRouter(t, router)
  const fields = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
  const bytes = await rawRequest(port, headOf('/a', fields))
  assert.equal(parseResponses(bytes)[0].text, 'ok')
})

test('the log has its line when it begins', async (t) => {
  const lines = /** @type {any[]} */ ([])
  const { promise: written, resolve } = Promise.withResolvers()
  const destination = {
    write: (/** @type {string} */ text) => {
      lines.push(JSON.parse(text))
      resolve(undefined)
    },
  }
  const server = createServer(radio(echo))
  const log = createLogger({ destination })
  logRequests(server, log)
  const { port } = await listen(t, server)
  const raw = await RawSocket.connect(t, port)
  await nextTurn()
  log.flush()
  await within(written, 'a line')
  assert.deepEqual([lines[0].status, lines[0].target], [101, '/radio'])
  assert.equal(lines[0].bytes, raw.head.length)
})

test('over TLS', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'velocy-'))
  t.after(() => fs.rmSync(folder, { recursive: true }))
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) =>
    path.join(folder, name),
  )
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=localhost',
    ],
    { stdio: 'ignore' },
  )
  const server = createServer(radio(echo), {
    tls: { key: fs.readFileSync(key), cert: fs.readFileSync(cert) },
  })
  const { port } = await listen(t, server)
  const client = tls.connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
  })
  t.after(() => client.destroy())
  const raw = new RawSocket(client)
  client.write(headOf('/radio'))
  await raw.readHead()
  await raw.write(frame(FINAL | TEXT, 'safe'))
  assert.equal(String((await raw.read()).data), 'safe')
})

test('inject gets refusals', async () => {
  const answer = await inject(radio(echo), '/radio')
  assert.deepEqual(
    [answer.status, answer.headers.get('upgrade')],
    [426, 'websocket'],
  )
})

test('inject speaks no WebSocket', async () => {
  const { host: _, ...headers } = ASKED
  const answer = inject(radio(echo), { path: '/radio', headers })
  await assert.rejects(answer, { code: 'ERR_VELOCY_NO_ANSWER' })
})
