import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cleanEnv, run } from '../../tools/lib/run.js'
import * as toolchain from '../../tools/lib/toolchain.js'
import { presetsOf } from '../request-lab/presets.js'
import { inject } from './inject.js'

const self = fileURLToPath(import.meta.url)

/** @param {Uint8Array} bytes */
const textOf = (bytes) => Buffer.from(bytes).toString()

/** @param {http.RequestListener} listener */
const serverOf = (listener) => http.createServer(listener)

const hello = serverOf((_req, res) => res.end('hello'))

/** @param {string} path of a handler that never answers, or not wholly */
const stubborn = serverOf((req, res) => {
  if (req.url === '/destroy') req.socket.destroy()
  if (req.url === '/half') {
    res.write('half')
    setImmediate(() => res.destroy())
  }
})

test('an answer is given as it was sent', async () => {
  const server = serverOf((_req, res) => {
    res.writeHead(201, 'Made', { 'X-A': ['1', '2'], 'Content-Length': 3 })
    res.end('é!')
  })
  const { status, reason, headers, body, raw, closed } = await inject(server, {
    target: '/things',
  })
  assert.equal(status, 201)
  assert.equal(reason, 'Made')
  assert.deepEqual(headers.slice(0, 2), [
    ['X-A', '1'],
    ['X-A', '2'],
  ])
  assert.equal(textOf(body), 'é!')
  assert.ok(textOf(raw).startsWith('HTTP/1.1 201 Made\r\nX-A: 1\r\n'))
  assert.ok(textOf(raw).endsWith('\r\n\r\né!'))
  assert.equal(closed, false)
})

test('the server gets the request as it was described', async () => {
  const server = serverOf(async (req, res) => {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    const { method, url, rawHeaders } = req
    res.end(JSON.stringify({ method, url, rawHeaders, body: `${chunks}` }))
  })
  const { body } = await inject(server, {
    method: 'PUT',
    target: '/a?b=%20',
    headers: { 'X-List': ['1', '2'], 'X-Number': 3 },
    body: 'olá',
  })
  assert.deepEqual(JSON.parse(textOf(body)), {
    method: 'PUT',
    url: '/a?b=%20',
    rawHeaders: [
      ...['Host', 'localhost', 'X-List', '1', 'X-List', '2'],
      ...['X-Number', '3', 'Content-Length', '4'],
    ],
    body: 'olá',
  })
})

test('chunks are joined, and stay in the raw bytes', async () => {
  const server = serverOf((_req, res) => {
    res.write('one')
    setImmediate(() => {
      res.addTrailers({ 'X-Sum': '6' })
      res.end('two')
    })
  })
  const { body, raw, trailers } = await inject(server)
  assert.equal(textOf(body), 'onetwo')
  assert.match(
    textOf(raw),
    /\r\n3\r\none\r\n3\r\ntwo\r\n0\r\nX-Sum: 6\r\n\r\n$/,
  )
  assert.deepEqual(trailers, [['X-Sum', '6']])
})

for (const [
  what,
  listener,
  request,
] of /** @type {[string, http.RequestListener, any][]} */ ([
  ['HEAD', (_, res) => res.end('hello'), { method: 'HEAD' }],
  ['204', (_, res) => res.writeHead(204).end(), {}],
  ['304', (_, res) => res.writeHead(304, { 'content-length': 5 }).end(), {}],
])) {
  test(`the answer of ${what} has no body`, async () => {
    const { body, raw, responses } = await inject(serverOf(listener), request)
    assert.equal(body.length, 0)
    assert.ok(textOf(raw).endsWith('\r\n\r\n'))
    assert.equal(responses.length, 1)
  })
}

test('a body without a length ends with the connection', async () => {
  const server = serverOf((_req, res) => {
    res.write('until ')
    setImmediate(() => res.end('the end'))
  })
  const raw = 'GET / HTTP/1.0\r\n\r\n'
  const { body, closed } = await inject(server, { raw })
  assert.equal(textOf(body), 'until the end')
  assert.equal(closed, true)
})

test('interim responses are not the answer', async () => {
  const { status, informational } = await inject(
    serverOf((_req, res) => {
      res.writeProcessing()
      res.end()
    }),
    { headers: { Expect: '100-continue' } },
  )
  assert.equal(status, 200)
  assert.deepEqual(
    informational.map((one) => one.status),
    [100, 102],
  )
})

test('pipelined requests get their answers in order', async () => {
  const server = serverOf((req, res) => {
    const delay = req.url === '/slow' ? 10 : 0
    setTimeout(() => res.end(req.url), delay)
  })
  const raw = ['/slow', '/b', '/c']
    .map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    .join('')
  const { body, responses } = await inject(server, { raw })
  assert.equal(textOf(body), '/slow')
  assert.deepEqual(
    responses.map((one) => textOf(one.body)),
    ['/slow', '/b', '/c'],
  )
})

