import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { evaluateConditions, matchesStrongly, matchesWeakly, parseEntityTags } =
  await library('lib/http/conditions.js')
const { formatHttpDate } = await library('lib/http/dates.js')

const TIME = Date.UTC(2026, 0, 15, 12)
const BEFORE = formatHttpDate(TIME - 1000)
const SAME = formatHttpDate(TIME)
const AFTER = formatHttpDate(TIME + 1000)

/** @param {string} text */
const tag = (text) => parseEntityTags(text)[0]

test('the comparisons of RFC 9110 §8.8.3.2', () => {
  /** @type {[string, string, boolean, boolean][]} */
  const table = [
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
  ]
  for (const [a, b, strong, weak] of table) {
    assert.equal(matchesStrongly(tag(a), tag(b)), strong, `${a} ${b}`)
    assert.equal(matchesWeakly(tag(a), tag(b)), weak, `${a} ${b}`)
  }
})

test('a tag may contain a comma and a backslash', () => {
  const tags = parseEntityTags('"a,b", ,W/"\\" ,"", "é",')
  assert.deepEqual(
    tags.map((/** @type {any} */ { isWeak, opaque }) => [isWeak, opaque]),
    [
      [false, '"a,b"'],
      [true, '"\\"'],
      [false, '""'],
      [false, '"é"'],
    ],
  )
})

test('empty elements of a list are nothing, wherever and how many', () => {
  for (const text of ['"a", ,', '"a",,,', ', ,"a"\t,\t, ,', '"a" ,']) {
    assert.equal(parseEntityTags(text).length, 1, text)
  }
  assert.equal(parseEntityTags('"a",, ,"b"').length, 2)
  for (const text of [',', ' , ,', '"a", , b', '"a" , ,"b']) {
    assert.deepEqual(parseEntityTags(text), [], text)
  }
})

test('a list that is malformed has no tags', () => {
  for (const text of [
    '',
    'a',
    '"a" "b"',
    '"a',
    '"a", b',
    'w/"a"',
    '"a b"',
    '*',
  ]) {
    assert.deepEqual(parseEntityTags(text), [], text)
  }
  // Nor does it take long to find out.
  for (const text of [' ,'.repeat(8000), ','.repeat(16_000)]) {
    assert.deepEqual(parseEntityTags(`${text}x`), [])
    assert.deepEqual(parseEntityTags(`"a"${text}x`), [])
    assert.equal(parseEntityTags(`"a"${text}`).length, 1)
  }
})

/**
 * The truth table of RFC 9110 §13: the current representation has the tag
 * "now" and was modified at TIME.
 *
 * @type {[string, Record<string, string>, 'ok' | 304 | 412][]}
 */
const TABLE = [
  ['GET', {}, 'ok'],
  ['GET', { 'if-none-match': '"now"' }, 304],
  ['HEAD', { 'if-none-match': '"now"' }, 304],
  ['GET', { 'if-none-match': 'W/"now"' }, 304],
  ['GET', { 'if-none-match': '"old", "now"' }, 304],
  ['GET', { 'if-none-match': '"now", ,' }, 304],
  ['GET', { 'if-none-match': '*' }, 304],
  ['GET', { 'if-none-match': '"old"' }, 'ok'],
  ['GET', { 'if-none-match': 'now' }, 'ok'],
  ['PUT', { 'if-none-match': '*' }, 412],
  ['PUT', { 'if-none-match': '"now"' }, 412],
  ['PUT', { 'if-none-match': '"old"' }, 'ok'],
  ['PUT', { 'if-match': '"now"' }, 'ok'],
  ['PUT', { 'if-match': '*' }, 'ok'],
  ['PUT', { 'if-match': '"old", "now"' }, 'ok'],
  ['PUT', { 'if-match': '"old"' }, 412],
  ['PUT', { 'if-match': 'W/"now"' }, 412],
  ['PUT', { 'if-match': 'now' }, 412],
  ['GET', { 'if-match': '"old"' }, 412],
  ['GET', { 'if-modified-since': BEFORE }, 'ok'],
  ['GET', { 'if-modified-since': SAME }, 304],
  ['GET', { 'if-modified-since': AFTER }, 304],
  ['GET', { 'if-modified-since': 'yesterday' }, 'ok'],
  ['PUT', { 'if-modified-since': SAME }, 'ok'],
  ['PUT', { 'if-unmodified-since': BEFORE }, 412],
  ['PUT', { 'if-unmodified-since': SAME }, 'ok'],
  ['PUT', { 'if-unmodified-since': AFTER }, 'ok'],
  ['PUT', { 'if-unmodified-since': 'yesterday' }, 'ok'],
  // Tags come before dates, and dates are not looked at then.
  ['PUT', { 'if-match': '"now"', 'if-unmodified-since': BEFORE }, 'ok'],
  ['PUT', { 'if-match': '"old"', 'if-unmodified-since': SAME }, 412],
  ['GET', { 'if-none-match': '"old"', 'if-modified-since': SAME }, 'ok'],
  ['GET', { 'if-none-match': '"now"', 'if-modified-since': BEFORE }, 304],
  // What may refuse comes before what may spare.
  ['GET', { 'if-match': '"now"', 'if-none-match': '"now"' }, 304],
  ['GET', { 'if-match': '"old"', 'if-none-match': '"now"' }, 412],
  ['GET', { 'if-unmodified-since': BEFORE, 'if-none-match': '"now"' }, 412],
  // These methods select and change nothing.
  ['OPTIONS', { 'if-match': '"old"' }, 'ok'],
  ['TRACE', { 'if-none-match': '*' }, 'ok'],
]
for (const [method, headers, expected] of TABLE) {
  test(`${method} with ${JSON.stringify(headers)}: ${expected}`, () => {
    const current = { etag: '"now"', lastModified: TIME + 999 }
    assert.equal(evaluateConditions(method, headers, current), expected)
  })
}

test('nothing there: * does not match, and dates say nothing', () => {
  const nothing = { exists: false }
  assert.equal(
    evaluateConditions('PUT', { 'if-none-match': '*' }, nothing),
    'ok',
  )
  assert.equal(evaluateConditions('PUT', { 'if-match': '*' }, nothing), 412)
  assert.equal(
    evaluateConditions('PUT', { 'if-unmodified-since': SAME }, nothing),
    'ok',
  )
})

test('a weak tag spares a download and allows no change', () => {
  const weak = { etag: 'W/"now"' }
  assert.equal(
    evaluateConditions('GET', { 'if-none-match': 'W/"now"' }, weak),
    304,
  )
  assert.equal(evaluateConditions('PUT', { 'if-match': 'W/"now"' }, weak), 412)
})

test('without validators there is nothing to compare', () => {
  assert.equal(evaluateConditions('GET', { 'if-none-match': '"a"' }, {}), 'ok')
  assert.equal(
    evaluateConditions('GET', { 'if-modified-since': SAME }, {}),
    'ok',
  )
  assert.equal(evaluateConditions('PUT', { 'if-match': '"a"' }, {}), 412)
})
