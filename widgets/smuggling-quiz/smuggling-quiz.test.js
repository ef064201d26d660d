// @reads code/ch13/lib/engine/ code/ch13/steps/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { readCatalogs } from '../../tools/bundle/build.js'
import { answersOf, countRight, NAMES, readBy, readByEngine } from './model.js'
import { streams } from './streams.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

const HARMLESS = ['plain', 'capitals']

for (const name of NAMES) {
  const { bytes, a, b } = streams[name]
  const isHarmless = HARMLESS.includes(name)

  test(`${name}: the readers ${isHarmless ? 'agree' : 'do not agree'}`, () => {
    const answers = answersOf(name)
    assert.equal(answers.a === answers.b, isHarmless)
    assert.equal(answers.takes, isHarmless)
    for (const count of [answers.a, answers.b])
      assert.ok([1, 2, 3].includes(count))
    assert.notEqual(a, b)
  })

  test(`${name}: every reader takes every byte, for whole requests`, () => {
    for (const rule of [a, b]) {
      const requests = readBy(bytes, rule)
      const all = requests.map(({ head, body }) => head + body).join('')
      assert.equal(all, bytes)
      for (const { head } of requests) {
        assert.match(head, /^(?:GET|POST) \/[a-z]+ HTTP\/1\.1\r\n.*\r\n\r\n$/s)
      }
    }
  })

  test(`${name}: the engine takes what it is, or nothing of it`, () => {
    const { requests, refusal, refused, unread } = readByEngine(bytes)
    const taken = requests.map(({ head, body }) => head + body).join('')
    assert.equal(taken + refused + unread, bytes)
    assert.equal(refusal === null, refused === '')
    if (refusal) assert.deepEqual([requests, refusal.status], [[], 400])
    else assert.deepEqual(requests, readBy(bytes, a))
  })
}

test('the engine stops at the line that is wrong', () => {
  const ends = Object.fromEntries(
    NAMES.map((name) => [name, readByEngine(streams[name].bytes).refused]),
  )
  assert.match(ends.blank, /\r\nTransfer-Encoding $/)
  assert.match(ends.folded, /\*\r\n $/)
  assert.match(ends.sign, /: \+\d+\r\n$/)
  assert.match(ends.twice, /\r\nContent-Length: 0\r\n$/)
  assert.match(ends.both, /chunked\r\n\r\n$/)
  assert.match(ends.prefix, /\r\n\r\n0x[\da-f]+\r\n$/)
  assert.match(ends.extension, /\r\n\r\n2;\n$/)
})

test('a number in the words is that of the stream', () => {
  const [, digits] = /\n0x([\da-f]+)\r\n/.exec(streams.prefix.bytes) ?? []
  for (const words of Object.values(catalogs)) {
    assert.ok(words['why.prefix'].includes(`0x${digits}`))
    assert.ok(words['why.prefix'].includes(String(Number.parseInt(digits, 16))))
  }
})

test('guesses are counted', () => {
  const answers = { a: 1, b: 2, takes: false }
  assert.equal(countRight(answers, answers), 3)
  assert.equal(countRight({ a: 2, b: 2, takes: false }, answers), 2)
  assert.equal(countRight({ a: 2, b: 1, takes: true }, answers), 0)
})

test('every stream and every rule has words in every language', () => {
  const wanted = NAMES.flatMap((name) => {
    const { a, b } = streams[name]
    return [`why.${name}`, `rule.${a}`, `rule.${b}`]
  })
  for (const words of Object.values(catalogs)) {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(catalogs.en).sort())
    for (const key of wanted) assert.ok(words[key], key)
  }
  const used = Object.keys(catalogs.en).filter((key) =>
    /^(?:why|rule)\./.test(key),
  )
  assert.deepEqual(used.sort(), [...new Set(wanted)].sort())
})
