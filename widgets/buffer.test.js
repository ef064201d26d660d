import assert from 'node:assert/strict'
import * as nodeBuffer from 'node:buffer'
import { test } from 'node:test'
import * as buffer from './buffer.js'

test('a buffer decodes as that of Node.js', () => {
  const [ours, theirs] = [buffer, nodeBuffer].map(({ Buffer, isUtf8 }) => {
    const bytes = Buffer.from('joão\r\n\u20ac')
    return {
      bytes: [...bytes],
      text: bytes.toString('utf8', 1, 6),
      isUtf8: [bytes, bytes.subarray(0, 3)].map((part) => isUtf8(part)),
    }
  })
  assert.deepEqual(ours, theirs)
})
