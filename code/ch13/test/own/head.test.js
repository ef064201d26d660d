import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { Head } from '../../lib/engine/head.js'
import { INCOMPLETE, INVALID } from '../../lib/engine/lines.js'
import { answerOf } from '../../lib/engine/refuse.js'
import { bytesOf, MAX_SIZE, scan } from './scanning.js'

const LINE = 'GET / HTTP/1.1\r\n'
const HOST = 'Host: a\r\n'

/** @param {...string} lines of fields, behind the Host */
const withFields = (...lines) =>
  scan(
    `POST / HTTP/1.1\r\n${HOST}${lines.map((line) => `${line}\r\n`).join('')}\r\n`,
  )

/** @param {string} host */
const withHost = (host) => scan(`${LINE}Host:${host}\r\n\r\n`)

/** @param {string} line */
const withLine = (line) => scan(`${line}\r\n${HOST}\r\n`)

test('a head is its method, its target, its version and its fields', () => {
  const text = `GET /a?b=c HTTP/1.1\r\n${HOST}Accept:\t*/* \r\n\r\nnot of it`
  const { end, ...head } = scan(text)
  assert.equal(end, text.length - 'not of it'.length)
  assert.deepEqual(head, {
    refusal: null,
    method: 'GET',
    target: '/a?b=c',
    authority: null,
    minor: 1,
    text: `${HOST}Accept:\t*/* \r\n`,
    lacksHost: false,
    contentLength: -1,
    isChunked: false,
    wantsClose: false,
    wantsKeepAlive: false,
    wantsUpgrade: false,
    expectsContinue: false,
    hasUnknownExpectation: false,
  })
})

for (const method of METHODS) {
  if (method === 'CONNECT') continue
  test(`${method} is known`, () => {
    assert.equal(withLine(`${method} / HTTP/1.1`).method, method)
  })
}

for (const [what, line, status] of /** @type {[string, string, number][]} */ ([
  ['an unknown method (RFC 9110 §9.1)', 'FIND / HTTP/1.1', 501],
  ['a method in lower case (RFC 9110 §9.1)', 'get / HTTP/1.1', 501],
  ['a method that is no token (RFC 9112 §3.1)', 'G@T / HTTP/1.1', 400],
  ['no method (RFC 9112 §3.1)', ' / HTTP/1.1', 400],
  ['two spaces behind the method (RFC 9112 §3)', 'GET  / HTTP/1.1', 400],
  ['a tab behind the method (RFC 9112 §3)', 'GET\t/ HTTP/1.1', 400],
  ['two spaces behind the target (RFC 9112 §3)', 'GET /  HTTP/1.1', 400],
  ['a space behind the version (RFC 9112 §3)', 'GET / HTTP/1.1 ', 400],
  ['a space in a target (RFC 9112 §3.2)', 'GET /a b HTTP/1.1', 400],
  ['HTTP/0.9, which has no version', 'GET /', 400],
  ['no target', 'GET HTTP/1.1', 400],
  ['a version in lower case (RFC 9112 §2.3)', 'GET / http/1.1', 400],
  ['another protocol (RFC 9112 §2.3)', 'GET / HTCPCP/1.0', 400],
  ['a version of three digits (RFC 9112 §2.3)', 'GET / HTTP/1.10', 400],
  ['a version of one digit (RFC 9112 §2.3)', 'GET / HTTP/1', 400],
  ['HTTP/1.2', 'GET / HTTP/1.2', 505],
  ['HTTP/0.9, spelled out', 'GET / HTTP/0.9', 505],
  ['the preface of HTTP/2 (RFC 9113 §3.4)', 'PRI * HTTP/2.0', 505],
  ['HTTP/3.0', 'GET / HTTP/3.0', 505],
  ['a fragment (RFC 9112 §3.2)', 'GET /a#b HTTP/1.1', 400],
  ['a quote in a target (RFC 3986 §2)', 'GET /" HTTP/1.1', 400],
  ['an angle bracket in a target (RFC 3986 §2)', 'GET /<a> HTTP/1.1', 400],
  ['a byte above 7E in a target (RFC 3986 §2)', 'GET /\xe9 HTTP/1.1', 400],
  ['DEL in a target (RFC 3986 §2)', 'GET /\x7f HTTP/1.1', 400],
  ['NUL in a target', 'GET /\0 HTTP/1.1', 400],
  ['a target without a slash (RFC 9112 §3.2.1)', 'GET a HTTP/1.1', 400],
  ['a query alone (RFC 9112 §3.2.1)', 'GET ?a HTTP/1.1', 400],
  ['an asterisk for GET (RFC 9112 §3.2.4)', 'GET * HTTP/1.1', 400],
  ['more than an asterisk (RFC 9112 §3.2.4)', 'OPTIONS *a HTTP/1.1', 400],
  ['ftp (RFC 9112 §3.2.2)', 'GET ftp://a/ HTTP/1.1', 400],
  ['one slash behind http: (RFC 9112 §3.2.2)', 'GET http:/a HTTP/1.1', 400],
  ['http without a host (RFC 9110 §4.2.1)', 'GET http:/// HTTP/1.1', 400],
  ['a port without a host (RFC 9110 §4.2.1)', 'GET http://:80/ HTTP/1.1', 400],
  ['a user (RFC 9110 §4.2.4)', 'GET http://user@a/ HTTP/1.1', 400],
  ['a port that is no number', 'GET http://a:b/ HTTP/1.1', 400],
  ['a backslash in a host', 'GET http://a\\b/ HTTP/1.1', 400],
  ['host and port for GET (RFC 9112 §3.2.3)', 'GET a:80 HTTP/1.1', 400],
  ['CONNECT, since we have no tunnels', 'CONNECT a:80 HTTP/1.1', 501],
])) {
  test(`${status}: ${what}`, () => {
    const { end, refusal } = withLine(line)
    assert.equal(end, INVALID)
    assert.equal(refusal?.status, status)
  })
}

