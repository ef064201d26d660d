import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { duplexPair } from 'node:stream'
import { test } from 'node:test'
import { addressOf } from './library.js'
import { connect, get, serveNet } from './serve-net.js'
import { parseResponses, within } from './support.js'

test("'connection' takes any duplex stream", async () => {
  const { server } = await serveNet(
    (router) => router.get('/large', () => 'x'.repeat(1_000_000)),
    { sendTimeout: 100 },
  )
  const [client, served] = duplexPair()
  server.emit('connection', served)
  client.write(get('/a'))
  const [answer] = await within(once(client, 'data'), 'an answer')
  assert.equal(parseResponses(answer)[0].text, 'ok')
  // A client that takes nothing is let go.
  client.pause().write(get('/large'))
  const closed = new Promise((resolve) => served.once('close', resolve))
  await within(closed, 'the end of the stream')
})

test('tools that wrap http.Server.prototype.emit see each request', async (t) => {
  /** @type {string[]} */
  const seen = []
  const { prototype } = http.Server
  const { emit } = prototype
  prototype.emit = /** @this {any} @param {any[]} args */ function (...args) {
    seen.push(`${args[0]} ${args[1].url}`)
    return Reflect.apply(emit, this, args)
  }
  t.after(() => {
    prototype.emit = emit
  })
  const { port } = await serveNet(() => {})
  const socket = connect(port, get('/a'))
  await within(once(socket, 'data'), 'an answer')
  assert.deepEqual(seen, ['request /a'])
  socket.destroy()
})

test('--max-http-header-size sets the largest head', () => {
  const program = `
    import { LIMITS } from ${JSON.stringify(addressOf('lib/engine/engine.js'))}
    console.log(LIMITS.maxHeaderSize)`
  const { stdout } = spawnSync(
    process.execPath,
    ['--max-http-header-size=40000', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  )
  assert.equal(stdout, '40000\n')
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: a connection ends with its last request`, async () => {
    const { port, server } = await serveNet(() => {}, {
      engine,
      maxRequestsPerSocket: 2,
    })
    assert.equal(server.maxRequestsPerSocket, 2)
    const socket = connect(port)
    for (const connection of ['keep-alive', 'close']) {
      socket.write(get('/a'))
      const [answer] = await within(once(socket, 'data'), 'an answer')
      assert.equal(parseResponses(answer)[0].headers.connection, connection)
    }
    socket.destroy()
  })
}
