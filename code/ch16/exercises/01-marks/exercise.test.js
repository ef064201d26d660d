import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Listener } = await import(new URL(file, import.meta.url).href)

/** @param {...string} chunks */
function heard(...chunks) {
  /** @type {[number, string][]} */
  const statuses = []
  const listener = new Listener(
    'MARK',
    (/** @type {number} */ status, /** @type {string} */ said) => {
      statuses.push([status, said])
    },
  )
  for (const chunk of chunks) listener.push(chunk)
  return statuses
}

test('a line with the mark is a status', () => {
  assert.deepEqual(heard('MARK=7\n'), [[7, '']])
})

test('two lines may come in one chunk', () => {
  assert.deepEqual(heard('MARK=0\nMARK=137\n'), [
    [0, ''],
    [137, ''],
  ])
})

test('the text may be cut anywhere', () => {
  const text = ['MARK=0', 'olá', 'MARK=12', ''].join('\n')
  const expected = [
    [0, ''],
    [12, 'olá\n'],
  ]
  for (let at = 0; at <= text.length; at++) {
    const statuses = heard(text.slice(0, at), text.slice(at))
    assert.deepEqual(statuses, expected, `cut after ${at} characters`)
  }
  assert.deepEqual(heard(...text), expected, 'one character at a time')
})

test('a line counts when its line break is there, and not before', () => {
  assert.deepEqual(heard('MARK=1'), [])
  assert.deepEqual(heard('MARK=1', '37\n'), [[137, '']])
})

test('without the mark, a line is no status', () => {
  assert.deepEqual(heard('=7\n', 'status 7\n', 'OTHER=7\n'), [])
})

test('the mark counts at the beginning of a line only', () => {
  assert.deepEqual(heard('a MARK=7\n'), [])
})

test('behind the mark there has to be a number, and nothing else', () => {
  assert.deepEqual(heard('MARK=\n', 'MARK=7 \n', 'MARK=seven\n', 'MARK\n'), [])
})

test('the other lines come with the next status', () => {
  const said = 'sh: 1: nope: not found\n\n'
  assert.deepEqual(heard(`${said}MARK=127\n`), [[127, said]])
})

test('and with that one only', () => {
  assert.deepEqual(heard('Killed\nMARK=137\nMARK=0\n'), [
    [137, 'Killed\n'],
    [0, ''],
  ])
})
