import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { forward } = await import(new URL(file, import.meta.url).href)

/** @typedef {[name: string, value: string][]} Fields */
/** @typedef {{ head: string, body: string }} Read */

const NEXT = 'GET /account HTTP/1.1\r\nHost: x\r\nCookie: nora\r\n\r\n'

/**
 * @param {object} parts
 * @param {string} [parts.method]
 * @param {string} [parts.target]
 * @param {Fields} [parts.fields] besides Host
 * @param {string} [parts.body]
 * @returns {string | undefined} what is passed on, one character a byte
 */
function passOn({ method = 'POST', target = '/a', fields = [], body = '' }) {
  const all = /** @type {Fields} */ ([['Host', 'x'], ...fields])
  const request = { method, target, fields: all, body: Buffer.from(body) }
  const bytes = forward(request)
  return bytes && Buffer.from(bytes).toString('latin1')
}

/**
 * Servers that do not read as we do: how long each takes a body to be.
 *
 * @type {Record<string, (head: string, rest: string) => number>}
 */
const SERVERS = {
  'by the first Content-Length': (head) =>
    Number(/^content-length[ \t]*:[ \t]*(\d+)/im.exec(head)?.[1] ?? 0),
  'by the last Content-Length': (head) =>
    Number(
      [...head.matchAll(/^content-length:[ \t]*(\d+)/gim)].at(-1)?.[1] ?? 0,
    ),
  'by anything like chunked': (head, rest) => {
    if (!/^transfer-encoding.*chunked/im.test(head)) {
      return Number(/^content-length:[ \t]*(\d+)/im.exec(head)?.[1] ?? 0)
    }
    const end = rest.indexOf('0\r\n\r\n')
    return end === -1 ? rest.length : end + 5
  },
}

/**
 * What a server reads that takes each LF, and each CR, for a line end.
 *
 * @param {string} bytes
 * @param {(head: string, rest: string) => number} bodyLength
 * @returns {Read[]}
 */
function readBy(bytes, bodyLength) {
  const requests = []
  let rest = bytes
  while (rest !== '' && requests.length < 9) {
    const [head] = /^[\s\S]*?(?:\r\n|\r(?!\n)|(?<!\r)\n){2}/.exec(rest) ?? [
      rest,
    ]
    rest = rest.slice(head.length)
    const length = bodyLength(head, rest)
    requests.push({ head, body: rest.slice(0, length) })
    rest = rest.slice(length)
  }
  return requests
}

/**
 * Holds that every server finds the request, with this body, and the next one.
 *
 * @param {string | undefined} passed
 * @param {string} body
 */
function assertOne(passed, body) {
  assert.ok(passed !== undefined, 'it is passed on')
  const expected = [
    [passed.split('\r\n')[0], Buffer.from(body).toString('latin1')],
    ['GET /account HTTP/1.1', ''],
  ]
  for (const [server, bodyLength] of Object.entries(SERVERS)) {
    const read = readBy(passed + NEXT, bodyLength)
    const found = read.map((request) => [
      request.head.split('\r')[0],
      request.body,
    ])
    assert.deepEqual(found, expected, `a server that reads ${server}`)
  }
}

test('a request is passed on with its fields, in their order', () => {
  const fields = /** @type {Fields} */ ([
    ['Accept', '*/*'],
    ['X-A', 'b'],
    ['X-A', 'c'],
  ])
  const expected =
    'GET /a HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nX-A: b\r\nX-A: c\r\n\r\n'
  assert.equal(passOn({ method: 'GET', fields }), expected)
})

test('a body has its length, in bytes', () => {
  assertOne(passOn({ body: 'hello' }), 'hello')
  assertOne(passOn({ body: 'olá' }), 'olá')
  assertOne(passOn({ body: '' }), '')
  assertOne(passOn({ method: 'DELETE', body: 'why' }), 'why')
})

test('where there is none, only GET, HEAD and DELETE say nothing of it', () => {
  for (const method of ['POST', 'PUT', 'PATCH']) {
    assert.match(String(passOn({ method })), /^Content-Length: 0\r$/m)
  }
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    assert.doesNotMatch(String(passOn({ method })), /Content-Length/i)
  }
})

test('what the client says of the length, in whatever case, is not passed on', () => {
  const body = '0\r\n\r\nGET /admin HTTP/1.1\r\nX: '
  /** @type {Fields[]} */
  const claims = [
    [['Content-Length', '5']],
    [
      ['CONTENT-LENGTH', '5'],
      ['content-length', '31'],
    ],
    [['Transfer-Encoding', 'chunked']],
    [
      ['transfer-ENCODING', 'xchunked'],
      ['Content-Length', '5'],
    ],
    [['Transfer-Encoding', 'gzip, chunked']],
  ]
  for (const fields of claims) assertOne(passOn({ fields, body }), body)
  for (const fields of claims) assertOne(passOn({ fields }), '')
})

test('what is between the client and us is not passed on', () => {
  const fields = /** @type {Fields} */ ([
    ['connection', 'X-Secret , keep-alive'],
    ['Keep-Alive', 'timeout=5'],
    ['Proxy-Connection', 'keep-alive'],
    ['x-secret', '1'],
    ['TE', 'trailers'],
    ['Trailer', 'Sum'],
    ['Upgrade', 'h2c'],
    ['Connection', 'X-Other'],
    ['X-Other', '2'],
    ['X-Third', '3'],
  ])
  const expected = 'GET /a HTTP/1.1\r\nHost: x\r\nX-Third: 3\r\n\r\n'
  assert.equal(passOn({ method: 'GET', fields }), expected)
})

test('Connection cannot take away the length that we have written', () => {
  const fields = /** @type {Fields} */ ([
    ['Connection', 'close, Content-Length'],
  ])
  assertOne(passOn({ fields, body: 'hello' }), 'hello')
})

test('Connection cannot take away the host', () => {
  assert.equal(passOn({ fields: [['Connection', 'close, HOST']] }), undefined)
})

test('there is exactly one Host', () => {
  assert.equal(passOn({ fields: [['host', 'y']] }), undefined)
  const request = {
    method: 'GET',
    target: '/',
    fields: [],
    body: Buffer.alloc(0),
  }
  assert.equal(forward(request), undefined)
})

test('a value that breaks a line is refused', () => {
  for (const breaker of ['\r\n', '\r', '\n', '\0']) {
    const value = `b${breaker}Transfer-Encoding: chunked`
    assert.equal(passOn({ fields: [['X-A', value]] }), undefined)
    assert.equal(passOn({ fields: [['Connection', value]] }), undefined)
  }
})

test('a name, a method or a target that breaks a line is refused', () => {
  for (const name of [
    '',
    'X A',
    'X-A ',
    'X:A',
    'X\r\nA',
    'X\nA',
    'Content-Length\t',
  ]) {
    assert.equal(
      passOn({ fields: [[name, '1']] }),
      undefined,
      JSON.stringify(name),
    )
  }
  for (const method of ['', 'GET /admin HTTP/1.1\r\nX: y\r\n\r\nGET', 'GE T']) {
    assert.equal(passOn({ method }), undefined, JSON.stringify(method))
  }
  for (const target of [
    '',
    '/ HTTP/1.1\r\nX: y',
    '/a b',
    '/a\n',
    '/\x7f',
    '/é',
  ]) {
    assert.equal(passOn({ target }), undefined, JSON.stringify(target))
  }
})
