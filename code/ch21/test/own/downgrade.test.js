import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { library } from '../library.js'
import { listen } from '../serving.js'

// HTTP/2 has no line endings, and lengths of its own. What is harmless there
// could become a second request when HAProxy writes it as HTTP/1.1.

const { Router, createServer } = await library('lib/index.js')
const { missing, startProxy, stopAll } = await library('steps/machines.js')

after(stopAll)

/** @typedef {[name: string, value: string][]} Fields */

/** All visitors share one connection to the server, so any rest would show. */
const CONFIG = `
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
  http-reuse always
  retries 0
frontend edge
  bind "127.0.0.1:\${PORT}" proto h2
  default_backend shed
frontend plain
  bind "127.0.0.1:\${PLAIN}"
  default_backend shed
backend shed
  server kudu "\${KUDU}" maxconn 1
`

const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7 }
const END_STREAM = 1
const END_HEADERS = 4

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {Buffer} [payload]
 * @returns {Buffer} a frame (RFC 9113 §4.1)
 */
function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/**
 * @param {Fields} fields
 * @returns {Buffer} each as a literal with a new name (RFC 7541 §6.2.2)
 */
const encode = (fields) =>
  Buffer.concat(
    fields.flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name, 'latin1'),
      Buffer.from([value.length]),
      Buffer.from(value, 'latin1'),
    ]),
  )

const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(FRAME.settings, 0, 0),
])

/** @param {Buffer} bytes @returns {number[]} types of the frames in it */
function typesIn(bytes) {
  const types = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    types.push(bytes[at + 3])
    at += 9 + bytes.readUIntBE(at, 3)
  }
  return types
}

/**
 * @param {number} port
 * @param {Fields} fields
 * @param {string} [body]
 * @returns {Promise<'answered' | 'refused'>}
 */
async function send(port, fields, body) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(PREFACE)
  const flags = END_HEADERS | (body === undefined ? END_STREAM : 0)
  socket.write(frame(FRAME.headers, flags, 1, encode(fields)))
  if (body !== undefined) {
    socket.write(frame(FRAME.data, END_STREAM, 1, Buffer.from(body)))
  }
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk])
    const types = typesIn(bytes)
    if (types.includes(FRAME.headers)) return 'answered'
    if (types.includes(FRAME.reset) || types.includes(FRAME.goaway)) break
  }
  return 'refused'
}

/** @type {Fields} */
const GET = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/a'],
  [':authority', 'a'],
]
/** @param {...[string, string]} more @returns {Fields} */
const get = (...more) => [...GET, ...more]
/** @param {...[string, string]} more @returns {Fields} */
const post = (...more) => [[':method', 'POST'], ...get(...more).slice(1)]
/** @param {string} name @param {string} value @returns {Fields} */
const having = (name, value) =>
  get().map(([one, former]) => [one, one === name ? value : former])

const HIDDEN = 'GET /evil HTTP/1.1\r\nHost: a\r\n\r\n'
const CHUNKS = `0\r\n\r\n${HIDDEN}`
const LINE = ` HTTP/1.1\r\nHost: a\r\n\r\n${HIDDEN}`

/** @type {[string, Fields, body?: string][]} */
const ATTACKS = [
  ['Transfer-Encoding', post(['transfer-encoding', 'chunked']), CHUNKS],
  ['a length of 0', post(['content-length', '0']), HIDDEN],
  ['a length that is too short', post(['content-length', '5']), CHUNKS],
  ['a length that is too long', post(['content-length', '99']), HIDDEN],
  [
    'two lengths',
    post(['content-length', '5'], ['content-length', '38']),
    CHUNKS,
  ],
  ['a length with a sign', post(['content-length', '+38']), CHUNKS],
  ['no length', post(), CHUNKS],
  ['a GET with a body', get(), HIDDEN],
  ['lines in a value', get(['x', `a\r\n\r\n${HIDDEN}`])],
  ['an LF in a value', get(['x', 'a\nTransfer-Encoding: chunked'])],
  ['a NUL in a value', get(['x', 'a\0b'])],
  ['lines in a name', get([`x: a\r\n\r\n${HIDDEN}y`, 'b'])],
  ['a colon in a name', get(['transfer-encoding: chunked', 'b'])],
  ['a space in a name', get(['transfer-encoding ', 'chunked'])],
  ['a name in upper case', get(['X-Y', 'b'])],
  ['lines in the path', having(':path', `/a${LINE}GET /b`)],
  ['a space in the path', having(':path', '/a b')],
  ['a fragment', having(':path', '/a#b')],
  ['an absolute path', having(':path', 'http://b/evil')],
  ['an empty path', having(':path', '')],
  ['lines in the method', having(':method', `GET /a${LINE}GET`)],
  ['lines in the authority', having(':authority', `a\r\n\r\n${HIDDEN}`)],
  ['a scheme with a path', having(':scheme', 'http://evil/?')],
  ['two paths', get([':path', '/evil'])],
  ['a pseudo-field at the end', [...get(['x', 'y']).toReversed()]],
  ['no authority', get().slice(0, 3)],
  ['another Host', get(['host', 'b'])],
  ['Connection', get(['connection', 'x-forwarded-for'])],
  ['Upgrade', get(['upgrade', 'websocket'])],
  ['Expect', post(['expect', '100-continue']), CHUNKS],
]

test('nothing of HTTP/2 becomes a request of its own', {
  skip: missing('haproxy'),
}, async (t) => {
  /** @type {string[]} */
  const seen = []
  const router = new Router()
  router.all('/*path', async (/** @type {any} */ req) => {
    seen.push(req.url)
    await req.text()
    return req.url
  })
  const { port } = await listen(t, createServer(router))
  const { ports, url } = await openEdge(t, port)
  for (const [name, fields, body] of ATTACKS) {
    await t.test(name, async (t) => {
      t.diagnostic(await send(ports.http2, fields, body))
      for (const innocent of ['/first', '/second']) {
        const response = await fetch(url + innocent)
        assert.equal(await response.text(), innocent)
      }
    })
  }
  assert.deepEqual(
    seen.filter((target) => !['/a', '/first', '/second'].includes(target)),
    [],
  )
})

/** @param {import('node:test').TestContext} t @param {number} port */
async function openEdge(t, port) {
  const folder = mkdtempSync(path.join(tmpdir(), 'downgrade-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'edge.cfg')
  writeFileSync(file, CONFIG)
  const free = net.createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const plain = /** @type {net.AddressInfo} */ (free.address()).port
  free.close()
  const kudu = { name: 'kudu', address: `127.0.0.1:${port}` }
  const edge = await startProxy(file, [kudu], { PLAIN: String(plain) })
  t.after(() => edge.stop())
  const http2 = Number(edge.address.split(':')[1])
  return { ports: { http2 }, url: `http://127.0.0.1:${plain}` }
}
