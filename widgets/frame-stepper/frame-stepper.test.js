import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, presets, streamOf } from './model.js'

test('the parts cover the stream, one after the other', () => {
  for (const frames of Object.values(presets)) {
    const { bytes, parts } = streamOf(frames)
    let at = 0
    for (const { start, end } of parts) {
      assert.equal(start, at)
      assert.ok(end > start)
      at = end
    }
    assert.equal(at, bytes.length)
  }
})

test('with all chunks, all frames are out and nothing waits', () => {
  for (const frames of Object.values(presets)) {
    const { bytes } = streamOf(frames)
    for (let size = 1; size <= bytes.length; size++) {
      const { out, waiting } = decode(bytes, size, bytes.length)
      assert.deepEqual(
        out.map(({ id, text }) => ({ id, text })),
        frames,
      )
      assert.equal(waiting, 0)
    }
  }
})

test('a frame comes out with the chunk that has its last byte', () => {
  const { bytes } = streamOf(presets.two)
  assert.deepEqual(decode(bytes, 5, 2), { arrived: 10, waiting: 10, out: [] })
  const { waiting, out } = decode(bytes, 5, 3)
  assert.equal(waiting, 3)
  assert.deepEqual(out, [{ id: 1, isEnd: false, text: 'hi\n', chunk: 3 }])
})

test('a chunk may bring several', () => {
  const { bytes } = streamOf(presets.empty)
  const { out } = decode(bytes, 20, 1)
  assert.deepEqual(
    out.map(({ id, isEnd, chunk }) => [id, isEnd, chunk]),
    [
      [1, true, 1],
      [2, true, 1],
    ],
  )
})
