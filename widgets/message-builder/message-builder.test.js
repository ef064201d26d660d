import assert from 'node:assert/strict'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCatalogs } from '../../tools/bundle/build.js'
import { measure, parse, REASONS, withLength, write } from './model.js'
import { presets } from './presets.js'
import { judge, rules } from './rules.js'

/** @typedef {import('./model.js').Parts} Parts */
/** @typedef {import('./model.js').Side} Side */

const here = path.dirname(fileURLToPath(import.meta.url))
const { en } = readCatalogs(path.join(here, 'strings'))
const { get, broken, ...others } = presets
const good = { get, ...others }

/** @param {Side} side @param {Parts} parts */
const bytesOf = (side, parts) =>
  Buffer.from(
    write(side, parts)
      .map((line) => line.text)
      .join(''),
  )

/** @param {Side} side @param {Parts} parts @param {string} state */
const inState = (side, parts, state) =>
  judge(side, parts)
    .filter((verdict) => verdict.state === state)
    .map(({ id }) => id)

test('a message is written byte by byte', () => {
  assert.equal(
    String(bytesOf('request', presets.post.request)),
    'POST /users HTTP/1.1\r\nhost: localhost:8080\r\n' +
      'content-type: application/json\r\ncontent-length: 16\r\n\r\n' +
      '{"name":"joão"}',
  )
  assert.deepEqual(measure(write('request', presets.post.request)), {
    head: 98,
    body: 16,
  })
  const chunked = String(bytesOf('response', presets.chunked.response))
  assert.match(chunked, /\r\n\r\n6\r\nfirst\n\r\n6\r\njoão\n\r\n0\r\n\r\n$/)
})

test('a line break in a value is marked, and what it brings along', () => {
  const lines = write('request', broken.request)
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'injected').map((line) => line.text),
    ['x-admin: true\r\n'],
  )
})

for (const [name, { request, response }] of Object.entries(good)) {
  test(`${name}: keeps every rule`, () => {
    for (const side of /** @type {Side[]} */ (['request', 'response'])) {
      const parts = side === 'request' ? request : response
      assert.deepEqual(inState(side, parts, 'broken'), [])
      assert.deepEqual(inState(side, parts, 'advice'), [])
      assert.ok(inState(side, parts, 'kept').length >= 6)
    }
    assert.deepEqual(parse(write('request', request)), {
      error: '',
      status: 200,
    })
  })

  test(`${name}: node:http reads both messages as they were built`, async () => {
    const received = await exchange(request, response)
    assert.equal(received.method, request.method)
    assert.equal(received.target, request.target)
    assert.equal(received.sent, request.body)
    assert.equal(received.status, Number(response.status))
    assert.equal(received.body, response.body)
  })
}

/**
 * Sends the request to a server of node:http, and the response to a client.
 *
 * @param {Parts} request
 * @param {Parts} response
 */
async function exchange(request, response) {
  const server = http.createServer(async (req, res) => {
    const sent = await text(req)
    res.end(JSON.stringify({ method: req.method, target: req.url, sent }))
  })
  const answering = net.createServer((socket) => {
    socket.once('data', () => socket.end(bytesOf('response', response)))
  })
  try {
    const answer = await send(server, bytesOf('request', request))
    const port = await listen(answering)
    const options = { port, method: request.method, agent: false }
    const status = http.request({ ...options, host: '127.0.0.1' })
    const { promise, resolve, reject } = deferred()
    status.on('response', resolve).on('error', reject).end()
    const res = /** @type {http.IncomingMessage} */ (await promise)
    const body = await text(res)
    return { ...JSON.parse(answer.body), status: res.statusCode, body }
  } finally {
    server.close()
    answering.close()
  }
}

