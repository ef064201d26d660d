/** Makes requests, right and wrong ones, that a seed decides. */
import { rows } from '../cases/index.js'

/** @typedef {(limit: number) => number} Below an integer below the limit */

/**
 * Mulberry32, by Tommy Ettinger: numbers that a seed decides.
 *
 * @param {number} seed
 * @returns {Below}
 */
export function chance(seed) {
  let state = seed | 0
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % limit
  }
}

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'PROPFIND',
  'TRACE',
  'M-SEARCH',
]
const targets = [
  '/',
  '/a',
  '/a/b?c=d',
  '/?',
  '/%20',
  '//',
  '/..',
  "/-._~!$&'()*+,;=:@",
  'http://a/x',
  'http://a',
  'http://[::1]:80/',
  '/later',
  '/a?b=%C3%A9',
]
const lines = [
  'Accept: */*',
  'X:',
  'X: 1',
  'x: 2',
  'Cookie: a=b; c=d',
  'Y: a\tb',
  'Connection: keep-alive',
  'Accept-Encoding: gzip, br',
  'Z:  \t 3 \t',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0)',
  'W: caf\xe9',
  "!#$%&'*+-.^_`|~: 1",
  'TE: trailers',
  'Content-Type: text/plain',
  'Date: Mon, 23 Nov 2026 08:00:00 GMT',
  'If-None-Match: "a"',
]
const hosts = ['a', 'a.example:8080', '[::1]:80', '1.2.3.4', 'a_b', 'a%41']

/** What the cases send: each the beginning of something wrong. */
const seeds = rows
  .map(({ send }) => [send].flat().join(''))
  .map((text) => text.replace(/[1-9](?=\r\n)/, ''))
  .filter((text) => text.length > 0 && text.length < 3000)

/** The lines of the cases, for requests that are right otherwise. */
const oddLines = [
  ...new Set(seeds.flatMap((text) => text.split('\r\n'))),
].filter((line) => line.length < 200)

/** @template T @param {Below} below @param {T[]} list */
const pick = (below, list) => list[below(list.length)]

/** @param {Below} below @returns {string} */
function content(below) {
  const length = below(8) === 0 ? below(12_000) : below(120)
  const unit = pick(below, [
    'abcdefgh',
    '\r\n',
    '0\r\n\r\n',
    '\x00\xff',
    'GET / ',
  ])
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}

/** @param {Below} below @param {string} body */
function chunksOf(below, body) {
  let text = ''
  while (body.length > 0) {
    const size = 1 + below(body.length)
    const digits = size.toString(16)
    const extension =
      below(8) === 0 ? pick(below, [';a', ';a=b', ';a="b;c"']) : ''
    text += `${below(9) === 0 ? `00${digits.toUpperCase()}` : digits}${extension}\r\n`
    text += `${body.slice(0, size)}\r\n`
    body = body.slice(size)
  }
  const trailer = below(6) === 0 ? 'X-Trailer: 1\r\n' : ''
  return `${text}0\r\n${trailer}\r\n`
}

/** @param {Below} below @returns {string} a request as it should be */
export function request(below) {
  const method = pick(below, methods)
  const version = below(50) === 0 ? 'HTTP/1.0' : 'HTTP/1.1'
  const fields = Array.from({ length: below(8) }, () => pick(below, lines))
  fields.splice(below(fields.length + 1), 0, `Host: ${pick(below, hosts)}`)
  if (below(100) === 0) fields.push('Connection: close')
  if (below(40) === 0) fields.push('Expect: 100-continue')
  if (version === 'HTTP/1.0') fields.push('Connection: keep-alive')
  let body = ''
  const framing = below(method === 'GET' || method === 'HEAD' ? 12 : 3)
  if (framing === 0) {
    body = content(below)
    fields.push(`Content-Length: ${body.length}`)
  } else if (framing === 1 && version === 'HTTP/1.1') {
    fields.push('Transfer-Encoding: chunked')
    body = chunksOf(below, content(below))
  }
  const head = [`${method} ${pick(below, targets)} ${version}`, ...fields]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const bytes = [...'\r\n\t :;,=0159afAFxX"%/\\()<>@{}[]|^`#\x00\x0b\x7f\x80\xff']

/** @type {((text: string, below: Below) => string)[]} */
const mutations = [
  // A byte is another one, one more, or one less.
  (text, below) => splice(text, below(text.length + 1), 1, pick(below, bytes)),
  (text, below) => splice(text, below(text.length + 1), 0, pick(below, bytes)),
  (text, below) => splice(text, below(text.length + 1), 1, ''),
  (text, below) =>
    splice(text, below(text.length), 1, String.fromCharCode(below(256))),
  // A part is gone, there twice, or somewhere else.
  (text, below) => splice(text, below(text.length + 1), below(12), ''),
  (text, below) => {
    const at = below(text.length + 1)
    return splice(text, at, 0, text.slice(at, at + below(40)))
  },
  (text, below) => {
    const at = below(text.length + 1)
    const part = text.slice(at, at + below(30))
    const without = splice(text, at, part.length, '')
    return splice(without, below(without.length + 1), 0, part)
  },
  // A line is one of the cases', one more, gone, or there twice.
  (text, below) => byLine(text, below, () => [pick(below, oddLines)]),
  (text, below) => byLine(text, below, (line) => [line, pick(below, oddLines)]),
  (text, below) => byLine(text, below, () => []),
  (text, below) => byLine(text, below, (line) => [line, line]),
  // A line ends otherwise.
  (text, below) => {
    const ends = [...text.matchAll(/\r\n/g)].map(({ index }) => index)
    if (ends.length === 0) return text
    const end = pick(below, ['\n', '\r', '\r\r\n', '\n\r', '\r\n ', '\r\n\r\n'])
    return splice(text, pick(below, ends), 2, end)
  },
  // A number is another one.
  (text, below) => {
    const digits = [...text.matchAll(/\d+/g)]
    if (digits.length === 0) return text
    const { 0: number, index } = pick(below, digits)
    const other = pick(below, [
      '0',
      '1',
      '+5',
      '-1',
      '0x5',
      '18446744073709551621',
    ])
    return splice(text, index, number.length, other)
  },
]

/** @param {string} text @param {number} at @param {number} less @param {string} more */
const splice = (text, at, less, more) =>
  text.slice(0, at) + more + text.slice(at + less)

/**
 * @param {string} text
 * @param {Below} below
 * @param {(line: string) => string[]} change
 */
function byLine(text, below, change) {
  const all = text.split('\r\n')
  const at = below(all.length)
  all.splice(at, 1, ...change(all[at]))
  return all.join('\r\n')
}

/** @param {Below} below @returns {string} */
export function sample(below) {
  const count = 1 + below(20)
  const parts = Array.from({ length: count }, () => request(below))
  const kind = below(10)
  if (kind >= 8) parts.splice(below(count), 0, pick(below, seeds))
  if (kind >= 4) {
    for (let times = 1 + below(3); times > 0; times--) {
      const at = below(parts.length)
      parts[at] = pick(below, mutations)(parts[at], below)
    }
  }
  return parts.join('')
}
