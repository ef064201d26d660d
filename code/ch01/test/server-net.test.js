import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  parseResponses,
  rawRequest,
  request,
  startApp,
  within,
} from './support.js'

// @alone since it says for its whole process which server is tested.

// What the chapter promises holds for this server as well.
const server = process.env.APP
  ? pathToFileURL(resolve(process.env.APP))
  : new URL('../server.js', import.meta.url)
process.env.APP = fileURLToPath(new URL('server-net.js', server))
await import('./routes.test.js')
await import('./connections.test.js')

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

/**
 * All whole responses that come before the server closes.
 *
 * @param {string} bytes
 */
async function answers(bytes) {
  return parseResponses(
    await rawRequest(app.port, bytes, { responses: Infinity }),
  )
}

const HOST = 'Host: localhost\r\n'
const NEXT = 'GET /hey HTTP/1.1\r\nHost: localhost\r\n\r\n'

for (const [what, head, status] of [
  ['HTTP/0.9', 'GET /hello\r\n\r\n', 400],
  ['HTTP/2', `PRI * HTTP/2.0\r\n\r\n`, 505],
  ['two hosts', `GET /hello HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400],
  ['a blank in Host', 'GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a path in Host', 'GET /hello HTTP/1.1\r\nHost: foo/bar\r\n\r\n', 400],
  ['a port of letters', 'GET /hello HTTP/1.1\r\nHost: a:b\r\n\r\n', 400],
  ['a bad escape in Host', 'GET / HTTP/1.0\r\nHost: a%2g\r\n\r\n', 400],
  ['a long target', `GET /${'a'.repeat(65536)} HTTP/1.1\r\n\r\n`, 414],
  ['a body', `GET / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\n`, 413],
  ['no number', `GET / HTTP/1.1\r\n${HOST}Content-Length: +0\r\n\r\n`, 400],
  ['no length', `GET / HTTP/1.1\r\n${HOST}Content-Length:\r\n\r\n`, 400],
  [
    'two lengths',
    `GET / HTTP/1.1\r\n${HOST}Content-Length: 0\r\nContent-Length: 5\r\n\r\n`,
    400,
  ],
  [
    'a list of lengths',
    `GET / HTTP/1.1\r\n${HOST}Content-Length: 5, 5\r\n\r\n`,
    400,
  ],
  [
    'a transfer coding',
    `GET / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`,
    501,
  ],
]) {
  test(`${what} is refused with ${status}, and nothing after it is read`, async () => {
    const statuses = (await answers(`${head}${NEXT}`)).map((a) => a.status)
    assert.deepEqual(statuses, [status])
  })
}

for (const host of ['', 'a.b:80', 'a:', 'jo%C3%A3o', '127.0.0.1', '[::1]:80']) {
  test(`"Host: ${host}" names a host, and is answered`, async () => {
    const bytes = `GET /hello HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const [response] = parseResponses(await rawRequest(app.port, bytes))
    assert.equal(response.text, 'hello')
  })
}

test('status lines end with the words of RFC 9110', async () => {
  const [, fine, large] = await answers(
    `${NEXT}${NEXT}GET / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\n`,
  )
  assert.equal(fine.reason, 'OK')
  assert.equal(large.reason, 'Content Too Large')
})

test('a Content-Length of 0 announces no body', async () => {
  const options = { headers: { 'content-length': '0' } }
  assert.equal((await request(app, '/hello', options)).text, 'hello')
})

test('content-length counts bytes, not characters', async () => {
  const response = await request(app, '/bench/jo%C3%A3o?id=10')
  assert.equal(response.text, '{"name":"joão","id":"10"}')
  assert.equal(response.headers['content-length'], '26')
})

for (const [what, bytes] of [
  ['never spoke', ''],
  ['got its answer, and does not close its side', NEXT],
]) {
  test(`close() ends a client that ${what}, before it is idle too long`, async () => {
    const stopping = await startApp()
    const { host, port } = stopping
    const socket = net.connect({ host, port, allowHalfOpen: true })
    /** @type {Promise<void> | undefined} */
    let closing
    try {
      await once(socket, 'connect')
      if (bytes) socket.write(bytes)
      // An answer on a second connection proves that the first was accepted.
      assert.equal((await request(stopping, '/hello')).text, 'hello')
      closing = stopping.close()
      await within(closing, 'close() to resolve', 3000)
    } finally {
      socket.destroy()
      await (closing ?? stopping.close())
    }
  })
}
