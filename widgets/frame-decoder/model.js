import { Buffer } from 'node:buffer'
import {
  CLOSE,
  CONTINUATION,
  FIN,
  TEXT,
} from '../../code/ch20/lib/realtime/frames.js'
import { MessageReader } from '../../code/ch20/lib/realtime/reader.js'
import { hex } from '../bytes/bytes.js'

/**
 * @typedef {object} Frame what its bytes say, as far as they have arrived
 * @property {number} start offset of its first byte
 * @property {number} end offset after its last byte, or after what is there
 * @property {boolean} isWhole
 * @property {boolean} fin
 * @property {number} rsv three bits
 * @property {number} opcode
 * @property {boolean | null} isMasked null: not known yet
 * @property {number | null} length of the payload, when it is known
 * @property {Uint8Array} payload without its mask, as far as it is there
 *
 * @typedef {'first' | 'second' | 'length' | 'key' | 'payload' | 'after' |
 *   'waiting'} Kind after: what is not read any more; waiting: not arrived
 * @typedef {{ kind: Kind, start: number, end: number, frame: number }} Segment
 */

/** The most bytes that are read: more are no easier to understand. */
export const MOST = 1000

/** The longest message that the server takes, in bytes. */
const LIMIT = 1024 * 1024

/**
 * @param {string} text bytes in hexadecimal, with anything that is often
 *   between them
 * @returns {{ bytes: Uint8Array, wrong: string }} wrong: what is no byte
 */
export function parseHex(text) {
  const digits = text.replaceAll(/0x|[\s,:;|]/gi, '')
  const wrong = /[^\da-f]/i.exec(digits)?.[0] ?? ''
  const whole = wrong ? '' : digits.slice(0, 2 * MOST)
  const pairs = whole.match(/../g) ?? []
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
  return { bytes, wrong: wrong || (whole.length % 2 ? whole.slice(-1) : '') }
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} in hexadecimal
 */
export const toHex = (bytes) => Array.from(bytes, hex).join(' ')

/**
 * Cuts bytes into frames and frames into their fields.
 *
 * @param {Uint8Array} bytes
 * @param {number} arrived how many of them are there
 * @returns {{ frames: Frame[], segments: Segment[] }}
 */
export function cut(bytes, arrived) {
  /** @type {Frame[]} */
  const frames = []
  /** @type {Segment[]} */
  const segments = []
  const seen = bytes.subarray(0, arrived)
  for (let at = 0; at < arrived; ) {
    const frame = readFrame(seen, at, frames.length, segments)
    frames.push(frame)
    at = frame.end
  }
  if (arrived < bytes.length) {
    const frame = frames.length
    segments.push({ kind: 'waiting', start: arrived, end: bytes.length, frame })
  }
  return { frames, segments }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} index of the frame
 * @param {Segment[]} segments to which its fields are added
 * @returns {Frame}
 */
function readFrame(bytes, start, index, segments) {
  let at = start
  /** @param {Kind} kind @param {number} size */
  const take = (kind, size) => {
    const end = Math.min(at + size, bytes.length)
    const field = bytes.subarray(at, end)
    if (end > at) segments.push({ kind, start: at, end, frame: index })
    at = end
    return field.length === size ? field : null
  }
  const [first] = take('first', 1) ?? [0]
  const second = take('second', 1)?.[0] ?? null
  const short = second === null ? null : second & 127
  const size = short === 126 ? 2 : short === 127 ? 8 : 0
  const long = size > 0 ? take('length', size) : null
  const length = size === 0 ? short : long && numberOf(long)
  const isMasked = second === null ? null : second > 127
  const key = isMasked && length !== null ? take('key', 4) : null
  const isReady = length !== null && (key !== null || isMasked === false)
  const from = at
  const isWhole = isReady && (length === 0 || take('payload', length) !== null)
  const masked = isReady ? bytes.subarray(from, at) : new Uint8Array()
  return {
    start,
    end: at,
    isWhole,
    fin: first > 127,
    rsv: (first >> 4) & 7,
    opcode: first & 15,
    isMasked,
    length,
    payload: masked.map((byte, i) => byte ^ (key ? key[i & 3] : 0)),
  }
}

/** @param {Uint8Array} field */
const numberOf = (field) =>
  field.reduce((number, byte) => number * 256 + byte, 0)

/** The first is that of the example in RFC 6455 §5.7; real ones are random. */
const KEYS = [
  [0x37, 0xfa, 0x21, 0x3d],
  [0x9c, 0x04, 0xe7, 0x58],
  [0x21, 0xb6, 0x4f, 0xd3],
  [0xe8, 0x5a, 0x90, 0x17],
]

/**
 * A frame as a client sends it.
 *
 * @param {number} first FIN, RSV and the opcode
 * @param {Uint8Array} payload of less than 64 KiB
 * @param {number} [turn] which key masks it
 * @returns {Uint8Array}
 */
export function makeFrame(first, payload, turn = 0) {
  const { length } = payload
  const key = KEYS[turn % KEYS.length]
  const size =
    length < 126 ? [128 + length] : [128 + 126, length >> 8, length & 255]
  const masked = payload.map((byte, i) => byte ^ key[i & 3])
  return Uint8Array.from([first, ...size, ...key, ...masked])
}

/**
 * A text in several frames: the cuts are between bytes, not between characters.
 *
 * @param {string} text
 * @param {number} count of frames, unless there are fewer bytes
 * @returns {Uint8Array[]}
 */
export function makeFrames(text, count) {
  const bytes = new TextEncoder().encode(text)
  const size = Math.max(1, Math.ceil(bytes.length / count))
  const pieces = []
  for (let at = 0; at < bytes.length || at === 0; at += size) {
    pieces.push(bytes.subarray(at, at + size))
  }
  return pieces.map((piece, i) => {
    const opcode = i === 0 ? TEXT : CONTINUATION
    const isLast = i === pieces.length - 1
    return makeFrame(opcode + (isLast ? FIN : 0), piece, i)
  })
}

/**
 * @param {Uint8Array[]} frames
 * @returns {string} in hexadecimal, each on a line of its own
 */
export const linesOf = (frames) => frames.map(toHex).join('\n')

/**
 * What the server makes of the bytes that have arrived.
 *
 * @param {Uint8Array} bytes
 * @param {number} arrived
 * @returns {{ messages: { type: number, data: string | Uint8Array }[],
 *   error: { code: number, message: string } | null }}
 */
export function receive(bytes, arrived) {
  const reader = new MessageReader(LIMIT)
  // The reader takes the mask off in place.
  const copy = Buffer.from(bytes.subarray(0, arrived))
  const messages = []
  try {
    reader.push(copy)
    while (reader.next()) {
      const { type, data } = reader
      messages.push({ type, data })
      if (type === CLOSE) break
    }
  } catch (/** @type {any} */ error) {
    const { closeCode: code, message } = error
    if (code === undefined) throw error
    return { messages, error: { code, message } }
  }
  return { messages, error: null }
}

/**
 * @param {Frame[]} frames
 * @returns {boolean} whether a frame or a message has begun and not ended
 */
export function isWaiting(frames) {
  const data = frames.findLast(({ opcode }) => opcode < CLOSE)
  return frames.at(-1)?.isWhole === false || data?.fin === false
}
