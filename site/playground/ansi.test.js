import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './ansi.js'

test('colours and links are taken out, the text stays', () => {
  assert.equal(
    plainText()('\x1b[32m✔\x1b[39m one \x1b]8;;http://a\x07link\x1b]8;;\x07\n'),
    '✔ one link\n',
  )
})

test('a sequence may come in pieces', () => {
  const plain = plainText()
  const pieces = ['a\x1b', '[3', '1mb', '\x1b[0', ';1;4mc\n']
  assert.equal(pieces.map(plain).join(''), 'abc\n')
})

test('what only looks like a sequence stays', () => {
  assert.equal(
    plainText()('[32m and ]8;; and \\u001b\n'),
    '[32m and ]8;; and \\u001b\n',
  )
})
