import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect, get, post, serveNet } from './serve-net.js'
import { parseResponses, rawRequest, within } from './support.js'

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: echo\r\n'
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\n\r\n'
const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'

/** @param {import('node:stream').Readable} socket @param {number} length */
async function read(socket, length) {
  let text = ''
  while (text.length < length) {
    const [chunk] = await within(once(socket, 'data'), `${length} bytes`)
    text += chunk
  }
  return text
}

for (const [event, head] of [['upgrade', get('/chat', UPGRADE)]]) {
  test(`'${event}' gets the socket, and what has come behind the head`, async () => {
    const { port, server } = await serveNet(() => {})
    server.on(event, (req, socket, rest) => {
      assert.equal(req.headers.host, 'x')
      socket.write(`${SWITCHED}${rest}`)
      socket.pipe(socket)
    })
    const socket = connect(port, `${head}early`)
    const expected = `${SWITCHED}early`
    assert.equal(await read(socket, expected.length), expected)
    socket.write('late')
    assert.equal(await read(socket, 4), 'late')
    socket.destroy()
  })

  test(`whoever listens late to the socket of '${event}' misses nothing`, async () => {
    const { port, server } = await serveNet(() => {})
    server.on(event, async (_req, socket) => {
      socket.write(SWITCHED)
      while (socket.bytesRead < head.length + 5) await nextTurn()
      await nextTurn()
      socket.on('data', (/** @type {Buffer} */ chunk) => socket.write(chunk))
    })
    const socket = connect(port, head)
    await read(socket, SWITCHED.length)
    socket.write('hello')
    assert.equal(await read(socket, 5), 'hello')
    socket.destroy()
  })

  test(`the time limit of a socket of '${event}' is its own`, async () => {
    const { port, server } = await serveNet(() => {})
    server.on(event, (_req, socket) => {
      socket.write(SWITCHED)
      socket.setTimeout(50, () => socket.write('quiet'))
    })
    const socket = connect(port, head)
    const expected = `${SWITCHED}quiet`
    assert.equal(await read(socket, expected.length), expected)
    socket.destroy()
  })

  test(`'${event}' waits for the answers before it`, async () => {
    const { port, server } = await serveNet((router) =>
      router.get('/slow', async (_req, res) => {
        for (let i = 0; i < 5; i++) await nextTurn()
        res.text('slow')
      }),
    )
    server.on(event, (_req, socket) => socket.end(SWITCHED))
    const sent = get('/slow') + get('/a') + head
    const bytes = await rawRequest(port, sent, { responses: Infinity })
    assert.match(String(bytes), /slow.*ok.* 101 /s)
  })

  test(`a socket given to '${event}' that breaks ends no process`, async () => {
    const { port, server } = await serveNet(() => {})
    const given = once(server, event)
    const socket = connect(port, head)
    const [, served] = await within(given, 'the event')
    const closed = new Promise((resolve) => served.once('close', resolve))
    served.write(SWITCHED)
    await read(socket, SWITCHED.length)
    socket.resetAndDestroy()
    await within(closed, 'its end')
  })
}

test('an upgrade that nobody listens to is a request like others', async () => {
  const { port } = await serveNet(() => {})
  const sent = get('/a', UPGRADE) + get('/a')
  const bytes = await rawRequest(port, sent, { responses: 2 })
  assert.deepEqual(
    parseResponses(bytes).map(({ text }) => text),
    ['ok', 'ok'],
  )
})

/** @type {Record<string, string>} */
const others = {
  'with a body': post('/body', 'hello').replace(
    '\r\n\r\n',
    `\r\n${UPGRADE}\r\n`,
  ),
  'of HTTP/1.0': get('/a', UPGRADE).replace('1.1', '1.0'),
  'without the option in Connection': get('/a', 'Upgrade: echo\r\n'),
}
for (const [what, sent] of Object.entries(others)) {
  test(`an upgrade ${what} is not one, whoever listens`, async () => {
    const { port, server } = await serveNet((router) =>
      router.post('/body', async (req, res) => res.text(await req.text())),
    )
    server.on('upgrade', (_req, socket) => socket.end('upgraded'))
    const [answer] = parseResponses(await rawRequest(port, sent))
    assert.match(answer.text, /^(?:ok|hello)$/)
  })
}

test('an upgrade without Host is refused, whoever listens (RFC 9112 §3.2)', async () => {
  const { port, server } = await serveNet(() => {})
  server.on('upgrade', (_req, socket) => socket.end('upgraded'))
  const sent = `GET /a HTTP/1.1\r\n${UPGRADE}\r\n`
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.equal(parseResponses(bytes)[0].status, 400)
})

test('there are no tunnels, whoever listens', async () => {
  let isAsked = false
  const { port, server } = await serveNet(() => {})
  const ask = () => {
    isAsked = true
  }
  server.prependListener('request', ask).on('connect', ask)
  const bytes = await rawRequest(port, CONNECT, { responses: Infinity })
  assert.equal(parseResponses(bytes)[0].status, 501)
  assert.equal(isAsked, false)
})

test('who expects a 100 gets it before the switch (RFC 9110 §7.8)', async () => {
  const { port, server } = await serveNet(() => {})
  server.on('upgrade', (_req, socket) => socket.end(SWITCHED))
  const head = get('/x', `${UPGRADE}Expect: 100-continue\r\n`)
  const bytes = await rawRequest(port, head, { responses: Infinity })
  assert.match(String(bytes), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 101 /)
})
