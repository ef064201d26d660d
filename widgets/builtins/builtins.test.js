import assert from 'node:assert/strict'
import * as nodeBuffer from 'node:buffer'
import * as nodeHttp from 'node:http'
import * as nodeNet from 'node:net'
import { test } from 'node:test'
import * as nodeTimers from 'node:timers/promises'
import * as nodeUtil from 'node:util'
import * as buffer from './buffer.js'
import * as http from './http.js'
import * as net from './net.js'
import * as timers from './timers-promises.js'
import * as util from './util.js'

test('a buffer decodes, and copies, as that of Node.js', () => {
  const text = 'joão\r\n\u20ac'
  const [ours, theirs] = [buffer, nodeBuffer].map(({ Buffer }) => {
    const bytes = Buffer.from(text)
    const room = Buffer.alloc(6)
    return {
      bytes: [...bytes],
      utf8: bytes.toString('utf8', 1, 6),
      latin1: bytes.toString('latin1', 1),
      copied: [bytes.copy(room, 2, 1, 9), bytes.copy(room, 0, 3, 4), ...room],
      one: [...Buffer.of(7)],
      isUtf8: [bytes, bytes.subarray(0, 3)].map((part) =>
        (Buffer === nodeBuffer.Buffer ? nodeBuffer : buffer).isUtf8(part),
      ),
    }
  })
  assert.deepEqual(ours, theirs)
})

test('a buffer holds numbers, as that of Node.js', () => {
  const [ours, theirs] = [buffer, nodeBuffer].map(({ Buffer }) => {
    const bytes = Buffer.alloc(7)
    bytes.writeUInt32BE(4_000_000_001, 1)
    bytes.writeUInt8(250, 6)
    const whole = Buffer.concat([bytes, Buffer.from('é')])
    const part = /** @type {any} */ (whole.subarray(1))
    return [...part, part.readUInt32BE(0), part.readUInt8(5)]
  })
  assert.deepEqual(ours, theirs)
})

test('methods and statuses are those of Node.js', () => {
  assert.deepEqual(http.METHODS.toSorted(), nodeHttp.METHODS.toSorted())
  assert.deepEqual({ ...http.STATUS_CODES }, { ...nodeHttp.STATUS_CODES })
})

for (const text of [
  '::1',
  '2001:db8::ff00:42:8329',
  '::ffff:192.0.2.1',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7:8:9',
  '::ffff:192.0.2.256',
  '::ffff:192.0.02.1',
  '1::2::3',
  '12345::',
  '[::1]',
  ':',
  '',
  'localhost',
  '127.0.0.1',
]) {
  test(`"${text}" is an address, or none, as in Node.js`, () => {
    assert.equal(net.isIPv6(text), nodeNet.isIPv6(text))
  })
}

test('a number is written as in Node.js', () => {
  for (const value of [0, -1, 2.5, 1e21, Infinity, NaN, undefined, true]) {
    assert.equal(util.inspect(value), nodeUtil.inspect(value))
  }
})

test('a promise waits for a value as that of Node.js', async () => {
  for (const { setTimeout } of [timers, nodeTimers]) {
    let isOver = false
    const waiting = setTimeout(1, 'value').finally(() => {
      isOver = true
    })
    await undefined
    assert.ok(!isOver)
    assert.equal(await waiting, 'value')
  }
})