for (const [what, line, authority] of [
  ['origin form (RFC 9112 §3.2.1)', 'GET /a/b?c=d HTTP/1.1', null],
  ['two slashes', 'GET //a HTTP/1.1', null],
  ['what browsers leave in a query', 'GET /?[]^{|}`\\ HTTP/1.1', null],
  ['all that RFC 3986 allows', "GET /-._~!$&'()*+,;=:@%41 HTTP/1.1", null],
  ['absolute form (RFC 9112 §3.2.2)', 'GET http://a:80/b HTTP/1.1', 'a:80'],
  ['https', 'GET https://a/b HTTP/1.1', 'a'],
  ['a scheme in capitals (RFC 3986 §3.1)', 'GET HTTP://A/ HTTP/1.1', 'A'],
  ['absolute form without a path', 'GET http://a HTTP/1.1', 'a'],
  ['absolute form, query alone', 'GET http://a?b=/c HTTP/1.1', 'a'],
  ['absolute form, IPv6', 'GET http://[::1]:80/ HTTP/1.1', '[::1]:80'],
  ['asterisk form (RFC 9112 §3.2.4)', 'OPTIONS * HTTP/1.1', null],
]) {
  test(`taken: ${what}`, () => {
    const { end, target, authority: found } = withLine(String(line))
    assert.ok(end > 0)
    assert.equal(target, String(line).split(' ')[1])
    assert.equal(found, authority)
  })
}

for (const host of [
  ' a',
  ' a.b-c.d',
  ' A:80',
  ' 127.0.0.1:8080',
  ' a:',
  '',
  ' \t ',
  ':80',
  ' [::1]',
  ' [2001:db8::1]:443',
  ' [::ffff:192.0.2.1]',
  ' [v7.a:b]',
  " a_b~!$&'()*+,;=",
  ' %41%2f:1',
  '\ta\t',
]) {
  test(`Host may be '${host}' (RFC 9110 §7.2)`, () => {
    assert.ok(withHost(host).end > 0)
  })
}

