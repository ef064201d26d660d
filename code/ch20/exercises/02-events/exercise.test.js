import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { EventReader } = await import(new URL(file, import.meta.url).href)

/** @param {string[]} pieces */
function read(...pieces) {
  /** @type {{ event: string, data: string, lastEventId: string }[]} */
  const got = []
  const reader = new EventReader((/** @type {any} */ message) =>
    got.push(message),
  )
  for (const piece of pieces) reader.push(piece)
  return got
}

/** @param {string[]} pieces */
const dataOf = (...pieces) => read(...pieces).map(({ data }) => data)

test('an event has a name, data and an id', () => {
  assert.deepEqual(read('event: sailing\ndata: late\nid: 7\n\n'), [
    { event: 'sailing', data: 'late', lastEventId: '7' },
  ])
})

test('without a name it is a message', () => {
  assert.deepEqual(read('data: late\n\ndata: sailed\n\n'), [
    { event: 'message', data: 'late', lastEventId: '' },
    { event: 'message', data: 'sailed', lastEventId: '' },
  ])
})

test('nothing comes before the empty line, and nothing is lost', () => {
  assert.deepEqual(dataOf('data: late\n'), [])
  const stream = ': hello\nevent: sailing\ndata: late\ndata: 20\nid: 7\n\n'
  const whole = read(stream)
  for (let at = 0; at <= stream.length; at++) {
    const pieces = [stream.slice(0, at), stream.slice(at)]
    assert.deepEqual(read(...pieces), whole, `cut at ${at}`)
  }
  assert.deepEqual(read(...stream), whole, 'character by character')
  assert.deepEqual(whole, [
    { event: 'sailing', data: 'late\n20', lastEventId: '7' },
  ])
})

test('data may have several lines, and empty ones', () => {
  assert.deepEqual(dataOf('data: Fog.\ndata:\ndata: Wait.\n\n'), [
    'Fog.\n\nWait.',
  ])
  assert.deepEqual(dataOf('data\n\n'), [''])
  assert.deepEqual(dataOf('data: \ndata\n\n'), ['\n'])
})

test('a colon may be anywhere, and only one space is left out', () => {
  assert.deepEqual(dataOf('data:18:10: late\n\n'), ['18:10: late'])
  assert.deepEqual(dataOf('data:  a goat \n\n'), [' a goat '])
})

test('a line ends with \\n, \\r or both, and they may be cut apart', () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const stream = `data: a${end}data: b${end}${end}data: c${end}${end}`
    assert.deepEqual(dataOf(stream), ['a\nb', 'c'], JSON.stringify(end))
    assert.deepEqual(dataOf(...stream), ['a\nb', 'c'], JSON.stringify(end))
  }
})

test('an event ends with its line, even if more of the line end may come', () => {
  assert.deepEqual(dataOf('data: late\r\n\r'), ['late'])
})

test('an id stays until there is another one', () => {
  const got = read('id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n')
  assert.deepEqual(
    got.map(({ lastEventId }) => lastEventId),
    ['7', '7', ''],
  )
})

test('an id counts even if its event has no data', () => {
  const [{ lastEventId }] = read('id: 8\n\ndata: a\n\n')
  assert.equal(lastEventId, '8')
})

test('an id with a zero is ignored', () => {
  const [{ lastEventId }] = read('id: 8\nid: 9\0\ndata: a\n\n')
  assert.equal(lastEventId, '8')
})

test('a name without data is no event, and not the next one’s', () => {
  assert.deepEqual(read('event: sailing\n\ndata: a\n\n'), [
    { event: 'message', data: 'a', lastEventId: '' },
  ])
})

test('comments and other fields are skipped', () => {
  assert.deepEqual(dataOf(': still here\n\nretry: 10\ndata: a\nboat: x\n\n'), [
    'a',
  ])
  assert.deepEqual(dataOf('Data: a\n data: b\n\n'), [])
})
