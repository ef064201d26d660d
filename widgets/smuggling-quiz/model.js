/** The same bytes, as two readers and the engine read them. */
import { Buffer } from 'node:buffer'
import { Chunked } from '../../code/ch13/lib/engine/chunked.js'
import { Head } from '../../code/ch13/lib/engine/head.js'
import { INCOMPLETE } from '../../code/ch13/lib/engine/lines.js'
import { requestsIn } from '../../code/ch13/steps/06-readers.js'
import { READERS } from './readers.js'
import { streams } from './streams.js'

/** @typedef {{ head: string, body: string }} Request */
/**
 * @typedef {object} Verdict of the engine
 * @property {Request[]} requests that it has taken
 * @property {{ status: number, detail: string } | null} refusal
 * @property {string} refused the bytes of the request up to the one at which it
 *   was refused
 * @property {string} unread what it did not look at
 */
/** @typedef {{ a: number, b: number, takes: boolean }} Answers */

/** As a server has them that is told nothing else. */
const MAX_SIZE = 16_384
const MAX_COUNT = 100

export const NAMES = Object.keys(streams)

/**
 * @param {string} bytes
 * @param {import('./streams.js').Rule} rule
 * @returns {Request[]}
 */
export const readBy = (bytes, rule) =>
  requestsIn(bytes, READERS[rule]).map(([head, body]) => ({ head, body }))

/**
 * Gives the engine a byte more each time, to find the one at which it stops.
 *
 * @param {string} text
 * @returns {Verdict}
 */
export function readByEngine(text) {
  const bytes = Buffer.from(text)
  const { length } = bytes
  const cut = (/** @type {number} */ from, to = length) =>
    bytes.toString('latin1', from, to)
  /** @type {Request[]} */
  const requests = []
  for (let start = 0; start < length; ) {
    let head = new Head(MAX_SIZE, MAX_COUNT)
    const bodyStart = feed(start, length, (at) => {
      head = new Head(MAX_SIZE, MAX_COUNT)
      return head.scan(bytes.subarray(start, at + 1), 0)
    })
    const { end, refusal } = head.refusal
      ? { end: bodyStart, refusal: head.refusal }
      : bodyOf(head, bytes, bodyStart)
    if (refusal) {
      const unread = cut(end)
      return { requests, refusal, refused: cut(start, end), unread }
    }
    requests.push({ head: cut(start, bodyStart), body: cut(bodyStart, end) })
    start = end
  }
  return { requests, refusal: null, refused: '', unread: '' }
}

/**
 * @param {number} at
 * @param {number} end
 * @param {(at: number) => number} take the byte there
 * @returns {number} behind the last one that was taken
 */
function feed(at, end, take) {
  while (at < end) {
    if (take(at++) !== INCOMPLETE) break
  }
  return at
}

/**
 * @param {Head} head
 * @param {Buffer} bytes
 * @param {number} start
 */
function bodyOf(head, bytes, start) {
  const { length } = bytes
  if (!head.isChunked) {
    const end = Math.min(length, start + Math.max(0, head.contentLength))
    return { end, refusal: null }
  }
  /** @type {Chunked['refusal']} */
  let refusal = null
  const end = feed(start, length, (at) => {
    const body = new Chunked(MAX_SIZE, MAX_COUNT)
    const index = body.read(bytes.subarray(start, at + 1), 0, () => {})
    refusal = body.refusal
    return index
  })
  return { end, refusal }
}

/**
 * @param {string} name of a stream
 * @returns {Answers}
 */
export function answersOf(name) {
  const { bytes, a, b } = streams[name]
  return {
    a: readBy(bytes, a).length,
    b: readBy(bytes, b).length,
    takes: readByEngine(bytes).refusal === null,
  }
}

/**
 * @param {Answers} guess
 * @param {Answers} answers
 * @returns {number} how many of the three are right
 */
export const countRight = (guess, answers) =>
  Number(guess.a === answers.a) +
  Number(guess.b === answers.b) +
  Number(guess.takes === answers.takes)
