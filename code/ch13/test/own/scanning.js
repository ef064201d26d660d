import { Chunked } from '../../lib/engine/body.js'
import { Head } from '../../lib/engine/head.js'
import { INCOMPLETE } from '../../lib/engine/lines.js'
import { authorityOf } from '../../lib/engine/request-line.js'

export const MAX_SIZE = 16_384

/** @param {string} text one character per byte */
export const bytesOf = (text) => Buffer.from(text, 'latin1')

/**
 * Hands bytes on in pieces, each in a buffer of its own, as a socket does.
 *
 * @param {Buffer} bytes
 * @param {number[]} cuts where a piece ends, in ascending order
 * @param {(piece: Buffer) => number} take returns an index, or less than zero
 * @returns {number} what the last piece gave, counted from the beginning
 */
function inPieces(bytes, cuts, take) {
  let start = 0
  for (const end of [...cuts, bytes.length]) {
    const index = take(Buffer.from(bytes.subarray(start, end)))
    if (index !== INCOMPLETE) return index < 0 ? index : start + index
    start = end
  }
  return INCOMPLETE
}

/**
 * @param {Head} head
 * @param {number} end
 */
const seen = (head, end) => ({
  end,
  refusal: head.refusal,
  ...(end < 0
    ? {}
    : {
        method: head.method,
        target: head.target,
        authority: authorityOf(head.target),
        minor: head.minor,
        text: head.text,
        lacksHost: head.lacksHost,
        contentLength: head.contentLength,
        isChunked: head.isChunked,
        wantsClose: head.wantsClose,
        wantsKeepAlive: head.wantsKeepAlive,
        wantsUpgrade: head.wantsUpgrade,
        expectsContinue: head.expectsContinue,
        hasUnknownExpectation: head.hasUnknownExpectation,
      }),
})

/**
 * @param {string} text
 * @param {number[]} [cuts]
 * @returns {any} what a scan finds out
 */
export function scan(text, cuts = []) {
  const head = new Head(MAX_SIZE)
  const end = inPieces(bytesOf(text), cuts, (piece) => head.scan(piece, 0))
  return seen(head, end)
}

/**
 * @param {string} text
 * @param {number[]} [cuts]
 */
export function unchunk(text, cuts = []) {
  const chunked = new Chunked(MAX_SIZE)
  let data = ''
  const end = inPieces(bytesOf(text), cuts, (piece) =>
    chunked.read(piece, 0, (chunk) => {
      data += chunk.toString('latin1')
    }),
  )
  return { end, data, trailers: chunked.text, refusal: chunked.refusal }
}

/**
 * A generator of numbers that are the same in each run (mulberry32).
 *
 * @param {number} seed
 * @returns {(below: number) => number}
 */
export function numbersFrom(seed) {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/**
 * @param {(below: number) => number} random
 * @param {number} length
 */
export function randomCuts(random, length) {
  const cuts = Array.from({ length: random(6) }, () => random(length + 1))
  return cuts.sort((a, b) => a - b)
}
