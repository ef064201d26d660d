import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { after, test } from 'node:test'
import { NetHead } from '../../lib/app/net-head.js'
import { NetRequest } from '../../lib/app/net-request.js'
import { NetResponse } from '../../lib/app/net-response.js'
import { makeNetServer } from '../../lib/engine/server.js'
import { rawHeadersOf } from '../../lib/http/fields.js'
import { bytesOf, numbersFrom } from './scanning.js'

test('values are without the whitespace around them, and no more', () => {
  const raw = rawHeadersOf('A: \t b \t\r\nC:\r\nD: \t\r\nE:\xa0f:g\xa0\r\n')
  assert.deepEqual(raw, ['A', 'b', 'C', '', 'D', '', 'E', '\xa0f:g\xa0'])
})

test('there may be no fields', () => {
  assert.deepEqual(rawHeadersOf(''), [])
})

test('a long run of spaces costs no more than its length', () => {
  const text = `a: b${' '.repeat(1_000_000)}c\r\n`
  assert.equal(rawHeadersOf(text)[1].length, 1_000_002)
})

/** @param {any} req @param {any} res */
function show(req, res) {
  const { headers, headersDistinct, rawHeaders } = req
  req.resume().on('end', () => {
    const { trailers, trailersDistinct, rawTrailers } = req
    const seen = [headers, headersDistinct, rawHeaders]
    // That of headersDistinct is null here, and since Node.js 26 there, too.
    const isPlain = Object.getPrototypeOf(headers) === Object.prototype
    seen.push(trailers, trailersDistinct, rawTrailers)
    res.end(JSON.stringify([...seen, isPlain]))
  })
}

const classes = { Request: NetRequest, Response: NetResponse }
const servers = [
  http.createServer({ maxHeaderSize: 65_536 }, show),
  makeNetServer({ ...classes, maxHeaderSize: 65_536 }).on('request', show),
]
for (const server of servers) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
after(() => {
  for (const server of servers) server.close()
})

const HEAD = 'POST / HTTP/1.1\r\n'
const CHUNKED = 'Host: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n'

/**
 * @param {net.Server} server
 * @param {string} fields
 * @param {string} [trailers]
 * @returns {Promise<any>} what a listener sees of them
 */
async function read(server, fields, trailers = '') {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect(port, '127.0.0.1')
  socket.end(bytesOf(`${HEAD}${fields}\r\n0\r\n${trailers}\r\n`))
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  assert.match(answer, /^HTTP\/1\.1 200 /, `${fields} ${answer}`)
  return JSON.parse(body)
}

/** @type {(fields: string, trailers?: string) => Promise<void>} */
async function compare(fields, trailers) {
  const [theirs, ours] = servers
  const expected = await read(theirs, fields, trailers)
  assert.deepEqual(await read(ours, fields, trailers), expected)
}

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
    const upper = name.toUpperCase()
    const lines = `${name}: a\r\n${upper}:\r\n${name}: b; c, d \r\n`
    await compare(CHUNKED + lines)
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
    await compare(CHUNKED + lines(), lines())
  }
})

test('names that objects inherit do no harm', async () => {
  const lines = '__proto__: a\r\n__proto__: b\r\nConstructor: c\r\n'
  const [headers, distinct] = await read(servers[1], CHUNKED + lines)
  assert.equal(headers.constructor, 'c')
  assert.deepEqual(distinct.constructor, ['c'])
})

test('what responses share on their prototype stays empty', async (t) => {
  const handlers = [
    (/** @type {any} */ res) => {
      res.cork()
      res.write('a')
      res.flushHeaders()
      res.uncork()
      res.end(Buffer.from('b'))
    },
    (/** @type {any} */ res) => {
      res.writeEarlyHints({ link: '</a>; rel=next' })
      res.addTrailers({ a: 'b' })
      res.end('a').end('late', () => {})
      res.on('error', () => {})
    },
  ]
  for (const handle of handlers) {
    const server = makeNetServer(classes).on('request', (_req, res) =>
      handle(res),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.after(() => server.close())
    const { port } = /** @type {net.AddressInfo} */ (server.address())
    const client = net.connect(port, '127.0.0.1')
    client.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n').resume()
    await once(client, 'close')
  }
  /** @type {any} */
  const { prototype } = NetHead
  const shared = Reflect.ownKeys(prototype)
    .map((key) => prototype[key])
    .filter(Array.isArray)
  assert.ok(shared.length > 0)
  assert.deepEqual(shared.flat(), [])
})
