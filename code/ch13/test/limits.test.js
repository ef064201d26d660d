import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { connect, get, post, serveNet } from './serve-net.js'
import { parseResponses, rawRequest, within } from './support.js'

test('a head over the limit is a 431, which a client that goes on can read', async () => {
  const { port } = await serveNet(() => {}, { maxHeaderSize: 1024 })
  const sent = get('/a', `X: ${'x'.repeat(2_000_000)}\r\n`)
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  const [answer] = parseResponses(bytes)
  assert.equal(answer.status, 431)
  assert.equal(answer.headers.connection, 'close')
})

test('answers that were due before it come first', async () => {
  const { port } = await serveNet(() => {})
  const sent = `${get('/a')}GET /a HTTP/3.0\r\n\r\n${get('/a')}`
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.deepEqual(
    parseResponses(bytes).map(({ status }) => status),
    [200, 505],
  )
})

test('a refusal of HEAD has no content (RFC 9110 §9.3.2)', async () => {
  const { port } = await serveNet((router) =>
    router.get('/body', async (req, res) => res.text(await req.text())),
  )
  const chunked = 'Host: x\r\nTransfer-Encoding: chunked\r\n'
  for (const [sent, status] of [
    ['HEAD /a HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['HEAD /a HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['HEAD /a HTTP/3.0\r\n\r\n', 505],
    [`HEAD /body HTTP/1.1\r\n${chunked}\r\nno size\r\n`, 400],
    [`${get('/a')}HEAD /a b HTTP/1.1\r\n\r\n`, 400],
  ]) {
    const answers = await text(connect(port, `${sent}`))
    const last = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
    assert.match(last, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(last, /\r\nContent-Length: [1-9]/)
    assert.equal(last.split('\r\n\r\n')[1], '')
  }
})

test('a refusal behind HEAD has some', async () => {
  const { port } = await serveNet(() => {})
  const head = 'HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n'
  const answers = await text(connect(port, `${head}NO REQUEST\r\n\r\n`))
  assert.match(answers, /\r\n\r\nBad request target\n$/)
})

test("whoever listens to 'clientError' answers by itself", async () => {
  /** @type {any[]} */
  const errors = []
  const { port, server } = await serveNet(() => {})
  server.on('clientError', (error, socket) => {
    errors.push(error)
    socket.end('HTTP/1.1 418 Mine\r\nContent-Length: 0\r\n\r\n')
  })
  const sent = `${get('/a')}GET /a HTTP/1.1\r\nHost : x\r\n\r\n`
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.deepEqual(
    parseResponses(bytes).map(({ status }) => status),
    [200, 418],
  )
  assert.equal(errors[0] instanceof Error, true)
  assert.equal(errors[0].code, 'HPE_INVALID_HEADER_TOKEN')
})

test("what a listener of 'clientError' keeps open is not read for ever", async () => {
  let errors = 0
  const { port, server } = await serveNet(() => {})
  server.on('clientError', () => errors++)
  const socket = connect(port, 'NO REQUEST\r\n\r\n')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(Buffer.alloc(20 * 1024 * 1024))
  await within(closed, 'a client that goes on and on to be cut off')
  assert.equal(errors > 0, true)
  assert.equal(socket.bytesRead, 0)
})

test("a connection that breaks is a 'clientError', too, and harms nobody", async () => {
  const { port, server } = await serveNet((router) =>
    router.get('/never', () => {}),
  )
  const failed = once(server, 'clientError')
  const asked = once(server, 'request')
  const socket = connect(port, get('/never'))
  await within(asked, 'the request')
  socket.resetAndDestroy()
  const [error] = await within(failed, 'the error')
  assert.equal(error.code, 'ECONNRESET')
  const bytes = await rawRequest(port, get('/a'))
  assert.equal(parseResponses(bytes)[0].text, 'ok')
})

test('a body that is no body ends what its handler waits for', async () => {
  const { promise: failed, resolve: fail } = Promise.withResolvers()
  const { port } = await serveNet((router) =>
    router.post('/body', (req) => req.bytes().catch(fail)),
  )
  const head = 'Transfer-Encoding: chunked\r\n'
  const sent = `${get('/body', head).replace('GET', 'POST')}0x1\r\nx\r\n`
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.equal(parseResponses(bytes)[0].status, 400)
  const error = /** @type {any} */ (await within(failed, 'the error'))
  assert.equal(error.code, 'ERR_VELOCY_BODY_ABORTED')
})

test('one that goes wrong behind the answer gets no second one', async () => {
  const { port } = await serveNet((router) =>
    router.post('/body', (_req, res) => res.text('early')),
  )
  const head = 'Transfer-Encoding: chunked\r\n'
  const sent = [
    get('/body', head).replace('GET', 'POST'),
    `0x1\r\nx\r\n${get('/a')}`,
  ]
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.deepEqual(
    parseResponses(bytes).map(({ text }) => text),
    ['early'],
  )
})

test('half an answer gets no other one behind it', async () => {
  const { port } = await serveNet((router) =>
    router.post('/body', (_req, res) => {
      res.writeHead(200, { 'content-length': 10 })
      res.write('half')
    }),
  )
  const head = 'Transfer-Encoding: chunked\r\n'
  const sent = `${get('/body', head).replace('GET', 'POST')}0x1\r\n`
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.match(String(bytes), /half$/)
})

test('a body that does not end is not thrown away for ever', async () => {
  const { port, server } = await serveNet((router) =>
    router.post('/body', (_req, res) => res.text('early')),
  )
  const connected = once(server, 'connection')
  const size = 64 * 1024 * 1024
  const head = get('/body', `Content-Length: ${size}\r\n`)
  const socket = connect(port, head.replace('GET', 'POST'))
  const [served] = await within(connected, 'the connection')
  const closed = new Promise((resolve) => served.once('close', resolve))
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  const more = () => {
    while (!socket.destroyed && sent < size && socket.write(chunk)) {
      sent += chunk.length
    }
  }
  socket.resume().on('drain', more)
  more()
  await within(closed, 'the end of the connection')
  assert.ok(served.bytesRead < size / 2, `${served.bytesRead} bytes were read`)
})

test('what comes behind the last answer is thrown away, for a while', async () => {
  const { port, server } = await serveNet(() => {})
  const connected = once(server, 'connection')
  const socket = connect(port, get('/a', 'Connection: close\r\n'))
  const [served] = await within(connected, 'the connection')
  socket.allowHalfOpen = true
  const closed = new Promise((resolve) => served.once('close', resolve))
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  const more = () => {
    while (!socket.destroyed && sent++ < 64 && socket.write(chunk));
  }
  socket.resume().on('drain', more)
  more()
  await within(closed, 'the end of the connection')
  socket.destroy()
})

test('an answer that the client no longer reads harms nobody', async () => {
  const { promise: done, resolve } = Promise.withResolvers()
  const { port } = await serveNet((router) =>
    router.get('/late', async (req, res) => {
      socket.resetAndDestroy()
      await new Promise((closed) => req.socket.once('close', closed))
      res.setHeader('x-late', 'yes')
      res.write('too')
      res.end('late')
      setImmediate(resolve)
    }),
  )
  const socket = connect(port, get('/late'))
  await within(done, 'the end of the answer')
})

test('a listener that throws costs its own connection, and no other', async () => {
  const { port, server } = await serveNet(() => {})
  const { promise: thrown, resolve } = Promise.withResolvers()
  server.prependOnceListener('request', () => {
    throw new Error('a bug')
  })
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.once('uncaughtException', resolve)
  const [, error] = await Promise.all([
    rawRequest(port, get('/a'), { responses: Infinity }).catch(() => {}),
    within(thrown, 'the error'),
  ])
  for (const listener of listeners) process.on('uncaughtException', listener)
  assert.equal(/** @type {Error} */ (error).message, 'a bug')
  const bytes = await rawRequest(port, get('/a'))
  assert.equal(parseResponses(bytes)[0].text, 'ok')
})

test('a body may come in any pieces', async () => {
  const { port } = await serveNet((router) =>
    router.post('/echo', async (req, res) => res.text(await req.text())),
  )
  const sent = post('/echo', 'hello') + get('/a')
  for (let cut = 1; cut < sent.length; cut += 3) {
    const pieces = [sent.slice(0, cut), sent.slice(cut)]
    const bytes = await rawRequest(port, pieces, { responses: 2 })
    assert.deepEqual(
      parseResponses(bytes).map(({ text }) => text),
      ['hello', 'ok'],
    )
  }
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`a limit may be set later (engine ${engine})`, async () => {
    const { port, server } = await serveNet(() => {}, { engine })
    assert.equal(server.keepAliveTimeout, 5000)
    server.keepAliveTimeout = 7000
    const [{ headers }] = parseResponses(await rawRequest(port, get('/a')))
    assert.equal(headers['keep-alive'], 'timeout=7')
  })
}