test('the answer to an upgrade is the whole answer', async () => {
  const server = serverOf(() => {}).on('upgrade', (_req, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n')
  })
  const headers = { Connection: 'upgrade', Upgrade: 'echo' }
  // It would be waited for until the test's own limit.
  const { status } = await inject(server, { headers }, { timeout: 2 ** 30 })
  assert.equal(status, 101)
})

test('a server that closes has said so', async () => {
  const request = { headers: { connection: 'close' } }
  assert.equal((await inject(hello, request)).closed, true)
})

test('what is not HTTP is refused by the server', async () => {
  const { status, closed } = await inject(hello, { raw: 'nonsense\r\n\r\n' })
  assert.equal(status, 400)
  assert.equal(closed, true)
})

const AFTER = 'GET /after HTTP/1.1\r\nHost: a\r\n\r\n'

for (const length of ['-1', '-30', '+5', '0x10', '1e3', '', '5 5', '1,1']) {
  test(`a length that is not one goes to the server: ${JSON.stringify(length)}`, async () => {
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
    const { status, responses } = await inject(hello, { raw: head + AFTER })
    assert.equal(status, 400)
    assert.equal(responses.length, 1)
  })
}

for (const size of ['-7', '+5', '0x10', '', ' 1', '5 5', 'g']) {
  test(`a size that is not one goes to the server: ${JSON.stringify(size)}`, async () => {
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const raw = `${head}${size}\r\n\r\n${AFTER}`
    const { responses } = await inject(hello, { raw })
    // The handler may have answered before the body was read.
    assert.ok([200, 400].includes(responses[0].status))
    for (const { status } of responses.slice(1)) assert.equal(status, 400)
  })
}

test('the sizes of chunks may have extensions', async () => {
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const raw = `${head}A;name=value\r\n0123456789\r\n0\r\n\r\n${AFTER}`
  const { responses } = await inject(hello, { raw })
  assert.deepEqual(
    responses.map((one) => one.status),
    [200, 200],
  )
})