for (const host of [
  ' a b',
  ' a/b',
  ' user@a',
  ' a:b',
  ' a:80:80',
  ' a:80a',
  ' a?b',
  ' a#b',
  ' a\\b',
  ' [::1',
  ' ::1',
  ' [::g]',
  ' [fe80::1%25eth0]',
  ' [fe80::1%eth0]',
  ' [::1]a',
  ' [127.0.0.1]',
  ' [v.a]',
  ' [v1.a;',
  ' %4',
  ' %zz',
  ' \xe9',
  ' a, b',
  ' http://a',
]) {
  test(`400: Host is '${host}' (RFC 9110 §7.2)`, () => {
    assert.equal(withHost(host).refusal?.code, 'ERR_VELOCY_BAD_HOST')
  })
}

test('a Host that is refused once is refused again', () => {
  for (const host of ['a', 'a b', 'a b', 'a']) {
    assert.equal(withHost(host).end > 0, host === 'a')
  }
})

test('HTTP/1.1 needs a Host, whatever the target (RFC 9112 §3.2)', () => {
  assert.equal(scan(`${LINE}\r\n`).lacksHost, true)
  assert.equal(scan('GET http://a/ HTTP/1.1\r\n\r\n').lacksHost, true)
  assert.equal(scan(`${LINE}Host:\r\n\r\n`).lacksHost, false)
})

test('HTTP/1.0 needs none (RFC 9112 §3.2)', () => {
  const { minor, lacksHost } = scan('GET / HTTP/1.0\r\n\r\n')
  assert.deepEqual([minor, lacksHost], [0, false])
})

test('400: two Hosts, even of one kind (RFC 9112 §3.2)', () => {
  for (const line of [
    LINE,
    'GET / HTTP/1.0\r\n',
    'GET http://a/ HTTP/1.1\r\n',
  ]) {
    const { refusal } = scan(`${line}${HOST}hOST: a\r\n\r\n`)
    assert.equal(refusal?.code, 'ERR_VELOCY_BAD_HOST')
  }
})

for (const [what, lines] of /** @type {[string, string][]} */ ([
  ['no colon', 'a\r\n'],
  ['no name', ': a\r\n'],
  ['a name that is no token', 'a@b: c\r\n'],
  ['a byte above 7E in a name', 'a\xe9: b\r\n'],
  ['NUL in a name', 'a\0: b\r\n'],
  [
    'a space before the colon (§5.1; CVE-2021-22959, CVE-2019-16276)',
    'a : b\r\n',
  ],
  ['a tab before the colon (§5.1)', 'a\t: b\r\n'],
  ['a space before the first field (§2.2)', ' a: b\r\n'],
  ['a folded value (§5.2; CVE-2022-32215)', 'a: b\r\n c\r\n'],
  ['a value folded by a tab (§5.2)', 'a: b\r\n\tc\r\n'],
  ['a folded name (CVE-2024-27982)', `a: b\r\n Content-Length: 5\r\n`],
  ['NUL in a value (RFC 9110 §5.5)', 'a: \0\r\n'],
  ['a control character in a value (RFC 9110 §5.5)', 'a: \x1f\r\n'],
  ['DEL in a value (RFC 9110 §5.5)', 'a: \x7f\r\n'],
  [
    'LF alone in a value (§2.2; CVE-2022-32214, CVE-2022-35256)',
    'a: b\nc: d\r\n',
  ],
  ['CR alone in a value (§2.2; CVE-2023-30589)', 'a: b\rc: d\r\n'],
  ['CR alone behind a value (§2.2)', 'a: b\r\rc: d\r\n'],
  ['two CRs', 'a: b\r\r\n'],
  ['CR alone before the end (CVE-2025-23167)', 'a: b\r\n\rX'],
  ['LF alone at the end', 'a: b\r\n\n'],
  ['CR alone in a name', 'a\r: b\r\n'],
])) {
  test(`400: ${what} (RFC 9112)`, () => {
    const { end, refusal } = scan(`${LINE}${HOST}${lines}\r\n`)
    assert.equal(end, INVALID)
    assert.equal(refusal?.status, 400)
  })
}

