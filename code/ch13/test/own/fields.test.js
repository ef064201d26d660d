import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, test } from 'node:test'
import { distinctOf, headersOf, rawHeadersOf } from '../../lib/engine/fields.js'
import { bytesOf, numbersFrom } from './scanning.js'

test('values are without the whitespace around them, and no more', () => {
  const raw = rawHeadersOf('A: \t b \t\r\nC:\r\nD: \t\r\nE:\xa0f:g\xa0\r\n')
  assert.deepEqual(raw, ['A', 'b', 'C', '', 'D', '', 'E', '\xa0f:g\xa0'])
})

test('there may be no fields', () => {
  assert.deepEqual(rawHeadersOf(''), [])
  assert.deepEqual(headersOf(''), {})
  assert.deepEqual({ ...distinctOf('') }, {})
})

test('a long run of spaces costs no more than its length', () => {
  const text = `a: b${' '.repeat(1_000_000)}c\r\n`
  assert.equal(rawHeadersOf(text)[1].length, 1_000_002)
})

// node:http's own reading, over a socket, is what ours is compared with.

const server = http.createServer({ maxHeaderSize: 65_536 }, (req, res) => {
  const { headers, headersDistinct, rawHeaders } = req
  req.resume().on('end', () => {
    res.end(
      JSON.stringify({
        headers,
        headersDistinct,
        rawHeaders,
        trailers: req.trailers,
        trailersDistinct: req.trailersDistinct,
        rawTrailers: req.rawTrailers,
      }),
    )
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

const { port } = /** @type {net.AddressInfo} */ (server.address())
const HEAD = 'POST / HTTP/1.1\r\n'
const CHUNKED = 'Host: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n'

/**
 * @param {string} fields
 * @param {string} [trailers]
 * @returns {Promise<any>} what node:http makes of them
 */
async function nodeReads(fields, trailers = '') {
  const socket = net.connect(port, '127.0.0.1')
  socket.end(bytesOf(`${HEAD}${fields}\r\n0\r\n${trailers}\r\n`))
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  assert.match(answer, /^HTTP\/1\.1 200 /, `${fields} ${answer}`)
  return JSON.parse(body)
}

/** @param {string} text */
const weRead = (text) =>
  JSON.parse(
    JSON.stringify([headersOf(text), distinctOf(text), rawHeadersOf(text)]),
  )

const NAMES = [
  'Age',
  'Authorization',
  'Content-Type',
  'ETag',
  'Expires',
  'From',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'Last-Modified',
  'Location',
  'Max-Forwards',
  'Proxy-Authorization',
  'Referer',
  'Retry-After',
  'Server',
  'User-Agent',
  'Set-Cookie',
  'Cookie',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Cache-Control',
  'Date',
  'Vary',
  'Via',
  'Origin',
  'If-None-Match',
  'If-Match',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'Access-Control-Request-Method',
  'Upgrade-Insecure-Requests',
  'Content-Encoding',
  'TE',
  'Range',
  'If-Range',
  'DNT',
  'Priority',
  'X',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'Sec-WebSocket-Protocol',
  'Sec-Fetch-Mode',
  'Keep-Alive',
  'Pragma',
  'Link',
]

for (const name of NAMES) {
  test(`${name}, three times, is what it is in node:http`, async () => {
    const fields = `${CHUNKED}${name}: a\r\n${name.toUpperCase()}:\r\n${name}: b; c, d \r\n`
    const node = await nodeReads(fields)
    assert.deepEqual(weRead(fields), [
      node.headers,
      node.headersDistinct,
      node.rawHeaders,
    ])
  })
}

test('many fields, in any order, are what they are in node:http', async () => {
  const random = numbersFrom(7)
  const values = ['a', '', 'b, c', ' \t d \t', '\xe9\xff', '"e"', 'f;g=h', ':']
  for (let round = 0; round < 150; round++) {
    const lines = () =>
      Array.from({ length: random(30) }, () => {
        const name = NAMES[random(NAMES.length)]
        const cased = random(3) === 0 ? name.toLowerCase() : name
        return `${cased}:${values[random(values.length)]}\r\n`
      }).join('')
    const fields = CHUNKED + lines()
    const trailers = lines()
    const node = await nodeReads(fields, trailers)
    assert.deepEqual(
      [...weRead(fields), ...weRead(trailers)],
      [
        node.headers,
        node.headersDistinct,
        node.rawHeaders,
        node.trailers,
        node.trailersDistinct,
        node.rawTrailers,
      ],
    )
  }
})

// headersDistinct of Node.js 24.2 itself throws at these names.
test('names that objects inherit do no harm', () => {
  const text = '__proto__: a\r\n__proto__: b\r\nConstructor: c\r\n'
  const headers = headersOf(text)
  assert.deepEqual(Object.entries(headers), [['constructor', 'c']])
  assert.equal(Object.getPrototypeOf(headers), Object.prototype)
  assert.deepEqual(Object.entries(distinctOf(text)), [
    ['__proto__', ['a', 'b']],
    ['constructor', ['c']],
  ])
})

test('what inherits and what does not is as in node:http', () => {
  assert.equal(Object.getPrototypeOf(headersOf('a: b\r\n')), Object.prototype)
  assert.equal(Object.getPrototypeOf(distinctOf('a: b\r\n')), null)
})
