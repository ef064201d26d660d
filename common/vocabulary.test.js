import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBegun, vocabularyOf } from './vocabulary.js'

test('a vocabulary has each word once, and none that begins another', () => {
  const texts = ['A route, the Route: routes!', 'Uma rota à mão. Two 404s']
  assert.equal(vocabularyOf(texts), ' mao rota routes the two uma')
})

test('a word is found by its beginning, and by those of its parts', () => {
  const vocabulary = vocabularyOf(['maxPairs MAX_SIZE keep-alive Conexões'])
  for (const typed of [
    'maxp',
    'pair',
    'MAX_S',
    'size',
    'Keep-Al',
    'keepal',
    'alive',
    'conexo',
    'Conexõ',
  ]) {
    assert.ok(isBegun(vocabulary, typed), typed)
  }
  for (const typed of ['live', 'pairing', 'keep-on', '', '#', 'connect']) {
    assert.ok(!isBegun(vocabulary, typed), typed)
  }
})
