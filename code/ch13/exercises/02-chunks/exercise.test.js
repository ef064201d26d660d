import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { ChunkedBody } = await import(new URL(file, import.meta.url).href)

/**
 * Reads pieces, and tells what came of them.
 *
 * @param {Iterable<string>} pieces
 */
function read(pieces) {
  const reader = new ChunkedBody()
  for (const piece of pieces) reader.write(piece)
  return { body: reader.body, rest: reader.rest, state: reader.state }
}

const HELLO = '5\r\nhello\r\nc\r\n, 0\r\n\r\nworld\r\n0\r\n\r\n'
const READ = { body: 'hello, 0\r\n\r\nworld', rest: '', state: 'over' }

/** Sizes and ends that a strict reader refuses, and what it has read by then. */
const WRONG = {
  '0x5\r\nhello\r\n0\r\n\r\n': '',
  '+5\r\nhello\r\n0\r\n\r\n': '',
  '-5\r\nhello\r\n0\r\n\r\n': '',
  ' 5\r\nhello\r\n0\r\n\r\n': '',
  '5 \r\nhello\r\n0\r\n\r\n': '',
  '5;a=b\r\nhello\r\n0\r\n\r\n': '',
  '5g\r\nhello\r\n0\r\n\r\n': '',
  '\r\nhello\r\n0\r\n\r\n': '',
  '\r\n\r\n0\r\n\r\n': '',
  '5\nhello\r\n0\r\n\r\n': '',
  '5\r\rhello\r\n0\r\n\r\n': '',
  '100000000\r\nhello\r\n0\r\n\r\n': '',
  '000000005\r\nhello\r\n0\r\n\r\n': '',
  '5\r\nhello0\r\n\r\n': 'hello',
  '5\r\nhelloXX0\r\n\r\n': 'hello',
  '5\r\nhello\n0\r\n\r\n': 'hello',
  '5\r\nhello\r\n0\r\nx: y\r\n\r\n': 'hello',
  '5\r\nhello\r\n0\r\n\n': 'hello',
  '5\r\nhello\r\n\r\n0\r\n\r\n': 'hello',
}

test('a body in one piece is read', () => {
  assert.deepEqual(read([HELLO]), READ)
  assert.deepEqual(read(['0\r\n\r\n']), { body: '', rest: '', state: 'over' })
})

test('a size may have zeros in front, and letters in either case', () => {
  const body = 'x'.repeat(171)
  for (const size of ['ab', 'AB', 'aB', '000000aB']) {
    const expected = { body, rest: '', state: 'over' }
    assert.deepEqual(read([`${size}\r\n${body}\r\n00\r\n\r\n`]), expected)
  }
})

test('a body may be cut anywhere', () => {
  for (let cut = 1; cut < HELLO.length; cut++) {
    const pieces = [HELLO.slice(0, cut), HELLO.slice(cut)]
    assert.deepEqual(read(pieces), READ, `cut at ${cut}`)
  }
  assert.deepEqual(read(HELLO), READ, 'byte by byte')
})

test('until its last byte has come, a body is not over', () => {
  for (let length = 1; length < HELLO.length; length++) {
    const { state } = read([HELLO.slice(0, length)])
    assert.equal(state, 'more', JSON.stringify(HELLO.slice(0, length)))
  }
})

test('what comes behind the body is the rest, cut or not', () => {
  const next = 'GET /hey HTTP/1.1\r\n\r\n'
  const expected = { ...READ, rest: next }
  assert.deepEqual(read([HELLO + next]), expected)
  assert.deepEqual(read([HELLO, next]), expected)
  assert.deepEqual(read(HELLO + next), expected)
})

test('a size or an end that is written in another way is wrong', () => {
  for (const [bytes, body] of Object.entries(WRONG)) {
    const { state } = read([bytes])
    assert.equal(state, 'wrong', JSON.stringify(bytes))
    const slowly = read(bytes)
    const expected = { body, rest: '', state: 'wrong' }
    assert.deepEqual(slowly, expected, `${JSON.stringify(bytes)}, byte by byte`)
  }
})

test('a piece a size line never ends in is not kept for ever', () => {
  const { state } = read(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  assert.equal(state, 'wrong')
})

test('wrong is final', () => {
  const { state, body } = read(['x', HELLO])
  assert.deepEqual({ state, body }, { state: 'wrong', body: '' })
})
