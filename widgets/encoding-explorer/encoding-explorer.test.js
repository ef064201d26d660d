import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bits, decodeCut, hexPoint, takeApart } from './model.js'

const texts = [
  '',
  'hello',
  'joão',
  'João',
  '€5',
  '👩‍🚀',
  '👩‍👩‍👧 ok',
  '\u{10ffff}',
]

for (const text of texts) {
  test(`${JSON.stringify(text)} is taken apart as JavaScript does it`, () => {
    const { characters, points, units, bytes } = takeApart(text, 'en')
    assert.equal(characters.join(''), text)
    assert.equal(points.map((point) => point.text).join(''), text)
    assert.equal(points.length, [...text].length)
    assert.equal(units, text.length)
    assert.deepEqual(bytes, [...Buffer.from(text)])
  })

  test(`${JSON.stringify(text)} survives every cut with one decoder`, () => {
    const { bytes } = takeApart(text, 'en')
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { alone, streamed } = decodeCut(bytes, cut)
      assert.equal(streamed.join(''), text)
      const expected = [bytes.slice(0, cut), bytes.slice(cut)].map((part) =>
        Buffer.from(part).toString(),
      )
      assert.deepEqual(alone, expected)
    }
  })
}

test('half a surrogate pair becomes U+FFFD', () => {
  assert.deepEqual(takeApart('\ud83d', 'en').bytes, [0xef, 0xbf, 0xbd])
})

test('numbers are written as Unicode and as bits', () => {
  assert.equal(hexPoint(0xe3), 'U+00E3')
  assert.equal(bits(0xc3), '11000011')
})
