import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { decodeLeniently } = await import(new URL(file, import.meta.url).href)

test('what is right is decoded', () => {
  assert.equal(decodeLeniently('jo%C3%A3o%20%e2%82%ac'), 'joão €')
  assert.equal(decodeLeniently('joão'), 'joão')
  assert.equal(decodeLeniently(''), '')
})

test('what is no escape stays, and the others are decoded all the same', () => {
  assert.equal(decodeLeniently('100%'), '100%')
  assert.equal(decodeLeniently('100% de jo%C3%A3o'), '100% de joão')
  assert.equal(decodeLeniently('%zz%41%4'), '%zzA%4')
  assert.equal(decodeLeniently('%%41'), '%A')
})

test('nothing is decoded twice', () => {
  assert.equal(decodeLeniently('%2541%'), '%41%')
  assert.equal(decodeLeniently('%25%34%31%'), '%41%')
})

test('bytes that are no UTF-8 become U+FFFD, and nothing else does', () => {
  assert.equal(decodeLeniently('jo%E3o %C3%A3'), 'jo\ufffdo ã')
  assert.equal(decodeLeniently('%C3'), '\ufffd')
  assert.equal(decodeLeniently('%C3x%A3'), '\ufffdx\ufffd')
})

test('a character may be half escaped', () => {
  assert.equal(decodeLeniently('%E2%82%ac%'), '€%')
  assert.equal(decodeLeniently('%C3%A3ã%'), 'ãã%')
})

test('it agrees with URLSearchParams', () => {
  const pieces = [
    'a',
    '%',
    '4',
    '1',
    '%C3',
    '%A3',
    '%ff',
    '%41',
    '%E2',
    '%EF%BB%BF',
  ]
  for (let i = 0; i < 10_000; i++) {
    const text = Array.from(String(i), (digit) => pieces[Number(digit)]).join(
      '',
    )
    const expected = new URLSearchParams(`=${text}`).get('')
    assert.equal(decodeLeniently(text), expected, text)
  }
})