for (const length of ['-30', '0x2', '']) {
  test(`an answer with such a length is not HTTP: ${JSON.stringify(length)}`, async () => {
    const server = http.createServer()
    server.on('connection', (socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nok`),
    )
    await assert.rejects(inject(server), { code: 'ERR_INJECT_BAD_RESPONSE' })
  })
}

test('after half a request the client has gone', async () => {
  const { status, clientEnded } = await inject(hello, {
    raw: 'GET / HTTP/1.1\r\nHost',
  })
  assert.deepEqual([status, clientEnded], [400, true])
  await assert.rejects(inject(hello, { raw: '' }), {
    code: 'ERR_INJECT_CLOSED',
    clientEnded: true,
  })
})

for (const raw of ['nonsense\r\n\r\n', 'nonsense', 'GET / HTTP/1.1\r\n: ']) {
  test(`what breaks a rule is refused without waiting: ${JSON.stringify(raw)}`, async () => {
    const { status, clientEnded } = await inject(hello, { raw })
    assert.deepEqual([status, clientEnded], [400, false])
  })
}

test('an answer in many writes is read once', async (t) => {
  const count = 2000
  const server = serverOf((_req, res) => {
    for (let i = 0; i < count; i++) res.write('x')
    res.end()
  })
  let copied = 0
  const { set } = Uint8Array.prototype
  t.mock.method(
    Uint8Array.prototype,
    'set',
    /** @this {Uint8Array} @param {Uint8Array} bytes @param {number} offset */
    function count(bytes, offset) {
      copied += bytes.length
      return set.call(this, bytes, offset)
    },
  )
  const { body, raw } = await inject(server)
  assert.equal(body.length, count)
  assert.ok(copied < 5 * raw.length, `${copied} bytes copied`)
})

test('the server sees the response close', async () => {
  /** @type {Promise<boolean> | undefined} */
  let finished
  const server = serverOf((_req, res) => {
    finished = once(res, 'close').then(() => res.writableFinished)
    res.end('hello')
  })
  await inject(server)
  assert.equal(await finished, true)
})

test('a server that listens can be asked as well', async () => {
  const server = serverOf((_req, res) => res.end('both'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    assert.equal(textOf((await inject(server)).body), 'both')
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test('a server that does not answer is waited for so long, and no longer', async () => {
  await assert.rejects(inject(stubborn, {}, { timeout: 20 }), {
    code: 'ERR_INJECT_TIMEOUT',
    message: /^Waited 20 ms .+ got 0 byte/,
  })
})

for (const target of ['/destroy', '/half']) {
  test(`a connection that is closed too early is an error: ${target}`, async () => {
    await assert.rejects(inject(stubborn, { target }), {
      code: 'ERR_INJECT_CLOSED',
      message: /got \d+ byte\(s\), expected a whole answer/,
    })
  })
}

test('an answer that is not HTTP is an error, with its bytes', async () => {
  const server = http.createServer()
  server.on('connection', (socket) => socket.end('nonsense\r\n\r\n'))
  await assert.rejects(inject(server), (error) => {
    const { code, raw } = /** @type {any} */ (error)
    assert.equal(code, 'ERR_INJECT_BAD_RESPONSE')
    assert.equal(textOf(raw), 'nonsense\r\n\r\n')
    return true
  })
})

test('a signal ends the waiting', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const asked = inject(stubborn, {}, { signal })
  controller.abort(new Error('enough'))
  await assert.rejects(asked, { message: 'enough' })
  await assert.rejects(inject(stubborn, {}, { signal }), { message: 'enough' })
})

for (const [what, args, message] of /** @type {[string, any[], RegExp][]} */ ([
  ['no server', [{}], /got object, expected an http\.Server/],
  ['a net.Server', [net.createServer()], /no listener for connections/],
  ['a string', [hello, '/hello'], /got "\/hello" as request, expected an obj/],
  [
    'a method',
    [hello, { method: 5 }],
    /got 5 as request\.method, expected a s/,
  ],
  ['a target', [hello, { target: null }], /got null as request\.target/],
  ['headers', [hello, { headers: 'a' }], /got "a" as request\.headers/],
  [
    'a field without a value',
    [hello, { headers: { a: undefined } }],
    /got undefined as the field a, expected a string or a number/,
  ],
  ['a header', [hello, { headers: [['a']] }], /expected pairs \[name, value\]/],
  ['a body', [hello, { body: 5 }], /got 5 as request\.body, expected a string/],
  ['raw', [hello, { raw: undefined }], /got undefined as request\.raw/],
  ['a line end', [hello, { headers: { a: 'b\r\nc: d' } }], /no line end in it/],
  [
    'a timeout',
    [hello, {}, { timeout: 0 }],
    /got 0 as timeout, expected a num/,
  ],
  [
    'a signal',
    [hello, {}, { signal: {} }],
    /got object as signal, expected an/,
  ],
  ['options', [hello, {}, null], /got null as options, expected an object/],
])) {
  test(`says what is wrong with ${what}`, async () => {
    await assert.rejects(
      /** @type {any} */ (inject)(...args),
      (/** @type {any} */ error) => {
        assert.ok(error instanceof TypeError)
        assert.match(
          String(/** @type {any} */ (error).code),
          /^ERR_INJECT_BAD_/,
        )
        assert.match(error.message, message)
        return true
      },
    )
  })
}

/** @param {Buffer} bytes */
const steady = (bytes) =>
  bytes
    .toString('latin1')
    .replace(/Date: [^\r]*/g, 'Date: now')
    .replace(/"loopDelay":\{[^}]*\}/, '"loopDelay":…')

/**
 * The same bytes over a socket, until there are as many back.
 *
 * @param {number} port
 * @param {string} raw
 * @param {number} length
 */
async function overSocket(port, raw, length) {
  const socket = net.connect({ port, host: '127.0.0.1' })
  let received = Buffer.alloc(0)
  socket.write(raw)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    if (received.length >= length) break
  }
  return received
}

for (const chapter of ['ch06', 'ch07', 'ch08', 'ch09']) {
  describe(`${chapter}: the same bytes as over a socket`, () => {
    /** @type {http.Server} */
    let server
    /** @type {{ stop: () => void }} */
    let delay
    before(async () => {
      const load = (/** @type {string} */ file) =>
        import(new URL(`../../code/${chapter}/${file}`, import.meta.url).href)
      const { createServer } = await load('lib/index.js')
      const { LoopDelay } = await load('demo/loop-delay.js')
      const { routes } = await load('server.js')
      const probe = new LoopDelay()
      delay = probe
      server = createServer(routes(probe))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(async () => {
      delay.stop()
      await new Promise((resolve) => server.close(resolve))
    })

    for (const { name, text } of presetsOf('all')) {
      test(name, async () => {
        const raw = text.replaceAll('\n', '\r\n')
        const injected = await inject(server, { raw })
        const address = /** @type {net.AddressInfo} */ (server.address())
        const { length } = injected.raw
        const received = await overSocket(address.port, raw, length)
        assert.equal(steady(Buffer.from(injected.raw)), steady(received))
      })
    }
  })
}

const { path: node, reason } = toolchain.node(26)
const isPinned = process.version.startsWith('v26.')

test('the same is true of the pinned Node', {
  skip: isPinned || !node ? reason || 'this is the pinned Node' : false,
}, async () => {
  const { status, output } = await run(String(node), ['--test', self], {
    env: cleanEnv(),
    timeout: 60,
  })
  assert.equal(status, 0, output)
})
