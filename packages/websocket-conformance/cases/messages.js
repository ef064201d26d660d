/** Large messages and many of them, as they are and compressed: 9, 12 and 13. */
import { Buffer } from 'node:buffer'

/**
 * @typedef {object} Conversation messages, each of which comes back before the
 *   next one is sent
 * @property {string} id
 * @property {number} opcode
 * @property {number} count
 * @property {(i: number) => Buffer} message
 * @property {number} [fragment] the most bytes in a frame; 0: one frame
 * @property {number} [piece] the most bytes that are written at once
 * @property {string} [offer] of Sec-WebSocket-Extensions
 */

const KB = 1024
const MB = KB * KB

/** @param {string} id @param {number} opcode @param {number} size @param {object} [more] @returns {Conversation} */
const large = (id, opcode, size, more) => {
  const pattern = opcode === 1 ? 'BAsd7&jh23' : Buffer.from('00fe23faf0', 'hex')
  const data = Buffer.alloc(size, pattern)
  return { id, opcode, count: 1, message: () => data, ...more }
}

const PIECES = [64, 128, 256, 512, KB, 2 * KB]
const FRAGMENTS = [64, 256, KB, 4 * KB, 16 * KB, 64 * KB, 256 * KB, MB, 4 * MB]
const LARGE = [64 * KB, 256 * KB, MB, 4 * MB, 8 * MB, 16 * MB]

const masses = [1, 2].flatMap((opcode) => [
  ...LARGE.map((size, i) => large(`9.${opcode}.${i + 1}`, opcode, size)),
  ...FRAGMENTS.map((fragment, i) =>
    large(`9.${opcode + 2}.${i + 1}`, opcode, 4 * MB, { fragment }),
  ),
  ...PIECES.map((piece, i) =>
    large(`9.${opcode + 4}.${i + 1}`, opcode, MB, { piece }),
  ),
  ...[0, 16, 64, 256, KB, 4 * KB].map((size, i) =>
    large(`9.${opcode + 6}.${i + 1}`, opcode, size, { count: 1000 }),
  ),
])

let state = 1
/** @param {number} below @returns {number} the same ones in each run */
function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const LENGTH = 256 * KB
const WORDS =
  'and the of sea boat pier late goat sails evening island wind room twelve waiting headland'.split(
    ' ',
  )
/** Short words come more often. */
const word = () => WORDS[Math.min(random(WORDS.length), random(WORDS.length))]

/** @param {() => string} make */
const repeated = (make) => {
  let text = ''
  while (text.length < LENGTH) text += make()
  return Buffer.from(text.slice(0, LENGTH))
}

const json = repeated(
  () => `{"id":${random(1e6)},"boat":"${word()}","late":${random(60)}},\n`,
)
const page = repeated(
  () =>
    `<li class="${word()}"><a href="/${word()}/${random(99)}">${word()}</a></li>\n`,
)
const prose = repeated(() => `${word()} `)
/** A picture: neighbours are alike. */
const picture = Buffer.from(
  Array.from({ length: LENGTH }, (_, i) => 128 + ((i % 512) >> 3) - random(8)),
)
/** What is compressed already. */
const noise = Buffer.from(Array.from({ length: LENGTH }, () => random(256)))

/** The data of 12.1 to 12.5, in Autobahn's order, and whether it is text. */
const DATA = /** @type {const} */ ([
  [json, 1],
  [picture, 2],
  [prose, 2],
  [page, 1],
  [noise, 2],
])

/** [size of a message, most bytes in a frame] */
const SIZES = [
  ...[16, 64, 256, KB, 4 * KB, 8 * KB, 16 * KB, 32 * KB, 64 * KB, 128 * KB].map(
    (size) => [size, 0],
  ),
  ...[8 * KB, 16 * KB, 32 * KB, 64 * KB, 128 * KB].map((size) => [size, 256]),
  ...[KB, 4 * KB, 32 * KB].map((fragment) => [128 * KB, fragment]),
]

const HINTS = 'client_no_context_takeover; client_max_window_bits'
/** @param {string} [parameters] */
const offer = (parameters) =>
  ['permessage-deflate', HINTS, parameters].filter(Boolean).join('; ')
const NO_CONTEXT = 'server_no_context_takeover'

const OFFERS = [
  offer(),
  offer(NO_CONTEXT),
  offer('server_max_window_bits=9'),
  offer('server_max_window_bits=15'),
  offer(`${NO_CONTEXT}; server_max_window_bits=9`),
  offer(`${NO_CONTEXT}; server_max_window_bits=15`),
  [
    offer(`${NO_CONTEXT}; server_max_window_bits=9`),
    offer(NO_CONTEXT),
    offer(),
  ].join(', '),
]

/**
 * @param {string} group
 * @param {Buffer} data
 * @param {number} opcode
 * @param {string} offer
 * @returns {Conversation[]}
 */
const compressed = (group, data, opcode, offer) =>
  SIZES.map(([size, fragment], i) => {
    const twice = Buffer.concat([data, data.subarray(0, size)])
    /** @param {number} i */
    const message = (i) => {
      const start = (i * size) % LENGTH
      return twice.subarray(start, start + size)
    }
    const id = `${group}.${i + 1}`
    return { id, opcode, count: 1000, message, fragment, offer }
  })

/** @type {Conversation[]} */
export const conversations = [
  ...masses,
  ...DATA.flatMap(([data, opcode], i) =>
    compressed(`12.${i + 1}`, data, opcode, OFFERS[0]),
  ),
  ...OFFERS.flatMap((offer, i) => compressed(`13.${i + 1}`, json, 1, offer)),
]