function deferred() {
  /** @type {(value: unknown) => void} */
  let resolve = () => {}
  /** @type {(error: Error) => void} */
  let reject = () => {}
  const promise = new Promise((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** @param {net.Server} server @returns {Promise<number>} */
async function listen(server) {
  const { promise, resolve } = deferred()
  server.listen(0, '127.0.0.1', () => resolve(null))
  await promise
  return /** @type {net.AddressInfo} */ (server.address()).port
}

/**
 * @param {net.Server} server
 * @param {Buffer} bytes
 * @returns {Promise<{ status: number, body: string }>} its first answer
 */
async function send(server, bytes) {
  const port = await listen(server)
  const socket = net.connect(port, '127.0.0.1')
  const head = String(bytes).replace(
    '\r\n\r\n',
    '\r\nconnection: close\r\n\r\n',
  )
  socket.write(head)
  const [answerHead, body] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(answerHead.slice(9, 12)), body }
}

/**
 * What breaks each rule, and no other.
 *
 * @type {Record<string, Partial<Parts>[]>}
 */
const breaks = {
  method: [{ method: '' }, { method: 'G E T' }],
  target: [
    { target: '' },
    { target: 'hello' },
    { target: '/a b' },
    { target: '/é' },
    { target: '*' },
    { target: '/a#b' },
    { method: 'CONNECT', target: '/' },
  ],
  version: [{ version: 'HTTP/2' }, { version: 'http/1.1' }],
  status: [{ status: '99' }, { status: '600' }, { status: 'OK' }],
  host: [{ fields: '' }, { fields: 'host: a\nhost: b' }],
  space: [{ fields: 'host: a\nx : 1' }],
  folding: [{ fields: 'host: a\n b' }],
  name: [
    { fields: 'host: a\nno colon' },
    { fields: 'host: a\nna me: 1' },
    { fields: 'host: a\n: 1' },
  ],
  injection: [
    { fields: 'host: a\nx: 1\\r\\ny: 2' },
    { fields: 'host: a\nx: 1\\ny' },
    { fields: 'host: a\nx: \\0' },
  ],
  ascii: [{ fields: 'host: a\nx: joão' }],
  number: [
    { fields: 'host: a\ncontent-length: -1' },
    { fields: 'host: a\ncontent-length: 1.0' },
    { fields: 'host: a\ncontent-length: ' },
    { fields: 'host: a\ncontent-length: 1\ncontent-length: 2' },
  ],
  bytes: [
    {
      fields: 'host: a\ncontent-length: 4\ncontent-type: a/b',
      body: 'joão',
      method: 'POST',
    },
    {
      fields: 'host: a\ncontent-length: 6\ncontent-type: a/b',
      body: 'joão',
      method: 'POST',
    },
  ],
  both: [
    {
      fields: 'host: a\ncontent-length: 0\ntransfer-encoding: chunked',
      chunks: true,
    },
  ],
  chunks: [
    { fields: 'host: a\ncontent-length: 0', chunks: true },
    { fields: 'host: a\ntransfer-encoding: chunked' },
  ],
  framing: [
    { method: 'POST', fields: 'host: a\ncontent-type: a/b', body: 'x' },
  ],
  close: [{ fields: 'date: Sat, 21 Nov 2026 10:00:00 GMT', body: '' }],
  content: [
    { fields: 'host: a\ncontent-type: a/b\ncontent-length: 1', body: 'x' },
  ],
  'no-body': [
    { status: '204', fields: 'date: Sat, 21 Nov 2026 10:00:00 GMT', body: 'x' },
    { status: '304', fields: 'date: Sat, 21 Nov 2026 10:00:00 GMT', body: 'x' },
    { status: '103', fields: '', body: 'x' },
    { method: 'HEAD' },
  ],
  'no-length': [
    {
      status: '204',
      fields: 'content-length: 0\ndate: Sat, 21 Nov 2026 10:00:00 GMT',
      body: '',
    },
    { status: '100', fields: 'transfer-encoding: chunked', body: '' },
  ],
  allow: [{ status: '405' }],
  authenticate: [{ status: '401' }],
  location: [{ status: '301' }, { status: '308' }],
  type: [
    { method: 'POST', fields: 'host: a\ncontent-length: 1', body: 'x' },
    {
      method: 'POST',
      fields: 'host: a\ncontent-length: 1\ncontent-type: text',
      body: 'x',
    },
  ],
  date: [
    { fields: 'content-length: 5\ncontent-type: text/plain' },
    { fields: 'content-length: 5\ncontent-type: text/plain\ndate: 31.12.2026' },
  ],
  etag: [
    {
      fields:
        'date: Sat, 21 Nov 2026 10:00:00 GMT\ncontent-length: 5\ncontent-type: a/b\netag: x',
    },
  ],
}

test('there is a case for every rule, and a rule for every case', () => {
  assert.deepEqual(Object.keys(breaks).sort(), rules.map(({ id }) => id).sort())
})

for (const { id, side = 'request', advice } of rules) {
  for (const change of breaks[id]) {
    test(`${id} is broken by ${JSON.stringify(change)}, and alone`, () => {
      const parts = { ...get[side], ...change }
      const verdict = judge(side, parts).find((one) => one.id === id)
      // What is left out is advice, what is no date or no type is wrong.
      const isAdvice = advice && verdict?.values.kind !== 'bad'
      const [state, other] = isAdvice
        ? ['advice', 'broken']
        : ['broken', 'advice']
      assert.deepEqual(inState(side, parts, state), [id])
      assert.deepEqual(inState(side, parts, other), [])
      const kind = verdict?.values.kind ? `.${verdict.values.kind}` : ''
      const words = en[`why.${id}${kind}`]
      assert.ok(words, `why.${id}${kind}`)
      for (const [, name] of words.matchAll(/\{(\w+)\}/g)) {
        assert.notEqual(verdict?.values[name], undefined, name)
      }
    })
  }
}

test('what a server must refuse with 400, node:http refuses', async () => {
  for (const id of ['host', 'space', 'number', 'name', 'target']) {
    for (const change of breaks[id]) {
      // Of two Hosts node:http takes the first, and most targets as they are.
      if (change.fields === 'host: a\nhost: b') continue
      if (id === 'target' && !/ |^$/.test(change.target ?? '/')) continue
      const server = http.createServer((_req, res) => res.end('{}'))
      try {
        const parts = { ...get.request, ...change }
        const { status } = await send(server, bytesOf('request', parts))
        assert.equal(status, 400, JSON.stringify(change))
      } finally {
        server.close()
      }
    }
  }
})

test('chapter 01’s parser says where it refuses', () => {
  const parts = { ...get.request, fields: 'x : 1' }
  const { error, status } = parse(write('request', parts))
  assert.equal(status, 400)
  assert.match(error, /colon right after the field name at byte 22/)
})

test('the length is counted in bytes, and put in the place of the old one', () => {
  const parts = { ...get.request, body: 'joão' }
  assert.equal(
    withLength({ ...parts, fields: 'a: 1\nContent-Length: 9\nb: 2' }),
    'a: 1\ncontent-length: 5\nb: 2',
  )
  assert.equal(
    withLength({ ...parts, fields: 'a: 1' }),
    'a: 1\ncontent-length: 5',
  )
  assert.equal(
    withLength({ ...parts, fields: 'content-length: 1\ncontent-length: 2' }),
    'content-length: 5',
  )
})

test('reasons are those that node:http knows', () => {
  for (const [status, reason] of Object.entries(REASONS)) {
    const known = http.STATUS_CODES[status]
    // RFC 9110 has renamed one.
    assert.equal(reason, status === '413' ? 'Content Too Large' : known)
  }
})
