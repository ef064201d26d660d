import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, sequenceLength } from '../../steps/utf8.js'

test('every code point is encoded as Buffer does it', () => {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    // Halves of surrogate pairs are no characters.
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue
    const bytes = encode(codePoint)
    const expected = Buffer.from(String.fromCodePoint(codePoint))
    if (Buffer.compare(Buffer.from(bytes), expected) !== 0) {
      assert.deepEqual(bytes, [...expected], codePoint.toString(16))
    }
    if (sequenceLength(bytes[0]) !== bytes.length) {
      assert.equal(sequenceLength(bytes[0]), bytes.length)
    }
  }
})

test('surrogates and what is beyond Unicode are refused', () => {
  for (const codePoint of [0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000]) {
    assert.throws(() => encode(codePoint), RangeError)
  }
})

test('bytes that begin no character have no length', () => {
  for (const byte of [0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff]) {
    assert.equal(sequenceLength(byte), 0)
  }
})
