import assert from 'node:assert/strict'
import * as nodeBuffer from 'node:buffer'
import { test } from 'node:test'
import * as buffer from './buffer.js'

test('a buffer decodes as that of Node.js', () => {
  const both = /** @type {any[]} */ ([buffer, nodeBuffer])
  const [ours, theirs] = both.map(({ Buffer, isUtf8 }) => {
    const bytes = Buffer.from('joão\r\n\u20ac')
    return {
      bytes: [...bytes],
      text: bytes.toString('utf8', 1, 6),
      slices: [bytes.latin1Slice(1, 4), bytes.utf8Slice(0, 4)],
      copy: [...Buffer.from(new Uint8Array([200, 3]))],
      numbers: [
        bytes.subarray(1).readUInt16BE(1),
        bytes.subarray(1).readInt32LE(1),
        bytes.subarray(1).readBigUInt64BE(1),
      ],
      room: Buffer.allocUnsafe(3).length,
      whole: [2, 7, undefined].map((size) => [
        ...Buffer.concat([bytes.subarray(0, 2), bytes.subarray(3, 5)], size),
      ]),
      isUtf8: [bytes, bytes.subarray(0, 3)].map((part) => isUtf8(part)),
    }
  })
  assert.deepEqual(ours, theirs)
})