test('400: LF alone behind the request line (RFC 9112 §2.2)', () => {
  assert.equal(scan(`GET / HTTP/1.1\n${HOST}\r\n`).refusal?.status, 400)
  assert.equal(scan(`GET / HTTP/1.1\r${HOST}\r\n`).refusal?.status, 400)
})

test('one empty line before a request is forgiven (RFC 9112 §2.2)', () => {
  const { end, method, text } = scan(`\r\n${LINE}${HOST}\r\n`)
  assert.equal(end, `\r\n${LINE}${HOST}\r\n`.length)
  assert.deepEqual([method, text], ['GET', HOST])
  assert.equal(scan(`\r\n\r\n${LINE}`).refusal?.status, 400)
  assert.equal(scan(`\n${LINE}`).refusal?.status, 400)
  assert.equal(scan(`\r${LINE}`).refusal?.status, 400)
})

test('a value may have bytes above 7F and whitespace (RFC 9110 §5.5)', () => {
  const { text } = withFields('a: \xe9\xff\t "b"', 'c:')
  assert.equal(text, `${HOST}a: \xe9\xff\t "b"\r\nc:\r\n`)
})

for (const [what, value] of [
  ['none', ''],
  ['a plus sign (CVE-2021-32715)', '+5'],
  ['a minus sign', '-5'],
  ['a list (RFC 9110 §8.6)', '5, 5'],
  ['an empty member', '5,'],
  ['hexadecimal (CVE-2023-38697)', '0x5'],
  ['an underscore', '1_0'],
  ['a space in it (CVE-2018-7159)', '1 2'],
  ['a point', '5.0'],
  ['a letter', '5a'],
  ['quotes', '"5"'],
  ['a number that is not exact (RFC 9112 §6.3)', '9007199254740992'],
  ['a number that overflows (RFC 9112 §6.3)', '18446744073709551621'],
  ['digits above 7F', '\xb2'],
]) {
  test(`400: Content-Length with ${what}`, () => {
    const { refusal } = withFields(`Content-Length: ${value}`)
    assert.equal(refusal?.code, 'HPE_INVALID_CONTENT_LENGTH')
  })
}

test('Content-Length is digits (RFC 9112 §6.2)', () => {
  assert.equal(withFields('Content-Length: 0').contentLength, 0)
  assert.equal(withFields('content-length:\t 12 \t').contentLength, 12)
  assert.equal(withFields('Content-Length: 007').contentLength, 7)
  const largest = withFields('Content-Length: 9007199254740991')
  assert.equal(largest.contentLength, Number.MAX_SAFE_INTEGER)
})

test('400: two Content-Lengths, even of one value (RFC 9112 §6.3)', () => {
  for (const second of ['5', '6', '']) {
    const lines = ['Content-Length: 5', `CONTENT-LENGTH: ${second}`]
    const { refusal } = withFields(...lines)
    assert.equal(refusal?.code, 'HPE_INVALID_CONTENT_LENGTH')
  }
})

test('400: Content-Length and Transfer-Encoding (RFC 9112 §6.1)', () => {
  const lines = ['Content-Length: 5', 'Transfer-Encoding: chunked']
  for (const fields of [lines, lines.toReversed()]) {
    const { refusal } = withFields(...fields)
    assert.equal(refusal?.code, 'HPE_UNEXPECTED_CONTENT_LENGTH')
  }
})

