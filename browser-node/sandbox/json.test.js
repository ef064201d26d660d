import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordedAsV8 } from './json.js'

/** @param {string} message */
const refusing = (message) =>
  wordedAsV8(() => {
    throw new SyntaxError(message)
  })

for (const message of [
  'JSON.parse: unexpected end of data at line 1 column 6 of the JSON data',
  "JSON.parse: end of data when ',' or ']' was expected at line 1 column 3",
  'JSON.parse: unterminated string at line 1 column 4 of the JSON data',
  'JSON Parse error: Unexpected EOF',
]) {
  test(`"${message}" is said as V8 says it`, () => {
    const expected = { name: 'SyntaxError', message: /end of JSON input$/ }
    assert.throws(() => refusing(message)('{'), expected)
  })
}

test('what is wrong before the end keeps its message', () => {
  const message = 'JSON.parse: unexpected character at line 1 column 6'
  assert.throws(() => refusing(message)('{"a":}'), { message })
})

test('what is JSON is read as before, with a reviver', () => {
  const parse = wordedAsV8(JSON.parse)
  assert.equal(parse.name, 'parse')
  assert.deepEqual(
    parse('{"a":1}', (_, value) => (value === 1 ? 2 : value)),
    { a: 2 },
  )
})
