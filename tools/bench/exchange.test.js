import assert from 'node:assert/strict'
import net from 'node:net'
import test from 'node:test'
import { differences, exchange } from './exchange.js'

const body = '{"name":"joão","id":"10"}'
const headers = { 'content-type': 'application/json' }
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/**
 * A server that answers every packet with the same bytes.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} answer
 * @returns {Promise<number>} its port
 */
function serverOf(t, answer) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write(answer))
  })
  t.after(() => server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(/** @type {net.AddressInfo} */ (server.address()).port)
    })
  })
}

/**
 * @param {import('node:test').TestContext} t
 * @param {string} answer
 */
async function check(t, answer) {
  const port = await serverOf(t, answer)
  const response = await exchange(
    port,
    { path: '/bench/joao' },
    { timeout: 500 },
  )
  return differences(response, { headers, body })
}

test('a response that is as expected has no differences', async (t) => {
  const answer = `${head}Date: now\r\nContent-Length: 26\r\n\r\n${body}`
  assert.deepEqual(await check(t, answer), [])
})

test('a content-length that counts characters is caught', async (t) => {
  await assert.rejects(
    check(t, `${head}content-length: ${body.length}\r\n\r\n${body}`),
    /more came than a response/,
  )
})

test('a body in chunks is read, where the header that says so is free', async (t) => {
  const answer = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  const port = await serverOf(t, `${answer}2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`)
  const response = await exchange(port, { path: '/' })
  const free = { body: 'hello', freeHeaders: ['transfer-encoding'] }
  assert.deepEqual(differences(response, free), [])
  assert.match(differences(response, { body: 'hello' })[0], /chunked/)
  assert.match(differences(response, { ...free, body: 'hell' })[0], /"hello"/)
})

test('another body is caught', async (t) => {
  const other = '{"name":"jo%C3%A3o","id":"10"}'
  const found = await check(
    t,
    `${head}content-length: ${other.length}\r\n\r\n${other}`,
  )
  assert.match(found[0], /got the body .*jo%C3%A3o.* expected .*joão/)
})

test('of a long body, the place is shown where it differs', async (t) => {
  const wanted = `${'a'.repeat(3000)}!${'b'.repeat(3000)}`
  const got = wanted.replace('!', '?')
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: 6001\r\n\r\n${got}`
  const port = await serverOf(t, answer)
  const response = await exchange(port, { path: '/' })
  const [message, ...others] = differences(response, { body: wanted })
  assert.match(message, /got the body from byte 2900 on "a{100}\?b{99}"/)
  assert.match(message, /expected from byte 2900 on "a{100}!b{99}"/)
  assert.deepEqual(others, [])
})

test('another status, a missing header and one too many are caught', async (t) => {
  const found = await check(
    t,
    `HTTP/1.1 404 Not Found\r\netag: "1"\r\ncontent-length: 26\r\n\r\n${body}`,
  )
  assert.deepEqual(found, [
    'got status 404, expected 200',
    'got no header content-type, expected "application/json"',
    'got "\\"1\\"" in the header etag, expected none'.replaceAll('\\"', '"'),
  ])
})

test('a free header may differ', async (t) => {
  const port = await serverOf(
    t,
    `${head}server: x\r\ncontent-length: 26\r\n\r\n${body}`,
  )
  const response = await exchange(port, { path: '/' })
  assert.equal(differences(response, { headers, body }).length, 1)
  const freeHeaders = ['server']
  assert.deepEqual(differences(response, { headers, body, freeHeaders }), [])
})

test('a response that does not end, or has no length, is an error', async (t) => {
  await assert.rejects(
    check(t, `${head}content-length: 27\r\n\r\n${body}`),
    /no complete response in 500 ms/,
  )
  await assert.rejects(check(t, `${head}\r\n${body}`), /no complete response/)
  await assert.rejects(check(t, 'hello\r\n\r\n'), /no status line: "hello"/)
})

test('a connection that closes within a response is an error', async (t) => {
  const server = net.createServer((socket) => {
    socket.on('data', () => socket.end(`${head}content-length: 27\r\n\r\n`))
  })
  t.after(() => server.close())
  await new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(null)),
  )
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  await assert.rejects(
    exchange(port, { path: '/a' }),
    /^Error: GET \/a: the connection closed within a response: "HTTP/,
  )
})