for (const [
  status,
  what,
  ...values
] of /** @type {[number, ...string[]][]} */ ([
  [400, 'no coding', ''],
  [400, 'chunked not last (RFC 9112 §6.3)', 'chunked, gzip'],
  [400, 'no chunked (RFC 9112 §6.3)', 'gzip'],
  [400, 'identity', 'identity'],
  [400, 'chunked twice (RFC 9112 §6.1)', 'chunked, chunked'],
  [400, 'chunked twice in two lines', 'chunked', 'chunked'],
  [400, 'chunked, and another in a second line', 'chunked', 'identity'],
  [400, 'an empty line before (Bun 40215)', '', 'chunked'],
  [400, 'two lines', 'gzip', 'chunked'],
  [400, 'an empty member', ', chunked'],
  [400, 'an empty member at the end (CVE-2022-32213)', 'chunked,'],
  [400, 'a parameter', 'chunked;a=b'],
  [400, 'quotes', '"chunked"'],
  [400, 'something like chunked', 'xchunked'],
  [400, 'something like chunked', 'chunkedx'],
  [400, 'something like chunked', 'chunked chunked'],
  [400, 'a vertical tab (CVE-2022-1705)', '\x0bchunked'],
  [400, 'a no-break space', '\xa0chunked'],
  [501, 'a coding that we do not know (RFC 9112 §6.1)', 'gzip, chunked'],
  [501, 'two of them', 'a, b ,\tCHUNKED'],
])) {
  test(`${status}: Transfer-Encoding with ${what}: ${values}`, () => {
    const lines = values.map((value) => `Transfer-Encoding: ${value}`)
    assert.equal(withFields(...lines).refusal?.status, status)
  })
}

test('chunked is the one coding, whatever its case (RFC 9112 §7)', () => {
  assert.equal(withFields('transfer-encoding:Chunked\t ').isChunked, true)
})

