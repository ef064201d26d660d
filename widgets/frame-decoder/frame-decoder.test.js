// @reads code/ch20/lib/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { describeFrame, describeOutcome, describeSegment } from './describe.js'
import {
  cut,
  isWaiting,
  linesOf,
  makeFrames,
  parseHex,
  receive,
  toHex,
} from './model.js'
import { hexOf, presets } from './presets.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

/** @param {string} name of a preset */
const bytesOf = (name) => parseHex(hexOf(name)).bytes

/**
 * @param {Uint8Array} bytes
 * @param {number} [arrived]
 * @param {string} [language]
 */
function outcome(bytes, arrived = bytes.length, language = 'en') {
  const t = translator(catalogs, language)
  const { frames } = cut(bytes, arrived)
  return describeOutcome(receive(bytes, arrived), isWaiting(frames), t)
}

test('hexadecimal is read with whatever people put between it', () => {
  const { bytes, wrong } = parseHex('0x81,0x85 37:FA\n21 | 3d')
  assert.equal(toHex(bytes), '81 85 37 fa 21 3d')
  assert.equal(wrong, '')
  assert.equal(parseHex('81 8z').wrong, 'z')
  assert.equal(parseHex('81 8').wrong, '8')
  assert.equal(parseHex('').bytes.length, 0)
})

test('Hello is the example of RFC 6455 §5.7', () => {
  assert.equal(hexOf('hello'), '81 85 37 fa 21 3d 7f 9f 4d 51 58')
})

test('the presets are what their names say', () => {
  const said = Object.keys(presets).map((name) => [
    name,
    outcome(bytesOf(name)).join(' '),
  ])
  assert.deepEqual(Object.fromEntries(said), {
    hello: 'It has a text: “Hello”.',
    interrupted:
      'It answers a ping with a pong: “there?”. It has a text: “lighthouse: 12 waiting”.',
    character: 'It has a text: “Niño”.',
    long: `It has a text: “${'The 18:10 is late. '.repeat(4).slice(0, 60)}…”.`,
    gigabyte:
      'It closes with 1009: Message exceeds the limit of 1048576 bytes.',
    close: 'It’s told goodbye (1001 “See you”), and closes too.',
    bare: 'It closes with 1002: Got a frame without a mask, expected one with a mask.',
    reserved: 'It closes with 1002: Got the opcode 3, expected another.',
    notText:
      'It closes with 1007: Got a text that is not UTF-8, expected one that is.',
  })
})

test('every byte is in one field, however many have arrived', () => {
  for (const name of Object.keys(presets)) {
    const bytes = bytesOf(name)
    for (let arrived = 0; arrived <= bytes.length; arrived++) {
      let position = 0
      for (const { start, end } of cut(bytes, arrived).segments) {
        assert.equal(start, position)
        assert.ok(end > start)
        position = end
      }
      assert.equal(position, bytes.length, `${name}, ${arrived} arrived`)
    }
  }
})

test('what the fields say is what the reader reads', () => {
  for (const count of [1, 2, 3, 4]) {
    for (const text of ['', 'a', 'Niño', 'x'.repeat(125), 'é'.repeat(90)]) {
      const { bytes } = parseHex(linesOf(makeFrames(text, count)))
      const { frames } = cut(bytes, bytes.length)
      assert.ok(frames.every(({ isWhole }) => isWhole))
      const payloads = frames.flatMap(({ payload }) => [...payload])
      const whole = new TextDecoder().decode(Uint8Array.from(payloads))
      assert.equal(whole, text)
      const { messages, error } = receive(bytes, bytes.length)
      assert.equal(error, null)
      assert.deepEqual(
        messages.map(({ data }) => data),
        [text],
      )
    }
  }
})

test('the three forms of a length', () => {
  const lengths = ['hello', 'long', 'gigabyte'].map((name) => {
    const bytes = bytesOf(name)
    const { frames, segments } = cut(bytes, bytes.length)
    const field = segments.find(({ kind }) => kind === 'length')
    return [frames[0].length, field ? field.end - field.start : 0]
  })
  assert.deepEqual(lengths, [
    [5, 0],
    [126, 2],
    [2 ** 30, 8],
  ])
})

test('the server waits until the last byte of the last frame', () => {
  const bytes = bytesOf('interrupted')
  for (let arrived = 1; arrived < bytes.length; arrived++) {
    const words = outcome(bytes, arrived)
    assert.equal(words.at(-1), 'It waits for the rest.', `${arrived}`)
  }
  assert.deepEqual(outcome(bytes, 0), ['It has nothing to do.'])
})

test('every state and field of the presets is told in every language', () => {
  for (const language of Object.keys(catalogs)) {
    const t = translator(catalogs, language)
    for (const name of Object.keys(presets)) {
      const bytes = bytesOf(name)
      for (let arrived = 0; arrived <= bytes.length; arrived++) {
        const { frames, segments } = cut(bytes, arrived)
        const texts = [
          ...outcome(bytes, arrived, language),
          ...frames.map((frame) => describeFrame(frame, t)),
          ...segments.map((one) => describeSegment(one, bytes, frames, t)),
        ]
        for (const text of texts) {
          assert.doesNotMatch(text, /undefined|NaN|[{}]/)
        }
      }
    }
  }
})

test('a field says what its bits are', () => {
  const t = translator(catalogs, 'en')
  const bytes = bytesOf('hello')
  const { frames, segments } = cut(bytes, bytes.length)
  const words = segments.map((one) => describeSegment(one, bytes, frames, t))
  assert.deepEqual(words, [
    'Frame 1, FIN 1, RSV 000, opcode 1: text (byte 0)',
    'Frame 1, mask 1, length 5 (byte 1)',
    'Frame 1, masking key: 37 fa 21 3d (bytes 2–5)',
    'Frame 1, payload: “Hello” (bytes 6–10)',
  ])
  assert.equal(
    describeFrame(frames[0], t),
    'text, the last of its message, masked, length 5: “Hello”.',
  )
})
