/**
 * Sends random frames, right and damaged ones, to our reader and to that of ws,
 * and counts where the two differ:
 *
 *     CONTENDERS=… DURATION=50 node frames-fuzz.js [SEED]
 *
 * DURATION says how many inputs: 20,000 for each second. The variable SHOW names
 * a result whose inputs are printed.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { inspect } from 'node:util'
import zlib from 'node:zlib'
import { unpack } from '../lib/realtime/deflate.js'
import { CLOSE, isCloseCode } from '../lib/realtime/frames.js'
import { MessageReader, textOf } from '../lib/realtime/reader.js'

const [seed = '1'] = process.argv.slice(2)
const { DURATION = '2', CONTENDERS = '../../contenders', SHOW } = process.env
const INPUTS = Math.max(1000, Math.round(Number(DURATION) * 20_000))
const LIMIT = 1000

const load = createRequire(path.resolve(CONTENDERS, 'realtime/package.json'))
const folder = path.dirname(load.resolve('ws/package.json'))
const Receiver = load(path.join(folder, 'lib/receiver.js'))
const PerMessageDeflate = load(path.join(folder, 'lib/permessage-deflate.js'))
const { kStatusCode } = load(path.join(folder, 'lib/constants.js'))

let state = Number(seed)
/** @param {number} below @returns {number} an integer from 0, by mulberry32 */
function random(below) {
  state = (state + 0x6d2b79f5) | 0
  let n = Math.imul(state ^ (state >>> 15), 1 | state)
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n
  return ((((n ^ (n >>> 14)) >>> 0) * below) / 2 ** 32) | 0
}

/** @template T @param {readonly T[]} list @returns {T} */
const oneOf = (list) => list[random(list.length)]

const PIECES = [
  ...['goat', 'é', '日', '🐐', '\0', ' '].map((text) => Buffer.from(text)),
  ...['c3', '97a5', 'f09f', '9090', 'eda080', 'f490', 'c0af', 'ff'].map(
    (digits) => Buffer.from(digits, 'hex'),
  ),
]
const SIZES = [0, 1, 124, 125, 126, 127, 400, 999, 1000, 1001]
const CODES = [0, 999, 1000, 1001, 1004, 1005, 1006, 1007, 1014, 1015, 1016]
const MORE_CODES = [2999, 3000, 4999, 5000, 65_535]

function dataOf() {
  if (random(8) === 0) return Buffer.alloc(oneOf(SIZES), 'x')
  const most = random(3) > 0 ? 6 : PIECES.length
  const parts = Array.from({ length: random(5) }, () => PIECES[random(most)])
  return Buffer.concat(parts)
}

/** @param {Buffer} data */
function pack(data) {
  const finishFlush = oneOf([2, 2, 2, 3, 4])
  const packed = zlib.deflateRawSync(data, { finishFlush })
  return random(20) > 0 && finishFlush !== 4 ? packed.subarray(0, -4) : packed
}

function closingOf() {
  if (random(4) === 0) return dataOf().subarray(0, random(4))
  const code = oneOf(
    random(2) > 0 ? CODES.slice(2, 4) : [...CODES, ...MORE_CODES],
  )
  const head = Buffer.from([code >> 8, code & 255])
  return Buffer.concat([head, random(2) > 0 ? dataOf() : Buffer.alloc(0)])
}

/** @param {number} first byte @param {Buffer} data */
function frameOf(first, data) {
  const { length } = data
  const kind = length < 126 ? random(60) : length < 65_536 ? 1 + random(20) : 0
  const size = length < 126 && kind > 1 ? 0 : kind === 0 ? 8 : 2
  const head = Buffer.alloc(2 + size)
  head[0] = random(60) > 0 ? first : first | (random(8) << 4)
  head[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127)
  if (size > 0) head.writeUIntBE(length, size === 2 ? 2 : 4, size === 2 ? 2 : 6)
  if (random(80) === 0) head[1] &= 0x7f
  const mask = oneOf([Buffer.alloc(4), Buffer.from([1, 2, 3, 4])])
  const masked = Buffer.from(data)
  for (let i = 0; i < length; i++) masked[i] ^= mask[i & 3]
  return Buffer.concat([head, head[1] > 127 ? mask : Buffer.alloc(0), masked])
}

/** @param {boolean} mayPack @returns {Buffer[]} the frames of a message */
function messageOf(mayPack) {
  const opcode = oneOf([1, 1, 2])
  const isPacked = mayPack && random(2) > 0
  const data = isPacked ? pack(dataOf()) : dataOf()
  const frames = []
  const count = random(2) > 0 ? 1 : 1 + random(4)
  for (let i = 0, at = 0; i < count; i++) {
    const end =
      i === count - 1 ? data.length : at + random(data.length - at + 1)
    const first = i > 0 ? 0 : opcode | (isPacked ? 0x40 : 0)
    const final = i === count - 1 ? 0x80 : 0
    frames.push(frameOf(first | final, data.subarray(at, end)))
    if (random(4) === 0) frames.push(controlOf())
    at = end
  }
  // Now and then, one is lost or there twice.
  if (random(12) === 0)
    frames.splice(random(frames.length), random(2), frames[0])
  return frames
}

const controlOf = () => frameOf(0x80 | oneOf([9, 10]), dataOf())

/** @param {boolean} mayPack @returns {Buffer} */
function inputOf(mayPack) {
  const frames = []
  for (let i = random(4); i >= 0; i--) {
    const kind = random(8)
    if (kind === 0) frames.push(frameOf(0x88, closingOf()))
    else if (kind === 1) frames.push(controlOf())
    else if (kind === 2 && random(4) === 0)
      frames.push(frameOf(random(256), dataOf()))
    else frames.push(...messageOf(mayPack))
  }
  return damage(Buffer.concat(frames))
}

