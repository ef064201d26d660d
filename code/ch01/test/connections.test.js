import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, test } from 'node:test'
import {
  parseResponses,
  rawRequest,
  request,
  startApp,
  within,
} from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

/**
 * @param {string} path
 * @param {string[]} fields more header lines
 */
function get(path, ...fields) {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', ...fields, '', '']
  return lines.join('\r\n')
}

/**
 * The status codes of all responses that come before the server closes; a
 * refusal may have no content-length, because the close ends it.
 *
 * @param {string | Buffer} bytes
 */
async function statuses(bytes) {
  const received = await rawRequest(app.port, bytes, { responses: Infinity })
  const lines = received.toString('latin1').matchAll(/^HTTP\/1\.1 (\d+) /gm)
  return [...lines].map(([, status]) => Number(status))
}

/**
 * The bodies of all responses that come before the server closes.
 *
 * @param {string | Buffer | (string | Buffer)[]} chunks
 */
async function untilClose(chunks) {
  const bytes = await rawRequest(app.port, chunks, { responses: Infinity })
  return parseResponses(bytes)
}

test('a request that arrives byte by byte gets one answer', async () => {
  const chunks = [...get('/hello', 'Connection: close')]
  const responses = await untilClose(chunks)
  assert.deepEqual(
    responses.map(({ status, text }) => [status, text]),
    [[200, 'hello']],
  )
})

test('wherever a request is cut in two, it gets one answer', async () => {
  const whole = get('/hello', 'Connection: close')
  for (let cut = 1; cut < whole.length; cut++) {
    const responses = await untilClose([whole.slice(0, cut), whole.slice(cut)])
    assert.deepEqual(
      responses.map(({ status, text }) => [status, text]),
      [[200, 'hello']],
      `cut at byte ${cut}`,
    )
  }
})

test('several requests can follow each other on one connection', async () => {
  const bytes = await rawRequest(
    app.port,
    [get('/hey'), get('/hell'), get('/nowhere'), get('/about')],
    { responses: 4 },
  )
  assert.deepEqual(
    parseResponses(bytes).map(({ text }) => text),
    ['hey', 'hell', 'Not Found', 'about'],
  )
})

test('pipelined requests get all their answers, in order', async () => {
  const paths = ['/hey', '/hell', '/hello', '/about', '/bench/x?id=1']
  const packet = paths.map((path) => get(path)).join('')
  const bytes = await rawRequest(app.port, packet, { responses: 5 })
  assert.deepEqual(
    parseResponses(bytes).map(({ text }) => text),
    ['hey', 'hell', 'hello', 'about', '{"name":"x","id":"1"}'],
  )
})

test('a packet may end in the middle of the second request', async () => {
  const packets = [`${get('/hey')}GET /he`, 'll HTTP/1.1\r\nHost: x\r\n\r\n']
  const bytes = await rawRequest(app.port, packets, { responses: 2 })
  assert.deepEqual(
    parseResponses(bytes).map(({ text }) => text),
    ['hey', 'hell'],
  )
})

for (const path of ['/hello', '/bench/testing?id=10', '/nowhere']) {
  test(`"Connection: close" on ${path} closes after the answer`, async () => {
    const packet = get(path, 'Connection: close') + get('/hey')
    const responses = await untilClose(packet)
    assert.equal(responses.length, 1)
    assert.equal(responses[0].headers.connection, 'close')
  })
}

test('an HTTP/1.0 client gets its answer and a close', async () => {
  const responses = await untilClose('GET /hello HTTP/1.0\r\n\r\n')
  assert.equal(responses.length, 1)
  assert.equal(responses[0].text, 'hello')
})

test('an HTTP/1.0 client can ask to keep the connection', async () => {
  const old = 'GET /hello HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n'
  const bytes = await rawRequest(app.port, [old, old], { responses: 2 })
  const [first, second] = parseResponses(bytes)
  assert.equal(first.headers.connection?.toLowerCase(), 'keep-alive')
  assert.equal(second.text, 'hello')
})

const malformed = {
  'an impossible method': 'G@T /hello HTTP/1.1\r\nHost: x\r\n\r\n',
  'a space before the colon': 'GET /hello HTTP/1.1\r\nHost : x\r\n\r\n',
  'a name that is no token': 'GET /hello HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n',
  'a NUL in a value': 'GET /hello HTTP/1.1\r\nHost: x\r\na: b\0c\r\n\r\n',
  'no Host': 'GET /hello HTTP/1.1\r\n\r\n',
  'a TLS handshake': Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
}
for (const [what, bytes] of Object.entries(malformed)) {
  test(`a request with ${what} is a bad request, then closed`, async () => {
    assert.deepEqual(await statuses(bytes), [400])
    assert.equal((await request(app, '/hello')).text, 'hello')
  })
}

for (const [what, fields, content] of [
  ['without a Host', [], ''],
  ['with a body', ['Host: x', 'Content-Length: 3'], 'abc'],
]) {
  test(`the response to a HEAD ${what} has no body, whatever it says`, async () => {
    const lines = ['HEAD /hello HTTP/1.1', ...fields, 'Connection: close']
    const bytes = [...lines, '', content].join('\r\n')
    const received = await rawRequest(app.port, bytes, { responses: Infinity })
    const [head, body] = received.toString('latin1').split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 \d{3} /)
    assert.equal(body, '')
  })
}

test('a head that does not end is refused with 431', async () => {
  const endless = `GET /hello HTTP/1.1\r\nHost: x\r\na: ${'b'.repeat(65536)}`
  assert.deepEqual(await statuses(endless), [431])
})

test('a body that looks like a request is never answered', async () => {
  const smuggled = get('/hey')
  const carrier = get('/hello', `Content-Length: ${smuggled.length}`)
  const last = get('/about', 'Connection: close')
  const responses = await untilClose(carrier + smuggled + last)
  const texts = responses.map(({ text }) => text)
  assert.ok(responses.length > 0)
  assert.ok(!texts.includes('hey'), `got ${JSON.stringify(texts)}`)
})

test('a client that resets its connection harms no one else', async () => {
  const socket = net.connect({ port: app.port, host: app.host })
  await within(
    new Promise((resolve) => socket.once('connect', resolve)),
    'a connection',
  )
  socket.write(get('/hello'))
  socket.resetAndDestroy()
  assert.equal((await request(app, '/hello')).text, 'hello')
})

for (const [what, sent] of [
  ['that never spoke', ''],
  ['in the middle of a request', 'GET /hello HT'],
]) {
  test(`close() does not wait for a client ${what}`, async () => {
    const stopping = await startApp()
    const socket = net.connect({ port: stopping.port, host: stopping.host })
    /** @type {Promise<void> | undefined} */
    let closing
    try {
      await within(
        new Promise((resolve) => socket.once('connect', resolve)),
        'a connection',
      )
      if (sent) socket.write(sent)
      // An answer on a second connection proves that the first was accepted.
      assert.equal((await request(stopping, '/hello')).text, 'hello')
      closing = stopping.close()
      await closing
    } finally {
      socket.destroy()
      await (closing ?? stopping.close())
    }
  })
}
