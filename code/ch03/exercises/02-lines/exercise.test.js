import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { linesOf } = await import(new URL(file, import.meta.url).href)

/**
 * @param {(string | Buffer)[]} chunks
 * @param {number} [limit]
 * @returns {Promise<string[]>}
 */
async function lines(chunks, limit = 100) {
  async function* source() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const found = []
  for await (const line of linesOf(source(), { limit })) found.push(line)
  return found
}

test('lines may end anywhere in a chunk', async () => {
  assert.deepEqual(await lines(['a', 'b\nc\n', '\nd', '\n']), [
    'ab',
    'c',
    '',
    'd',
  ])
})

test('what stands after the last line end is a line, too', async () => {
  assert.deepEqual(await lines(['a\nb']), ['a', 'b'])
})

test('a character may be cut', async () => {
  const bytes = Buffer.from('é\n')
  const chunks = [bytes.subarray(0, 1), bytes.subarray(1)]
  assert.deepEqual(await lines(chunks), ['é'])
})

test('the limit is in bytes', async () => {
  assert.deepEqual(await lines(['ab\n'], 2), ['ab'])
  await assert.rejects(lines(['aé\n'], 2), RangeError)
})

test('a line without end is refused when it is too long, not later', async () => {
  let sent = 0
  async function* endless() {
    for (; sent < 1000; sent++) yield Buffer.from('0123456789')
  }
  const reading = (async () => {
    for await (const _ of linesOf(endless(), { limit: 50 }));
  })()
  await assert.rejects(reading, RangeError)
  assert.ok(sent < 10, `read ${sent} chunks of 10 bytes, with a limit of 50`)
})

test('a line is there before the next chunk is read', async () => {
  let sent = 0
  async function* source() {
    for (; sent < 5; sent++) yield Buffer.from(`${sent}\n`)
  }
  for await (const line of linesOf(source(), { limit: 9 })) {
    assert.equal(line, '0')
    break
  }
  assert.equal(sent, 0)
})
