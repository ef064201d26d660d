import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { HEAD_LIMIT, parseRequestHead, requestParts } = await library(
  'lib/http/request-head.js',
)

const bytesOf = (/** @type {string} */ text) => Buffer.from(text, 'latin1')

/** @param {string} text */
function parse(text) {
  const head = parseRequestHead(bytesOf(text))
  assert.ok(head && !head.error, `not parsed: ${JSON.stringify(head)}`)
  return head
}

/** @param {string} text */
function errorOf(text) {
  const { error } = requestParts(bytesOf(text))
  return error && `${error.status} ${error.code} at ${error.at}`
}

const WHOLE = 'GET /hello?a=1 HTTP/1.1\r\nHost: localhost\r\nX-Empty:\r\n\r\n'

test('a head becomes method, target, version and headers', () => {
  assert.deepEqual(parse(WHOLE), {
    method: 'GET',
    target: '/hello?a=1',
    version: 'HTTP/1.1',
    headers: [
      ['Host', 'localhost'],
      ['X-Empty', ''],
    ],
    bodyStart: WHOLE.length,
    error: null,
  })
})

test('every byte of a head belongs to exactly one part', () => {
  const { parts, bodyStart } = requestParts(bytesOf(`${WHOLE}next`))
  let position = 0
  for (const { start, end } of parts) {
    assert.equal(start, position)
    assert.ok(end > start)
    position = end
  }
  assert.equal(position, WHOLE.length)
  assert.equal(bodyStart, WHOLE.length)
})

test('until the last byte is there, a head is incomplete, not wrong', () => {
  for (let length = 0; length < WHOLE.length; length++) {
    assert.equal(parseRequestHead(bytesOf(WHOLE.slice(0, length))), null)
  }
})

test('a head is found at an offset, and tells where the next one starts', () => {
  const bytes = bytesOf(WHOLE + WHOLE)
  const second = parseRequestHead(bytes, WHOLE.length)
  assert.ok(second && !second.error)
  assert.equal(second.target, '/hello?a=1')
  assert.equal(second.bodyStart, bytes.length)
})

test('whitespace around a value is not part of it, inside it is', () => {
  const { headers } = parse('GET / HTTP/1.1\r\na: \t b \t c\t \r\n\r\n')
  assert.deepEqual(headers, [['a', 'b \t c']])
})

test('a value may hold bytes above 0x7f, one character each', () => {
  const { headers } = parse('GET / HTTP/1.1\r\na: \xe9\xff\r\n\r\n')
  assert.deepEqual(headers, [['a', '\xe9\xff']])
})

test('one empty line before the request line is ignored', () => {
  assert.equal(parse(`\r\n${WHOLE}`).method, 'GET')
  assert.equal(errorOf(`\r\n\r\n${WHOLE}`), '400 bad-method at 2')
})

for (const [what, text, expected] of [
  ['a line that begins with a space', ' GET', '400 bad-method at 0'],
  ['a method that is no token', 'G@T', '400 bad-space at 1'],
  ['two spaces', 'GET  /', '400 bad-target at 4'],
  ['HTTP/0.9', 'GET /\r\n', '400 bad-space at 5'],
  ['a target above 0x7e', 'GET /\xe9', '400 bad-space at 5'],
  ['HTTP/2.0', 'PRI * HTTP/2.0\r\n', '505 unsupported-version at 6'],
  ['no version at all', 'GET / HTTPS\r\n', '400 bad-version at 6'],
  ['a space after the version', 'GET / HTTP/1.1 ', '400 bad-line-end at 14'],
  ['LF alone', 'GET / HTTP/1.1\n', '400 bad-line-end at 14'],
  ['CR alone', 'GET / HTTP/1.1\r\na: b\rc', '400 bad-line-end at 21'],
  ['NUL', 'GET / HTTP/1.1\r\na: b\0', '400 bad-line-end at 20'],
  ['no field name', 'GET / HTTP/1.1\r\n: b', '400 bad-field-name at 16'],
  ['space before colon', 'GET / HTTP/1.1\r\na : b', '400 bad-colon at 17'],
  ['no colon', 'GET / HTTP/1.1\r\nab\r\n', '400 bad-colon at 18'],
  [
    'a folded value',
    'GET / HTTP/1.1\r\na: b\r\n c',
    '400 bad-field-name at 22',
  ],
  ['CR before no LF', 'GET / HTTP/1.1\r\n\rx', '400 bad-empty-line at 17'],
]) {
  test(`${what} is refused as soon as it is seen`, () => {
    assert.equal(errorOf(text), expected)
  })
}

test('a head of exactly the limit is accepted, one byte more is not', () => {
  const start = 'GET / HTTP/1.1\r\na: '
  const value = 'b'.repeat(HEAD_LIMIT - start.length - 4)
  assert.equal(parse(`${start}${value}\r\n\r\n`).bodyStart, HEAD_LIMIT)
  const error = errorOf(`${start}${value}b\r\n\r\n`)
  assert.equal(error, `431 head-too-large at ${HEAD_LIMIT}`)
})

test('a target that does not end within the limit has its own error', () => {
  const error = errorOf(`GET /${'a'.repeat(HEAD_LIMIT)}`)
  assert.equal(error, `414 target-too-long at ${HEAD_LIMIT}`)
})

test('an error says what was expected, where and what came', () => {
  const { error } = requestParts(bytesOf('GET /hello\r\n'))
  assert.equal(error?.message, 'expected one space at byte 10, got 0x0d')
  const version = requestParts(bytesOf('GET / HTTPS\r\n')).error
  assert.equal(version?.message, 'expected HTTP/1.1 at byte 6, got HTTPS')
})

test('an offset does not move the byte that the message names', () => {
  const { error } = requestParts(bytesOf(`${WHOLE}G@T`), WHOLE.length)
  assert.equal(error?.message, 'expected one space at byte 1, got "@"')
  assert.equal(error?.at, WHOLE.length + 1)
})
