import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { Head } from '../../lib/engine/head.js'
import { FieldLines, INCOMPLETE, INVALID } from '../../lib/engine/lines.js'
import { bytesOf, MAX_SIZE, numbersFrom, randomCuts, scan } from './scanning.js'

// What RFC 9110, 9112 and 3986 say, as regular expressions that are close to
// their grammar. Slow, and written without a look at the scan.

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const TARGET = "[!$%&'()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]^_`a-z{|}~]+"
const REQUEST_LINE = new RegExp(
  `^(${TOKEN}) (${TARGET}) HTTP/([0-9])\\.([0-9])$`,
)
const FIELD_LINE = new RegExp(
  `^(${TOKEN}):[ \\t]*((?:[\\t\\x20-\\x7e\\x80-\\xff]*[\\x21-\\x7e\\x80-\\xff])?)[ \\t]*$`,
)
const H16 = '[0-9A-Fa-f]{1,4}'
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const LS32 = `(?:${H16}:${H16}|${OCTET}(?:\\.${OCTET}){3})`
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|')
const SUB_DELIMS = "!$&'()*+,;="
const REG_NAME = `(?:[A-Za-z0-9\\-._~${SUB_DELIMS}]|%[0-9A-Fa-f]{2})`
const IP_FUTURE = `[vV][0-9A-Fa-f]+\\.[A-Za-z0-9\\-._~${SUB_DELIMS}:]+`
const LITERAL = `\\[(?:${IPV6}|${IP_FUTURE})\\]`
const HOST = new RegExp(`^(?:${LITERAL}|${REG_NAME}*)(?::[0-9]*)?$`)
const ABSOLUTE = new RegExp(
  `^[hH][tT][tT][pP][sS]?://((?:${LITERAL}|${REG_NAME}+)(?::[0-9]*)?)(?:[/?].*)?$`,
)

/**
 * @param {string} method
 * @param {string} target
 */
function isTarget(method, target) {
  if (target === '*') return method === 'OPTIONS'
  return target.startsWith('/') || ABSOLUTE.test(target)
}

/** @param {string} value */
const membersOf = (value) =>
  value
    .toLowerCase()
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))

/** @param {string} value of a Transfer-Encoding */
function codingStatus(value) {
  const members = membersOf(value)
  if (members.length === 1 && members[0] === 'chunked') return 0
  const others = members.slice(0, -1)
  const isOurLack =
    members.at(-1) === 'chunked' &&
    !others.includes('chunked') &&
    !others.includes('')
  return isOurLack ? 501 : 400
}

/**
 * @param {Map<string, string[]>} fields so far
 * @param {string} name
 * @param {string} value
 * @param {number} minor
 * @returns {number} a status, or 0
 */
function fieldStatus(fields, name, value, minor) {
  const isSecond = fields.has(name)
  if (name === 'host') return isSecond || !HOST.test(value) ? 400 : 0
  if (name === 'content-length') {
    const isLength = /^[0-9]+$/.test(value)
    return isSecond || !isLength || BigInt(value) >= 2n ** 53n ? 400 : 0
  }
  if (name !== 'transfer-encoding') return 0
  return isSecond || minor === 0 ? 400 : codingStatus(value)
}

/** @param {string} line */
function requestLine(line) {
  const parts = REQUEST_LINE.exec(line)
  if (parts === null) return { status: 400 }
  const [, method, target, major, minor] = parts
  if (!['1.0', '1.1'].includes(`${major}.${minor}`)) return { status: 505 }
  if (!METHODS.includes(method) || method === 'CONNECT') return { status: 501 }
  if (!isTarget(method, target)) return { status: 400 }
  return { status: 0, method, target, minor: +minor }
}

/**
 * @param {string} text that certainly has an end
 * @returns {any} what a scan should find out
 */
function naive(text) {
  const begin = text.startsWith('\r\n') ? 2 : 0
  let end = text.indexOf('\r\n', begin)
  const first = requestLine(text.slice(begin, end))
  if (first.status !== 0 || first.minor === undefined) {
    return { status: first.status }
  }
  const fieldsStart = end + 2
  /** @type {Map<string, string[]>} */
  const fields = new Map()
  for (;;) {
    const start = end + 2
    end = text.indexOf('\r\n', start)
    const line = text.slice(start, end)
    if (line === '') break
    const [, name, value] = FIELD_LINE.exec(line) ?? []
    if (name === undefined) return { status: 400 }
    const status = fieldStatus(fields, name.toLowerCase(), value, first.minor)
    if (status !== 0) return { status }
    const values = fields.get(name.toLowerCase()) ?? []
    fields.set(name.toLowerCase(), [...values, value])
  }
  return conclusion(first, fields, text.slice(fieldsStart, end), end + 2)
}

/**
 * @param {any} first
 * @param {Map<string, string[]>} fields
 * @param {string} text
 * @param {number} end
 */
