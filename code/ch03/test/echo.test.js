import assert from 'node:assert/strict'
import { once } from 'node:events'
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

const MIB = 1024 * 1024

/** @param {string | Buffer} body @param {Record<string, string>} [headers] */
const echo = (body, headers = {}) =>
  request(app, '/echo', { method: 'POST', body, headers })

test('/echo answers the bytes that it was sent', async () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const response = await echo(body, { 'content-type': 'image/x' })
  assert.equal(response.status, 200)
  assert.deepEqual(response.body, body)
  assert.equal(response.headers['content-type'], 'image/x')
  assert.equal(response.headers['content-length'], '256')
})

test('without a type the answer is application/octet-stream', async () => {
  const { headers } = await echo(Buffer.from('x'))
  assert.equal(headers['content-type'], 'application/octet-stream')
})

test('an empty body has an empty answer', async () => {
  const { status, body } = await echo('')
  assert.equal(status, 200)
  assert.equal(body.length, 0)
})

test('a character that is cut by a packet arrives whole', async () => {
  const bytes = Buffer.from('joão €')
  for (let cut = 1; cut < bytes.length; cut++) {
    const answer = await rawRequest(app.port, [
      `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      bytes.subarray(0, cut),
      bytes.subarray(cut),
    ])
    assert.equal(parseResponses(answer)[0].text, 'joão €', `cut at ${cut}`)
  }
})

test('a body of 1 MiB is read, and one byte more is too much', async () => {
  assert.equal((await echo(Buffer.alloc(MIB))).body.length, MIB)
  const { status } = await echo(Buffer.alloc(MIB + 1))
  assert.equal(status, 413)
})

test('a body without a length has the same limit', async () => {
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
  const head =
    'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const fine = await rawRequest(app.port, `${head}${chunk.repeat(32)}0\r\n\r\n`)
  assert.equal(parseResponses(fine)[0].body.length, MIB)
  const many = await rawRequest(app.port, `${head}${chunk.repeat(33)}0\r\n\r\n`)
  assert.equal(parseResponses(many)[0].status, 413)
})

test('what follows a refused body is the next request, or nothing', async () => {
  const smuggled = 'GET /hey HTTP/1.1\r\nHost: x\r\n\r\n'
  const body = 'x'.repeat(2 * MIB - smuggled.length) + smuggled
  const bytes = await rawRequest(
    app.port,
    [
      `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MIB}\r\n\r\n`,
      body,
      'GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    { responses: Infinity },
  )
  const [refused, ...others] = parseResponses(bytes)
  assert.equal(refused.status, 413)
  const texts = others.map(({ text }) => text)
  assert.ok(!texts.includes('hey'), `got ${JSON.stringify(texts)}`)
})

test('a refused body does not stop the connection', async () => {
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
  const bytes = await rawRequest(
    app.port,
    [
      'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      `${chunk.repeat(128)}0\r\n\r\n`,
      'GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    { responses: Infinity },
  )
  const [refused, next] = parseResponses(bytes)
  assert.equal(refused.status, 413)
  assert.equal(next?.text ?? 'hello', 'hello')
})

test('a refusal does not wait for a body that does not come', async () => {
  const bytes = await rawRequest(
    app.port,
    `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MIB}\r\n\r\nabc`,
  )
  assert.equal(parseResponses(bytes)[0].status, 413)
})

test('a body that does not end is refused, and then cut off', async () => {
  const chunk = `100000\r\n${'x'.repeat(MIB)}\r\n`
  const bytes = await rawRequest(
    app.port,
    [
      'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...Array.from({ length: 40 }, () => chunk),
    ],
    { responses: Infinity },
  )
  assert.equal(parseResponses(bytes)[0].status, 413)
})

test('a client that leaves in the middle of a body harms no one', async () => {
  const socket = net.connect({ port: app.port, host: app.host })
  socket.on('error', () => {})
  await within(once(socket, 'connect'), 'a connection')
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc')
  socket.destroy()
  assert.equal((await echo('still here')).text, 'still here')
})

test('GET /echo is not allowed, and Allow says what is', async () => {
  const { status, headers } = await request(app, '/echo')
  assert.equal(status, 405)
  assert.match(headers.allow, /\bPOST\b/)
})
