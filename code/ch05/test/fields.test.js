import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const {
  addVary,
  isToken,
  parseParameters,
  quote,
  split,
  trimWhitespace,
  unquote,
} = await library('lib/http/fields.js')

test('a token has no spaces, no separators, and at least a character', () => {
  for (const token of ['GET', 'x-y', "!#$%&'*+-.^_`|~0A"]) {
    assert.ok(isToken(token), token)
  }
  for (const other of ['', 'a b', 'a:b', 'a/b', '"a"', 'ã', 'a\n', 'a,b']) {
    assert.ok(!isToken(other), JSON.stringify(other))
  }
})

test('optional whitespace is space and tab, and nothing else', () => {
  assert.equal(trimWhitespace(' \t a b\t '), 'a b')
  assert.equal(trimWhitespace('\u00a0a\u00a0'), '\u00a0a\u00a0')
  assert.equal(trimWhitespace(' \t'), '')
})

/** @type {[string, string[]][]} */
const LISTS = [
  ['', []],
  [',', []],
  ['foo,bar', ['foo', 'bar']],
  ['foo ,bar,', ['foo', 'bar']],
  ['foo , ,bar,charlie', ['foo', 'bar', 'charlie']],
  ['a;x="1,2", b', ['a;x="1,2"', 'b']],
  ['a;x="\\",", b', ['a;x="\\","', 'b']],
  ['a\\,b', ['a\\', 'b']],
  ['"never closed, b', ['"never closed, b']],
]
for (const [field, expected] of LISTS) {
  test(`the list ${JSON.stringify(field)} has ${expected.length} elements`, () => {
    assert.deepEqual(split(field, ','), expected)
  })
}

test('parameters: names in any case, values in quotes or without', () => {
  const { value, parameters } = parseParameters(
    'text/plain ; Charset="utf-8";a="x;\\"y" ; b=1',
  )
  assert.equal(value, 'text/plain')
  assert.deepEqual(
    [...parameters],
    [
      ['charset', 'utf-8'],
      ['a', 'x;"y'],
      ['b', '1'],
    ],
  )
})

test('whitespace around a value is not part of it, with parameters or not', () => {
  assert.equal(parseParameters(' a/b ').value, 'a/b')
  assert.equal(parseParameters(' a/b ;c=d').value, 'a/b')
})

test('of two parameters with one name the first counts', () => {
  assert.equal(parseParameters('a;b=1;B=2').parameters.get('b'), '1')
})

test('a malformed parameter is not guessed', () => {
  for (const text of ['a;b', 'a;=b', 'a;b c=d', 'a;b=', 'a;b="c', 'a;b =c']) {
    assert.equal(parseParameters(text), null, text)
  }
})

test('what is quoted is the same unquoted', () => {
  for (const text of ['token', 'a b', 'a"b', 'a\\b', '', 'a\\"b,;=']) {
    assert.equal(unquote(quote(text)), text)
  }
})

test('a long field takes time in proportion to its length', () => {
  // As many characters as a server is ready to read, of the worst kind.
  for (const text of [
    '"'.repeat(16_000),
    ' ,'.repeat(8000),
    '"\\'.repeat(8000),
  ]) {
    split(text, ',')
    parseParameters(`a;b=${text}`)
  }
})

test('Vary names each field once', () => {
  assert.equal(addVary(undefined, 'Accept'), 'Accept')
  assert.equal(addVary('Accept', 'Origin'), 'Accept, Origin')
  assert.equal(addVary(['Accept', 'Origin'], 'origin'), 'Accept, Origin')
  assert.equal(addVary('accept, Origin', 'Accept'), 'accept, Origin')
  assert.equal(addVary('*', 'Accept'), '*')
  assert.equal(addVary('Accept', '*'), '*')
})
