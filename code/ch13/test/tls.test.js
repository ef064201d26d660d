import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import tls from 'node:tls'
import { connect as connectRaw, get, post, serveNet } from './serve-net.js'
import { parseResponses, within } from './support.js'

// A key that both have needs no certificate, which would have to be renewed.
const KEY = Buffer.from('a key that both sides have')
const CIPHERS = { ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2' }
const SERVER = /** @type {tls.TlsOptions} */ ({
  ...CIPHERS,
  pskCallback: () => KEY,
})

/** @param {number} port @param {string} [sent] */
function connect(port, sent = '') {
  const socket = tls.connect({
    .../** @type {{}} */ (CIPHERS),
    port,
    host: '127.0.0.1',
    pskCallback: () => ({ psk: KEY, identity: 'client' }),
    checkServerIdentity: () => undefined,
  })
  socket.on('error', () => {})
  socket.write(sent)
  return socket
}

/** @param {import('../lib/index.js').Router} router */
function addRoutes(router) {
  router.get('/large', (_req, res) => res.text('x'.repeat(3_000_000)))
  router.post('/echo', async (req, res) => res.text(await req.text()))
}

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`engine ${engine} speaks TLS`, async () => {
    const { port } = await serveNet(addRoutes, { engine, tls: SERVER })
    const sent =
      get('/a') +
      post('/echo', 'hello') +
      get('/large', 'Connection: close\r\n')
    const socket = connect(port, sent)
    const chunks = await within(socket.toArray(), 'the answers')
    assert.deepEqual(
      parseResponses(Buffer.concat(chunks)).map(({ text }) => text.length),
      [2, 5, 3_000_000],
    )
  })
}

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: a client in the midst of its handshake does not hold close() up`, async () => {
    const { port, server } = await serveNet(addRoutes, {
      engine,
      tls: SERVER,
      closeTimeout: 50,
    })
    const idle = connect(port, get('/a'))
    await within(once(idle, 'data'), 'an answer')
    const connected = once(server, 'connection')
    const silent = connectRaw(port)
    await within(connected, 'the other connection')
    await within(new Promise((resolve) => server.close(resolve)), 'close()')
    silent.destroy()
    idle.destroy()
  })

  test(`${engine}: a handshake has a limit of its own`, async () => {
    const { port } = await serveNet(addRoutes, {
      engine,
      tls: { ...SERVER, handshakeTimeout: 100 },
    })
    const silent = connectRaw(port).resume()
    await within(once(silent, 'close'), 'the end of the connection')
  })
}

test('whoever speaks plain HTTP to it is a client error, and let go', async () => {
  const { port, server } = await serveNet(addRoutes, { tls: SERVER })
  const failed = once(server, 'tlsClientError')
  const socket = connectRaw(port, get('/a')).resume()
  await within(once(socket, 'close'), 'the end of the connection')
  const [error] = await within(failed, 'the error')
  assert.ok(error instanceof Error)
})

test('a client that half-closes gets its answer', async () => {
  const { port } = await serveNet(addRoutes, { tls: SERVER })
  const socket = connect(port, get('/large'))
  socket.end()
  const chunks = await within(socket.toArray(), 'the answer')
  const [answer] = parseResponses(Buffer.concat(chunks))
  assert.equal(answer.text.length, 3_000_000)
})

test('one that ends within its handshake is let go', async () => {
  const { port, server } = await serveNet(addRoutes, { tls: SERVER })
  const connected = once(server, 'connection')
  const socket = connectRaw(port)
  socket.allowHalfOpen = true
  const [served] = await within(connected, 'the connection')
  const closed = new Promise((resolve) => served.once('close', resolve))
  socket.end()
  await within(closed, 'its end')
  socket.destroy()
})
