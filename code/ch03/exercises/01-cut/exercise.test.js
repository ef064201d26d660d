import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { textOf } = await import(new URL(file, import.meta.url).href)

const text = 'joão pays 3 € 👩‍🚀'
const bytes = Buffer.from(text)

test('a text in one chunk', async () => {
  assert.equal(await textOf(Readable.from([bytes])), text)
})

test('wherever it is cut in two', async () => {
  for (let cut = 1; cut < bytes.length; cut++) {
    const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)]
    assert.equal(await textOf(Readable.from(chunks)), text, `cut at ${cut}`)
  }
})

test('one byte at a time', async () => {
  const chunks = [...bytes].map((byte) => Buffer.from([byte]))
  assert.equal(await textOf(Readable.from(chunks)), text)
})

test('an end in the middle of a character shows', async () => {
  const cut = Buffer.from('é').subarray(0, 1)
  assert.equal(await textOf(Readable.from([cut])), '\ufffd')
})