/** @param {Buffer} bytes @returns {Buffer} with a change, now and then */
function damage(bytes) {
  if (random(4) > 0 || bytes.length === 0) return bytes
  const at = random(bytes.length)
  const kind = random(4)
  if (kind === 0) return bytes.subarray(0, at)
  const [start, end] = [bytes.subarray(0, at), bytes.subarray(at)]
  if (kind === 1) return Buffer.concat([start, end.subarray(1)])
  if (kind === 2) return Buffer.concat([start, Buffer.from([random(256)]), end])
  const changed = Buffer.from(bytes)
  changed[at] = random(256)
  return changed
}

/** @typedef {{ events: string[], end: string, why?: string }} Outcome */

/** @param {unknown} error */
const codeOf = (error) => /** @type {any} */ (error).closeCode

/** @param {Buffer[]} pieces @param {boolean} mayPack @returns {Outcome} */
function ours(pieces, mayPack) {
  const reader = new MessageReader(LIMIT, mayPack ? unpack : undefined)
  /** @type {string[]} */
  const events = []
  try {
    for (const piece of pieces) {
      // The mask is taken off in place.
      reader.push(Buffer.from(piece))
      while (reader.next()) {
        const data = Buffer.from(/** @type {string} */ (reader.data))
        if (reader.type === CLOSE) return { events, end: closingBy(data) }
        events.push(`${reader.type} ${data.toString('hex')}`)
      }
    }
    return { events, end: 'open' }
  } catch (error) {
    return { events, end: `error ${codeOf(error)}` }
  }
}

/** @param {Buffer} data of a close frame, as the socket reads it */
function closingBy(data) {
  if (data.length === 0) return 'close 1005'
  const code = data.length < 2 ? data[0] : data.readUInt16BE()
  if (!isCloseCode(code)) return 'error 1002'
  return `close ${code} ${textOf(data.subarray(2))}`
}

/** @param {Buffer} bytes @param {boolean} mayPack @returns {Promise<Outcome>} */
async function theirs(bytes, mayPack) {
  const options = { isServer: true, maxPayload: LIMIT }
  const deflate = new PerMessageDeflate(options)
  deflate.accept([{ client_no_context_takeover: [true] }])
  const receiver = new Receiver({
    ...options,
    extensions: mayPack ? { 'permessage-deflate': deflate } : {},
  })
  /** @type {Outcome} */
  const outcome = { events: [], end: 'open' }
  /** @param {number} type */
  const take = (type) => (/** @type {Buffer} */ data) =>
    outcome.events.push(`${type} ${data.toString('hex')}`)
  const message = [take(1), take(2)]
  receiver.on(
    'message',
    (/** @type {any} */ data, /** @type {any} */ isBinary) =>
      message[isBinary ? 1 : 0](data),
  )
  receiver.on('ping', take(9))
  receiver.on('pong', take(10))
  receiver.on(
    'conclude',
    (/** @type {any} */ code, /** @type {any} */ reason) => {
      outcome.end = `close ${code}${code === 1005 ? '' : ` ${reason}`}`
    },
  )
  receiver.on('error', (/** @type {any} */ error) => {
    outcome.end = `error ${error[kStatusCode]}`
    outcome.why = error.code
  })
  await new Promise((resolve) => {
    receiver.on('conclude', resolve).on('error', resolve)
    receiver.write(Buffer.from(bytes), resolve)
  })
  deflate.cleanup()
  return outcome
}

/** What ws calls a control frame whose length is in more bytes than one. */
const LONG_CONTROL = 'WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH'

/** What it says of a fragment that it cannot decompress, or that is too large. */
const OF_PACKED = ['Z_DATA_ERROR', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH']

/** @param {Outcome} us @param {Outcome} them */
function resultOf(us, them) {
  const count = Math.min(us.events.length, them.events.length)
  for (let i = 0; i < count; i++) {
    if (us.events[i] !== them.events[i]) return 'differ-data'
  }
  const isEven = us.events.length === them.events.length
  const isRefusal = us.end.startsWith('error')
  if (isEven && us.end === them.end) return isRefusal ? 'both-refuse' : 'same'
  if (them.why === LONG_CONTROL) return 'long-control'
  if (us.end === 'error 1007') return 'text-early'
  if (OF_PACKED.includes(them.why ?? '')) return 'packed-early'
  const isTheirs = them.end.startsWith('error')
  return isEven && isTheirs && us.end === 'open' ? 'head-early' : 'differ-end'
}

/** @type {Record<string, number>} */
const counts = {
  inputs: INPUTS,
  same: 0,
  'both-refuse': 0,
  'long-control': 0,
  'text-early': 0,
  'head-early': 0,
  'packed-early': 0,
  'differ-data': 0,
  'differ-end': 0,
}

/** @param {Buffer} bytes one in each piece */
const byByte = (bytes) => Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))

for (let i = 0; i < INPUTS; i++) {
  const mayPack = random(8) === 0
  const bytes = inputOf(mayPack)
  const us = ours([bytes], mayPack)
  const at = random(bytes.length + 1)
  const inTwo = [bytes.subarray(0, at), bytes.subarray(at)]
  for (const pieces of [inTwo, byByte(bytes)]) {
    const again = ours(pieces, mayPack)
    assert.deepEqual(again, us, bytes.toString('hex'))
  }
  const them = await theirs(bytes, mayPack)
  const result = resultOf(us, them)
  counts[result]++
  if (SHOW === result) {
    console.error(inspect([bytes.toString('hex'), us, them], { depth: 5 }))
  }
}
const figures = Object.entries(counts).map(([name, count]) => [
  `count.${name}`,
  count,
])
console.log(JSON.stringify(Object.fromEntries(figures)))
