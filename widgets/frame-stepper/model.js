/** Frames, their stream, and what the chapter's decoder makes of its pieces. */
import { Buffer } from 'node:buffer'
import { DATA, Decoder, END, encode } from '../../code/ch16/steps/07-frame.js'

/**
 * @typedef {object} Frame
 * @property {number} id
 * @property {string} text '' for the end of an output
 */

/** @type {Record<string, Frame[]>} */
export const presets = {
  two: [
    { id: 1, text: 'hi\n' },
    { id: 2, text: 'olá\n' },
    { id: 1, text: '' },
  ],
  empty: [
    { id: 1, text: '' },
    { id: 2, text: '' },
    { id: 3, text: '' },
  ],
  long: [
    { id: 7, text: 'Naxos 14:05, Ios 15:20\n' },
    { id: 7, text: '' },
  ],
}

/** The parts of a frame, with the offsets at which they begin. */
const HEAD = /** @type {const} */ ([
  ['request', 0, 4],
  ['kind', 4, 5],
  ['length', 5, 9],
])

/**
 * @typedef {object} Part
 * @property {'request' | 'kind' | 'length' | 'payload'} name
 * @property {number} start in the stream
 * @property {number} end
 * @property {number} frame its number, from 0
 */

/**
 * @param {Frame[]} frames
 * @returns {{ bytes: Buffer, parts: Part[] }}
 */
export function streamOf(frames) {
  /** @type {Part[]} */
  const parts = []
  let at = 0
  const encoded = frames.map(({ id, text }, frame) => {
    const bytes = encode(id, text ? DATA : END, Buffer.from(text))
    for (const [name, start, end] of HEAD) {
      parts.push({ name, start: at + start, end: at + end, frame })
    }
    const end = at + bytes.length
    if (text) parts.push({ name: 'payload', start: at + 9, end, frame })
    at = end
    return bytes
  })
  return { bytes: Buffer.concat(encoded), parts }
}

/**
 * @typedef {object} Seen
 * @property {number} arrived bytes
 * @property {number} waiting bytes that the decoder keeps
 * @property {{ id: number, isEnd: boolean, text: string, chunk: number }[]} out
 *   frames, and with which chunk each of them came out, from 1
 */

/**
 * @param {Buffer} bytes
 * @param {number} size of a chunk
 * @param {number} chunks that have arrived
 * @returns {Seen}
 */
export function decode(bytes, size, chunks) {
  /** @type {Seen['out']} */
  const out = []
  let chunk = 0
  let taken = 0
  const decoder = new Decoder((id, kind, payload) => {
    taken += 9 + payload.length
    out.push({ id, isEnd: kind === END, text: payload.toString(), chunk })
  })
  const arrived = Math.min(size * chunks, bytes.length)
  for (let at = 0; at < arrived; at += size) {
    chunk++
    decoder.push(bytes.subarray(at, Math.min(at + size, arrived)))
  }
  return { arrived, waiting: arrived - taken, out }
}
