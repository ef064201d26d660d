import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { glyph, hex } from '../bytes/bytes.js'
import { describeRequest, describeSegment } from './describe.js'
import { inspect, toBytes } from './model.js'
import { presets } from './presets.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const catalogs = readCatalogs(path.join(here, 'strings'))
const t = translator(catalogs, 'en')

/**
 * @param {string} name
 * @param {number} [arrived]
 */
function look(name, arrived) {
  const bytes = toBytes(presets[name].text, true)
  return inspect(bytes, arrived ?? bytes.length)
}

/** @param {string} name of a preset */
const states = (name) => look(name).requests.map(({ state }) => state)

test('line ends become CR LF or LF, whatever was typed', () => {
  assert.deepEqual([...toBytes('a\r\nb\n', true)], [97, 13, 10, 98, 13, 10])
  assert.deepEqual([...toBytes('a\r\nb\n', false)], [97, 10, 98, 10])
})

test('the presets are what their names say', () => {
  assert.deepEqual(states('simple'), ['complete'])
  assert.deepEqual(states('query'), ['complete'])
  assert.deepEqual(states('pipelined'), ['complete', 'complete'])
  assert.deepEqual(states('noHost'), ['refused'])
  assert.deepEqual(states('badHost'), ['refused'])
  assert.deepEqual(states('folded'), ['invalid'])
  const { requests } = look('split', presets.split.arrived)
  assert.equal(requests[0].state, 'incomplete')
})

test('a request is incomplete until its last byte', () => {
  const total = toBytes(presets.simple.text, true).length
  for (let arrived = 1; arrived < total; arrived++) {
    assert.equal(look('simple', arrived).requests[0].state, 'incomplete')
  }
  assert.equal(look('simple', total).requests[0].state, 'complete')
})

test('a method is known only when the space after it has arrived', () => {
  assert.equal(look('simple', 3).requests[0].method, '')
  assert.equal(look('simple', 4).requests[0].method, 'GET')
  assert.equal(look('simple', 4).requests[0].target, '')
  assert.equal(look('simple', 11).requests[0].target, '/hello')
})

test('header fields are counted when their lines have ended', () => {
  assert.equal(look('query').requests[0].fields, 3)
  assert.equal(look('simple', 42).requests[0].fields, 0)
  assert.equal(look('simple', 43).requests[0].fields, 1)
})

test('every byte is in one segment, however many have arrived', () => {
  for (const name of Object.keys(presets)) {
    const total = toBytes(presets[name].text, true).length
    for (let arrived = 0; arrived <= total; arrived++) {
      let position = 0
      for (const { start, end } of look(name, arrived).segments) {
        assert.equal(start, position)
        assert.ok(end > start)
        position = end
      }
      assert.equal(position, total, `${name}, ${arrived} bytes arrived`)
    }
  }
})

test('an error is at the byte that is wrong', () => {
  const bytes = toBytes('GET  /hello HTTP/1.1\n\n', true)
  const [request] = inspect(bytes, bytes.length).requests
  assert.equal(request.state, 'invalid')
  assert.equal(request.error?.at, 4)
})

test('bare line feeds are refused where they stand', () => {
  const bytes = toBytes(presets.simple.text, false)
  const [request] = inspect(bytes, bytes.length).requests
  assert.equal(request.error?.at, 19)
})

test('a connection that is to be closed is said to be', () => {
  const bytes = toBytes(presets.query.text, true)
  const [request] = look('query').requests
  assert.match(describeRequest(request, bytes, t), /closes after the answer/)
})

for (const language of Object.keys(catalogs)) {
  test(`${language}: every state and part of the presets can be said`, () => {
    const say = translator(catalogs, language)
    for (const name of Object.keys(presets)) {
      for (const crlf of [true, false]) {
        const bytes = toBytes(presets[name].text, crlf)
        for (let arrived = 0; arrived <= bytes.length; arrived++) {
          const { requests, segments } = inspect(bytes, arrived)
          const texts = [
            ...requests.map((one) => describeRequest(one, bytes, say)),
            ...segments.map((one) => describeSegment(one, bytes, say)),
          ]
          for (const text of texts) {
            assert.doesNotMatch(text, /undefined|NaN|[{}]/)
          }
        }
      }
    }
  })
}

test('every reason to refuse a request has words', () => {
  const parser = read('request-head.js')
  const rules = read('connection.js')
  const kinds = Array.from(
    parser.matchAll(/^ {2}'?([a-z-]+)'?: '.+',$/gm),
    ([, kind]) => `bad-${kind}`,
  )
  const codes = [
    ...kinds,
    ...Array.from(parser.matchAll(/code: .*/g), ([line]) =>
      Array.from(line.matchAll(/'([a-z-]+)'/g), ([, code]) => code),
    ).flat(),
    ...Array.from(rules.matchAll(/refuse\(\d+, '([a-z-]+)'/g), ([, c]) => c),
  ]
  assert.ok(codes.length >= 16, `found only ${codes.length} codes`)
  for (const code of codes) assert.ok(`error.${code}` in catalogs.en, code)
})

test('in a later request, an error is counted from its own beginning', () => {
  const bytes = toBytes(`${presets.simple.text}G@T`, true)
  const [, second] = inspect(bytes, bytes.length).requests
  assert.equal(
    describeRequest(second, bytes, t),
    'refused with 400 at byte 1 (byte 46 of the connection): ' +
      'exactly one space was expected, got "@".',
  )
})

test('bytes that cannot be seen are named', () => {
  assert.deepEqual([0x41, 0x0d, 0x0a, 0x20, 0xc3].map(glyph), [
    'A',
    'CR',
    'LF',
    'SP',
    '·',
  ])
  assert.equal(hex(10), '0a')
})

/** @param {string} name of a file of chapter 01's lib/http */
function read(name) {
  return readFileSync(path.join(here, '../../code/ch01/lib/http', name), 'utf8')
}