function conclusion({ method, target, minor }, fields, text, end) {
  const isChunked = fields.has('transfer-encoding')
  const length = fields.get('content-length')?.[0]
  if (isChunked && length !== undefined) return { status: 400 }
  const options = (fields.get('connection') ?? []).flatMap(membersOf)
  const expectations = (fields.get('expect') ?? [])
    .flatMap(membersOf)
    .filter((member) => member !== '')
  const lacksHost = minor === 1 && !fields.has('host')
  const wantsClose = options.includes('close')
  const isContinue = (/** @type {string} */ one) =>
    one.toLowerCase() === '100-continue'
  return {
    status: 0,
    end,
    method,
    target,
    authority: ABSOLUTE.exec(target)?.[1] ?? null,
    minor,
    text,
    lacksHost,
    contentLength: length === undefined ? -1 : Number(length),
    isChunked,
    wantsClose,
    wantsKeepAlive: options.includes('keep-alive'),
    wantsUpgrade:
      minor === 1 &&
      !lacksHost &&
      !wantsClose &&
      fields.has('upgrade') &&
      options.includes('upgrade'),
    expectsContinue: minor === 1 && expectations.some(isContinue),
    hasUnknownExpectation: !expectations.every(isContinue),
  }
}

const METHOD_PARTS = [
  'GET',
  'POST',
  'OPTIONS',
  'CONNECT',
  'M-SEARCH',
  'get',
  'X',
]
const TARGET_PARTS = [
  '/',
  '/a/b?c=d%20',
  '*',
  'a:80',
  '[::1]:443',
  'http://a/b',
  'https://[::1]:1?c',
  'http://',
  'HTTP://a%41.b:80',
  'http://u@a/',
  '//a',
  '/#a',
  '/"',
  '/{|}',
  'a:0',
  'http://[1::2:3]/',
  'http://[v1.a]/',
]
const VERSION_PARTS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'http/1.1',
]
const FIELD_PARTS = [
  'Host: a',
  'host:a:80',
  'HOST: [::1]:80',
  'Host:',
  'Host: [1:2:3:4:5:6:1.2.3.4]',
  'Host: [1:2:3:4:5:6:7::]',
  'Host: [::1:2:3:4:5:6:7:8]',
  'Host: a%4',
  'Host: a b',
  'Content-Length: 5',
  'content-length:0',
  'Content-Length: +5',
  'Content-Length: 9007199254740993',
  'Content-Length: 1, 1',
  'Content-Length:',
  'Transfer-Encoding: chunked',
  'transfer-encoding:\tCHUNKED ',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: ,chunked',
  'Transfer-Encoding: chunked, chunked',
  'Connection: close',
  'Connection: Keep-Alive, Upgrade',
  'connection:upgrade,,close ',
  'Connection:',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'expect:100-Continue\t',
  'Expect: x',
  'Expect:',
  'Accept: */*',
  'X:',
  'Y: \t\xe9 "a" \t',
  'User-Agent: a/1.0 (b; c)',
  'Cookie: a=b; c=d',
  ' X: a',
  'X : a',
  'X',
]
const NOISE = [
  ...'\r\n\t :;,/?#@%"[]\0\x0b\x7f\x80\xa0\xffaZ09',
  '\r\n',
  '\r\n ',
]

/** @param {(below: number) => number} random */
function generate(random) {
  /** @param {string[]} parts @param {number} [usual] of which most are */
  const pick = (parts, usual = parts.length) =>
    parts[random(random(4) === 0 ? parts.length : usual)]
  const lines = [
    `${pick(METHOD_PARTS, 4)} ${pick(TARGET_PARTS, 2)} ${pick(VERSION_PARTS, 4)}`,
    ...(random(5) === 0 ? [] : [FIELD_PARTS[random(6)]]),
    ...Array.from(
      { length: random(5) },
      () => FIELD_PARTS[9 + random(FIELD_PARTS.length - 9)],
    ),
    '\r\n',
  ]
  let text = (random(9) === 0 ? '\r\n' : '') + lines.join('\r\n')
  for (let count = random(3) === 0 ? 1 + random(2) : 0; count > 0; count--) {
    const at = random(text.length)
    const isInserted = random(2) === 0
    const noise = random(3) === 0 ? '' : NOISE[random(NOISE.length)]
    text = text.slice(0, at) + noise + text.slice(isInserted ? at : at + 1)
  }
  return text
}

const { HEADS = 5000, SEED = 13 } = process.env

test(`${HEADS} heads are to the scan what they are to the grammar`, () => {
  const random = numbersFrom(Number(SEED))
  let taken = 0
  for (let round = 0; round < Number(HEADS); round++) {
    // Whatever the noise has done, there is an end.
    const text = `${generate(random)}\r\n\r\n`
    const expected = naive(text)
    const whole = scan(text)
    const message = JSON.stringify(text)
    const { refusal, ...found } = whole
    if (whole.end === INVALID) {
      assert.deepEqual({ status: refusal.status }, expected, message)
    } else {
      assert.deepEqual({ status: 0, ...found }, expected, message)
      taken++
    }
    const cuts = randomCuts(random, text.length)
    assert.deepEqual(scan(text, cuts), whole, message)
  }
  assert.ok(taken > Number(HEADS) / 8, `only ${taken} heads were valid`)
})

