import assert from 'node:assert/strict'
import { IncomingMessage, METHODS } from 'node:http'
import { timePerUse } from '../../ch09/bench/fresh.js'
import { Head } from '../lib/engine/head.js'
import { rawHeadersOf } from '../lib/http/fields.js'
import { freshRequest } from './request.js'

/**
 * What each contender finds out of the bytes of a head. All of them check each
 * byte against the grammar. (llhttp, which node:http has, cannot be reached
 * from JavaScript without an undocumented binding, so it isn't here.)
 *
 * @typedef {{ method: string, target: string, host: string | undefined }} Found
 */

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TARGET = /^[!$-;=?-~]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * @param {Buffer} bytes
 * @returns {Found | null}
 */
function split(bytes) {
  const lines = bytes.toString('latin1').split('\r\n')
  if (lines.length < 3 || lines.pop() !== '' || lines.pop() !== '') return null
  const [method, target, version, more] = lines[0].split(' ')
  if (!METHODS.includes(method) || !TARGET.test(target)) return null
  if (version !== 'HTTP/1.1' || more !== undefined) return null
  /** @type {Record<string, string>} */
  const headers = {}
  for (let i = 1; i < lines.length; i++) {
    const colon = lines[i].indexOf(':')
    const name = lines[i].slice(0, colon)
    const value = lines[i].slice(colon + 1)
    if (!TOKEN.test(name) || !VALUE.test(value)) return null
    headers[name.toLowerCase()] = value.trim()
  }
  return { method, target, host: headers.host }
}

const REQUEST_LINE =
  /([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([!$-;=?-~]+) HTTP\/1\.1\r\n/y
const FIELD_LINE =
  /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\t\x20-\x7e\x80-\xff]*)\r\n/y

/**
 * @param {Buffer} bytes
 * @returns {Found | null}
 */
function expression(bytes) {
  const text = bytes.toString('latin1')
  REQUEST_LINE.lastIndex = 0
  const line = REQUEST_LINE.exec(text)
  if (line === null || !METHODS.includes(line[1])) return null
  /** @type {Record<string, string>} */
  const headers = {}
  let end = REQUEST_LINE.lastIndex
  for (;;) {
    FIELD_LINE.lastIndex = end
    const field = FIELD_LINE.exec(text)
    if (field === null) break
    headers[field[1].toLowerCase()] = field[2].trim()
    end = FIELD_LINE.lastIndex
  }
  if (text.slice(end) !== '\r\n') return null
  return { method: line[1], target: line[2], host: headers.host }
}

/** @param {Buffer} bytes */
function scan(bytes) {
  const head = new Head(16_384)
  return head.scan(bytes, 0) < 0 ? null : head
}

/**
 * The same, for a handler that asks for a header.
 *
 * @param {Buffer} bytes
 * @returns {Found | null}
 */
function scanAndAsk(bytes) {
  const head = scan(bytes)
  if (head === null) return null
  /** @type {Record<string, string>} */
  const headers = {}
  const raw = rawHeadersOf(head.text)
  for (let i = 0; i < raw.length; i += 2) add(raw[i], raw[i + 1], headers)
  return { method: head.method, target: head.target, host: headers.host }
}

const { prototype } = /** @type {any} */ (IncomingMessage)
/** @type {(name: string, value: string, headers: object) => void} */
const add = (name, value, headers) =>
  prototype._addHeaderLine(name, value, headers)

/** @type {Record<string, (bytes: Buffer) => unknown>} */
const contenders = {
  velocy: scan,
  'velocy-headers': scanAndAsk,
  expression,
  split,
}

/** What wrk, curl and a browser send, with `N` for what is never the same. */
const HEADS = {
  59: ['GET /hello?id=NNNNNNNNNN HTTP/1.1', 'Host: localhost:8080'],
  400: [
    'GET /bench/velocy?id=NNNNNNNN HTTP/1.1',
    'Host: www.example.com',
    'User-Agent: curl/8.14.1',
    'Accept: application/json',
    'Accept-Encoding: deflate, gzip, br, zstd',
    'Authorization: Bearer NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN',
    'X-Request-Id: NNNNNNNN-NNNN-NNNN-NNNN-NNNNNNNNNNNN',
    'If-None-Match: "NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"',
    'Cookie: session=NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN; theme=dark',
  ],
  674: [
    'GET /bench/velocy?id=NNNNNNNN HTTP/1.1',
    'Host: www.example.com',
    'Connection: keep-alive',
    'Cache-Control: max-age=0',
    'Upgrade-Insecure-Requests: 1',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Sec-Fetch-Site: none',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-User: ?1',
    'Sec-Fetch-Dest: document',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: pt-BR,pt;q=0.9,en;q=0.8',
    'Referer: https://www.example.com/bench/velocy?id=NNNNNNNNNNNNNNN',
    'Cookie: session=NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN; theme=dark',
  ],
}

/** @param {string} contender */
function measure(contender) {
  const read = contenders[contender]
  if (!read) {
    const names = Object.keys(contenders).join(', ')
    throw new Error(`got ${contender}, expected one of ${names}`)
  }
  const seconds = Number(process.env.DURATION ?? 2) / 3
  /** @type {Record<string, number>} */
  const figures = {}
  for (const [size, lines] of Object.entries(HEADS)) {
    const one = freshRequest(lines)
    assert.equal(one.length, Number(size))
    const found = /** @type {Found} */ (read(one))
    assert.equal(found.method, 'GET')
    assert.equal(found.target, String(one).split(' ')[1])
    assert.equal(read(Buffer.from('GET / HTTP/1.1\r\nA : b\r\n\r\n')), null)
    figures[`ns.head-${size}`] = timePerUse(
      () => freshRequest(lines),
      read,
      seconds,
    )
  }
  return figures
}

console.log(JSON.stringify(measure(process.argv[2])))