test('400: Transfer-Encoding in HTTP/1.0 (RFC 9112 §6.1)', () => {
  const { refusal } = scan(
    'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  assert.equal(refusal?.code, 'HPE_INVALID_TRANSFER_ENCODING')
})

test('only a field of exactly that name counts', () => {
  const head = withFields(
    'Content_Length: 5',
    'Content-Lengthy: 5',
    'Transfer~Encoding: chunked',
    'Xontent-Length: 5',
  )
  assert.equal(head.contentLength, -1)
  assert.equal(head.isChunked, false)
})

test('Connection is a list of options (RFC 9110 §7.6.1)', () => {
  const close = withFields('Connection: foo ,\tCLOSE, keep-alives')
  assert.deepEqual([close.wantsClose, close.wantsKeepAlive], [true, false])
  const both = withFields('Connection: ,Keep-Alive', 'connection: close')
  assert.deepEqual([both.wantsClose, both.wantsKeepAlive], [true, true])
  assert.equal(withFields('Connection: closed').wantsClose, false)
  assert.equal(withFields('Connection: xclose').wantsClose, false)
})

test('a connection is kept as its version and options say (RFC 9112 §9.3)', () => {
  /** @param {string} version @param {string} options */
  const isKept = (version, options) => {
    const head = new Head(MAX_SIZE)
    const bytes = bytesOf(`GET / ${version}\r\nConnection: ${options}\r\n\r\n`)
    head.scan(bytes, 0)
    return head.keepsAlive
  }
  assert.equal(isKept('HTTP/1.1', ''), true)
  assert.equal(isKept('HTTP/1.1', 'close'), false)
  assert.equal(isKept('HTTP/1.1', 'keep-alive, close'), false)
  assert.equal(isKept('HTTP/1.0', ''), false)
  assert.equal(isKept('HTTP/1.0', 'keep-alive'), true)
  assert.equal(isKept('HTTP/1.0', 'keep-alive, close'), false)
})

test('an upgrade needs the field and the option (RFC 9110 §7.8)', () => {
  const both = withFields('Upgrade: websocket', 'Connection: Upgrade')
  assert.equal(both.wantsUpgrade, true)
  assert.equal(withFields('Upgrade: websocket').wantsUpgrade, false)
  assert.equal(withFields('Connection: upgrade').wantsUpgrade, false)
  const old = scan(
    'GET / HTTP/1.0\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n',
  )
  assert.equal(old.wantsUpgrade, false)
})

test('an upgrade needs a Host, and a connection that stays', () => {
  const upgrade = 'Upgrade: a\r\nConnection: upgrade'
  assert.equal(scan(`${LINE}${upgrade}\r\n\r\n`).wantsUpgrade, false)
  const closing = withFields('Upgrade: a', 'Connection: close, upgrade')
  assert.equal(closing.wantsUpgrade, false)
})

test('what is no HTTP is refused at its first byte or line', () => {
  const hello = '\x16\x03\x01\x02\x00\x01\x00'
  for (const text of [hello, 'GET /hey\n', 'GET / HTTP/2.0\r\n']) {
    const all = Array.from({ length: text.length }, (_, at) => at)
    assert.equal(scan(text).end, INVALID)
    assert.equal(scan(text, all).end, INVALID)
  }
  assert.equal(scan(hello.slice(0, 1)).end, INVALID)
})

test('100-continue is the one expectation (RFC 9110 §10.1.1)', () => {
  const known = withFields('Expect: 100-Continue')
  assert.deepEqual(
    [known.expectsContinue, known.hasUnknownExpectation],
    [true, false],
  )
  assert.equal(withFields('Expect: 200-ok').hasUnknownExpectation, true)
  const both = withFields('Expect: x,100-continue')
  assert.deepEqual(
    [both.expectsContinue, both.hasUnknownExpectation],
    [true, true],
  )
  // It is a list, and an empty member of a list is none (§5.6.1.2).
  assert.equal(withFields('Expect:').hasUnknownExpectation, false)
  const list = withFields('Expect: ,100-continue ,\t, 100-continue')
  assert.deepEqual(
    [list.expectsContinue, list.hasUnknownExpectation],
    [true, false],
  )
  const old = scan('GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n')
  assert.equal(old.expectsContinue, false)
})

test('a head may have exactly as many bytes as the limit', () => {
  const before = `${LINE}${HOST}a: `
  const value = 'b'.repeat(MAX_SIZE - before.length - 4)
  assert.equal(scan(`${before}${value}\r\n\r\nrest`).end, MAX_SIZE)
  const { refusal } = scan(`${before}${value}b\r\n\r\n`)
  assert.equal(refusal?.status, 431)
  assert.equal(scan(`${before}${value}b`).end, INCOMPLETE)
  assert.equal(scan(`${before}${value}bbbb`).refusal?.status, 431)
})

test('what is wrong within the limit is told, not that it is too large', () => {
  const before = 'GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\na: '
  const value = 'b'.repeat(MAX_SIZE - before.length - 4)
  const { refusal } = scan(`${before}${value}\r\n\r\n`)
  assert.equal(refusal?.status, 400)
})

test('414: a request line that does not end within the limit', () => {
  for (const start of ['', 'GET /', 'GET / ']) {
    const line = `${start}${'a'.repeat(MAX_SIZE - start.length)}`
    assert.equal(scan(`${line}a`).refusal?.status, 414)
    assert.equal(scan(line).refusal?.status, 414)
    assert.equal(scan(line, [1, 99]).refusal?.status, 414)
    assert.equal(scan(line.slice(0, -1)).end, INCOMPLETE)
  }
})

test('431: a field that does not end within the limit, in pieces', () => {
  const text = `${LINE}a: ${'b'.repeat(MAX_SIZE)}`
  assert.equal(scan(text, [1, 99, 999]).refusal?.status, 431)
})

test('a refusal answers with what is wrong, and closes', () => {
  const { refusal } = scan('GET / HTTP/2.0\r\n\r\n')
  const [head, body] = answerOf(refusal).split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 505 HTTP Version Not Supported\r\nDate: /)
  assert.match(head, /^Connection: close\r?$/m)
  assert.match(head, new RegExp(`^Content-Length: ${body.length}\r?$`, 'm'))
})