test('byte by byte, and cut in two anywhere, a head is the same', () => {
  const random = numbersFrom(14)
  for (let round = 0; round < 60; round++) {
    const text = `${generate(random)}\r\n\r\n`
    const whole = scan(text)
    const all = Array.from({ length: text.length }, (_, at) => at)
    assert.deepEqual(scan(text, all), whole, JSON.stringify(text))
    for (const cut of all) assert.deepEqual(scan(text, [cut]), whole)
  }
})

test('what is refused whole is refused in pieces when its line ends', () => {
  const random = numbersFrom(15)
  for (let round = 0; round < 60; round++) {
    const text = generate(random)
    for (let length = 0; length <= text.length; length++) {
      const prefix = text.slice(0, length)
      const all = Array.from({ length }, (_, at) => at)
      const found = scan(prefix, all)
      if (found.end === INCOMPLETE && !prefix.endsWith('\n')) continue
      assert.deepEqual(found, scan(prefix), JSON.stringify(prefix))
    }
  }
})

/**
 * @param {string} text
 * @param {number} step how many bytes come at once
 * @param {import('node:test').TestContext} t
 */
function workOf(text, step, t) {
  const head = new Head(MAX_SIZE)
  const bytes = bytesOf(text)
  const { copy, indexOf } = Buffer.prototype
  const { concat } = Buffer
  const { readLines } = FieldLines.prototype
  let copied = 0
  let looks = 0
  /** @param {Buffer} target @param {string} key */
  const look = (target, key) => {
    const value = Reflect.get(target, key)
    if (typeof value === 'number') looks++
    return typeof value === 'function' ? value.bind(target) : value
  }
  /** @param {Buffer} one */
  const counted = (one) => new Proxy(one, { get: look })
  /** @type {(this: FieldLines, ...values: Parameters<typeof readLines>) => number} */
  function readCounted(piece, start, lines) {
    /** @type {typeof lines} */
    const linesCounted = (one, from, to) =>
      Reflect.apply(lines, this, [counted(one), from, to])
    return Reflect.apply(readLines, this, [piece, start, linesCounted])
  }
  /** @type {(this: Buffer, ...values: any[]) => number} */
  function copyCounted(...values) {
    const count = Reflect.apply(copy, this, values)
    copied += count
    return count
  }
  /** @type {typeof concat} */
  function concatCounted(list, length) {
    for (const one of list) copied += one.length
    return concat(list, length)
  }
  /** @type {(this: Buffer, ...values: any[]) => number} */
  function searchCounted(...values) {
    const index = Reflect.apply(indexOf, this, values)
    looks += (index === -1 ? this.length : index + 1) - values[1]
    return index
  }
  t.mock.method(FieldLines.prototype, 'readLines', readCounted)
  t.mock.method(Buffer.prototype, 'copy', copyCounted)
  t.mock.method(Buffer, 'concat', concatCounted)
  t.mock.method(Buffer.prototype, 'indexOf', searchCounted)
  for (let at = 0; at < bytes.length; at += step) {
    head.scan(bytes.subarray(at, at + step), 0)
  }
  t.mock.restoreAll()
  assert.equal(head.method, 'GET')
  return { looks, copied }
}

const START = 'GET / HTTP/1.1\r\nHost: a\r\n'

for (const [what, head] of [
  ['one long value', `${START}a: ${'b'.repeat(16_000)}\r\n\r\n`],
  ['a value of spaces', `${START}a: ${' '.repeat(16_000)}\r\n\r\n`],
  [
    'a Connection of spaces',
    `${START}Connection:${' '.repeat(16_000)}\r\n\r\n`,
  ],
  [
    'a Connection of commas',
    `${START}Connection:${','.repeat(16_000)}\r\n\r\n`,
  ],
  [
    'a coding of spaces',
    `${START}Transfer-Encoding:${' '.repeat(16_000)},\r\n\r\n`,
  ],
  [
    'a coding of commas',
    `${START}Transfer-Encoding:${','.repeat(16_000)}\r\n\r\n`,
  ],
  ['zeros', `${START}Content-Length:${'0'.repeat(16_000)}\r\n\r\n`],
  ['one long name', `${START}${'a'.repeat(16_000)}: b\r\n\r\n`],
  ['one long target', `GET /${'a'.repeat(16_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a long host', `GET / HTTP/1.1\r\nHost: ${'a'.repeat(16_000)}\r\n\r\n`],
  ['many fields', `${START}${'a: b\r\n'.repeat(90)}\r\n`],
]) {
  test(`${what}: the work grows with the bytes, not with the pieces`, (t) => {
    for (const step of [1, 7, 1000, Infinity]) {
      const { looks, copied } = workOf(head, step, t)
      const message = `${step} at a time: ${looks} looks, ${copied} copied`
      assert.ok(looks >= head.length, message)
      assert.ok(looks <= 8 * head.length, message)
      assert.ok(copied <= 3 * head.length, message)
    }
  })
}
