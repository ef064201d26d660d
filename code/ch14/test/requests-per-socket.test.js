import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, test } from 'node:test'
import { library } from './library.js'
import { parseResponses, rawRequest, within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

/** @typedef {import('../lib/app/server.js').ServerOptions} ServerOptions */

/** @type {http.Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server that counts, and ends with the test file.
 *
 * @param {ServerOptions} options
 */
async function serveCount(options) {
  const router = new Router()
  const seen = { count: 0 }
  router.get('/', () => String(++seen.count))
  router.post('/', async (req) => {
    const body = await req.text()
    return `${++seen.count} ${body}`
  })
  const server = createServer(router, options).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  return { port, seen, server }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const HALF = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo'

/** @param {import('./support.js').Response[]} answers */
const plain = (answers) =>
  answers.map(({ status, text, headers }) => [
    status,
    text,
    headers.connection,
    // node:http's engine adds `max`.
    headers['keep-alive']?.replace(/, max=\d+/, ''),
  ])

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: the last answer of a connection says so`, async () => {
    const { port } = await serveCount({ engine, maxRequestsPerSocket: 3 })
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    for (let i = 0; i < 3; i++) {
      socket.write(GET)
      await within(once(socket, 'data'), `answer ${i}`)
    }
    socket.destroy()
    assert.deepEqual(plain(parseResponses(Buffer.from(text))), [
      [200, '1', 'keep-alive', 'timeout=5'],
      [200, '2', 'keep-alive', 'timeout=5'],
      [200, '3', 'close', undefined],
    ])
  })

  test(`${engine}: what is pipelined behind it is not handled`, async () => {
    const { port, seen } = await serveCount({ engine, maxRequestsPerSocket: 2 })
    const bytes = await rawRequest(port, GET.repeat(5), { responses: 2 })
    const answers = plain(parseResponses(bytes))
    assert.deepEqual(answers.slice(0, 2), [
      [200, '1', 'keep-alive', 'timeout=5'],
      [200, '2', 'close', undefined],
    ])
    // node:http tells each; RFC 9112 §9.6 lets the word before be enough.
    for (const [status, , connection] of answers.slice(2)) {
      assert.deepEqual([status, connection], [503, 'close'])
    }
    assert.equal(seen.count, 2)
  })

  test(`${engine}: a client that keeps to it gets all its answers`, async () => {
    const { port, server } = await serveCount({
      engine,
      maxRequestsPerSocket: 7,
    })
    let connections = 0
    server.on('connection', () => connections++)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const texts = []
    for (let i = 0; i < 50; i++) {
      const outgoing = http.get({ port, host: '127.0.0.1', agent })
      const [incoming] = await within(once(outgoing, 'response'), 'an answer')
      for await (const chunk of incoming) texts.push(Number(String(chunk)))
    }
    agent.destroy()
    assert.deepEqual(
      texts,
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    assert.equal(connections, Math.ceil(50 / 7))
  })

  test(`${engine}: the last request may have a body that takes its time`, async () => {
    const { port } = await serveCount({ engine, maxRequestsPerSocket: 2 })
    const sent = [GET + HALF, 'dy']
    const bytes = await rawRequest(port, sent, { responses: 2 })
    const [, last] = plain(parseResponses(bytes))
    assert.deepEqual(last, [200, '2 body', 'close', undefined])
  })

  test(`${engine}: without it, a connection stays`, async () => {
    for (const options of [{ engine }, { engine, maxRequestsPerSocket: 0 }]) {
      const { port } = await serveCount(options)
      const bytes = await rawRequest(port, GET.repeat(300), { responses: 300 })
      const answers = plain(parseResponses(bytes))
      assert.deepEqual(answers[299], [200, '300', 'keep-alive', 'timeout=5'])
    }
  })

  test(`${engine}: a program may set it on the server, as on node:http's`, async () => {
    const { port, server } = await serveCount({ engine })
    assert.equal(server.maxRequestsPerSocket, 0)
    server.maxRequestsPerSocket = 1
    const bytes = await rawRequest(port, GET)
    assert.deepEqual(plain(parseResponses(bytes)), [
      [200, '1', 'close', undefined],
    ])
  })
}

test('net: the connection ends behind the last answer, and is not reset', async () => {
  const { port } = await serveCount({ engine: 'net', maxRequestsPerSocket: 2 })
  // Much more than fits into the buffers of a connection.
  const socket = net.connect(port, '127.0.0.1')
  socket.write(GET.repeat(200_000))
  let text = ''
  const reading = (async () => {
    for await (const chunk of socket) text += chunk
  })()
  await within(reading, "the server's end")
  const answers = parseResponses(Buffer.from(text))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})

// node:http counts only what comes after.
test('net: one that is lowered meanwhile counts what has been', async () => {
  const { port, server } = await serveCount({ engine: 'net' })
  const socket = net.connect(port, '127.0.0.1')
  socket.write(GET.repeat(5))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  while (parseResponses(Buffer.from(text)).length < 5) {
    await within(once(socket, 'data'), 'five answers')
  }
  server.maxRequestsPerSocket = 2
  text = ''
  socket.write(GET)
  while (parseResponses(Buffer.from(text)).length < 1) {
    await within(once(socket, 'data'), 'the sixth answer')
  }
  socket.destroy()
  const [{ headers }] = parseResponses(Buffer.from(text))
  assert.equal(headers.connection, 'close')
})

test('a number that is none is a mistake', () => {
  for (const maxRequestsPerSocket of [-1, 1.5, '1', Infinity, 2 ** 31]) {
    assert.throws(
      () =>
        createServer(
          new Router(),
          /** @type {any} */ ({ maxRequestsPerSocket }),
        ),
      { code: 'ERR_VELOCY_BAD_OPTION', message: /maxRequestsPerSocket/ },
    )
  }
})
