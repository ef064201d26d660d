import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReply } from '../../steps/04-reply.js'

test('a reply whose length is none is refused', () => {
  for (const line of ['-7', '-2', 'x', 'NaN']) {
    assert.throws(
      () => readReply(Buffer.from(`$${line}\r\nrest\r\n`)),
      / bytes/,
    )
  }
  assert.equal(readReply(Buffer.from('$9007199254740993\r\nx')), undefined)
  assert.deepEqual(readReply(Buffer.from('$-1\r\n')), { value: null, end: 5 })
})
