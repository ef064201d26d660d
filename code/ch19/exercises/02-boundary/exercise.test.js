import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { upTo } = await import(new URL(file, import.meta.url).href)

/** @param {string} text @returns {Buffer} a byte for each character */
const latin1 = (text) => Buffer.from(text, 'latin1')

/** @param {string[]} pieces */
async function* sourceOf(pieces) {
  for (const piece of pieces) yield latin1(piece)
}

/** @param {string[]} pieces @param {string} delimiter */
async function read(pieces, delimiter) {
  let text = ''
  for await (const chunk of upTo(sourceOf(pieces), latin1(delimiter))) {
    assert.ok(chunk.length > 0, 'an empty piece')
    text += chunk.toString('latin1')
  }
  return text
}

test('what stands in front of the delimiter comes, and nothing else', async () => {
  assert.equal(await read(['tui\r\n--cut--\r\n'], '\r\n--cut'), 'tui')
  assert.equal(await read(['\r\n--cut--\r\n'], '\r\n--cut'), '')
  assert.equal(
    await read(['one', ' two', ' three\r\n--cut'], '\r\n--cut'),
    'one two three',
  )
})

test('wherever it is cut', async () => {
  const body = 'tui\r\n--cu\r\n-\r\r\n\xff\0\r\n--cut--\r\nkea\r\n--cut'
  const data = body.slice(0, body.indexOf('\r\n--cut'))
  for (let at = 0; at <= body.length; at++) {
    const pieces = [body.slice(0, at), body.slice(at)]
    assert.equal(await read(pieces, '\r\n--cut'), data, `cut at ${at}`)
  }
  assert.equal(await read([...body], '\r\n--cut'), data, 'byte by byte')
})

test('the first delimiter counts, even if another one could begin before it', async () => {
  for (const [body, delimiter, data] of [
    ['0001', '001', '0'],
    ['01010102', '010102', '01'],
    ['---cut', '--cut', '-'],
    ['\r\r\n-\r\n--', '\r\n--', '\r\r\n-'],
    ['xx', 'x', ''],
  ]) {
    assert.equal(await read([...body], delimiter), data, body)
    for (let at = 0; at <= body.length; at++) {
      const pieces = [body.slice(0, at), body.slice(at)]
      assert.equal(await read(pieces, delimiter), data, `${body} at ${at}`)
    }
  }
})

test('no byte waits that cannot be the delimiter’s', async () => {
  /** @type {[piece: string, passed: string][]} what comes before the next piece */
  const steps = [
    ['tui', 'tui'],
    [' kea\r', ' kea'],
    ['x', '\rx'],
    ['\r\n--cu', ''],
    ['p\r\n', '\r\n--cup'],
    ['\r\n--', '\r\n'],
    ['cut', ''],
  ]
  let passed = ''
  async function* source() {
    let expected = ''
    for (const [piece, passedThen] of steps) {
      yield latin1(piece)
      expected += passedThen
      assert.equal(passed, expected, `after ${JSON.stringify(piece)}`)
    }
  }
  for await (const chunk of upTo(source(), latin1('\r\n--cut'))) {
    passed += chunk.toString('latin1')
  }
  assert.equal(passed, 'tui kea\rx\r\n--cup\r\n')
})

test('nothing more is taken from the source', async () => {
  let isOver = false
  async function* source() {
    try {
      yield latin1('tui\r\n--cut')
      assert.fail('another piece was asked for')
    } finally {
      isOver = true
    }
  }
  for await (const chunk of upTo(source(), latin1('\r\n--cut'))) {
    assert.equal(chunk.toString(), 'tui')
  }
  assert.ok(isOver)
})

test('a source without a delimiter is an error', async () => {
  for (const pieces of [
    [],
    [''],
    ['tui'],
    ['tui\r\n--cu'],
    ['tui\r\n', '--cu'],
  ]) {
    await assert.rejects(read(pieces, '\r\n--cut'), JSON.stringify(pieces))
  }
})
