/** The cases of frames: 1 to 7 and 10, as `frames.txt` and `utf8.js` have them. */
import { Buffer, isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { fragments, frame, OPCODES } from '../frames.js'
import { texts } from './utf8.js'

/** @import { Event } from '../frames.js' */

/** A step that waits, and then looks whether the connection is still open. */
export const WAIT = Symbol('wait')

/**
 * @typedef {object} Case
 * @property {string} id
 * @property {(Buffer | typeof WAIT)[]} steps what is sent, each in a packet of
 *   its own
 * @property {Event[]} expected
 * @property {Event[]} nonStrict what is allowed, too
 * @property {string} ending `ok`, `closed`, `fail` or `any`
 * @property {number[]} codes with which they may close
 * @property {boolean} isClean whether they have to send a close frame
 */

/** @param {string} text such as `one`, `x*125` or `0xfe*125` @returns {Buffer} */
function bytesOf(text) {
  const [, one, count = '1'] = /^(.+?)(?:\*(\d+))?$/.exec(text) ?? ['', '']
  const isHex = one.startsWith('0x')
  const bytes = isHex ? Buffer.from(one.slice(2), 'hex') : Buffer.from(one)
  return Buffer.alloc(bytes.length * Number(count), bytes)
}

/** @param {string} text such as `1000,reason` @returns {Buffer} */
function closeOf(text) {
  const [code, reason = ''] = text.split(',')
  const head = Buffer.from([Number(code) >> 8, Number(code) & 255])
  return Buffer.concat([head, bytesOf(reason)])
}

/** @param {string} token such as `text-`, `op3` or `close=1000` */
function partsOf(token) {
  const [, name, more, rsv, text = ''] =
    /^(\w+)(-?)(?:\+(\d))?(?:=(.*))?$/.exec(token) ?? []
  const opcode = OPCODES[name] ?? Number(name.slice(2))
  const isCode = name === 'close' && text !== ''
  const payload = isCode ? closeOf(text) : bytesOf(text)
  return { opcode, payload, fin: more === '', rsv: Number(rsv ?? 0) }
}

/** @param {string} sent @returns {Case['steps']} */
function stepsOf(sent) {
  const [, how, sizes = '', rest] =
    /^(?:(chop|split|cut)([\d,]+) )?(.*)$/.exec(sent) ?? []
  const [size, second] = sizes.split(',').map(Number)
  const packets = rest.split(/ (?=wait )| \/ |(?<=wait) /)
  const steps = packets.map((packet) => {
    if (packet === 'wait') return WAIT
    const parts = packet.split(' ').map(partsOf)
    return Buffer.concat(
      parts.flatMap((part) =>
        how === 'split'
          ? fragments(part.opcode, part.payload, size)
          : [frame(part.opcode, part.payload, part)],
      ),
    )
  })
  const whole = /** @type {Buffer} */ (steps[0])
  if (how === 'chop') return chop(whole, size)
  if (how !== 'cut') return steps
  const [a, b] = [6 + size, 6 + second]
  return [
    whole.subarray(0, a),
    WAIT,
    whole.subarray(a, b),
    WAIT,
    whole.subarray(b),
  ]
}

/** @param {Buffer} bytes @param {number} size @returns {Buffer[]} */
export const chop = (bytes, size) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )

/** @param {string[]} tokens such as `text=one` and `wait` @returns {Event[]} */
const eventsOf = (tokens) =>
  tokens.map((token) => {
    const [type, data = ''] = token.split(/=(.*)/s)
    return { type, data: bytesOf(data) }
  })

const ENDING = /(?:^| )(ok|closed|fail|any)(?: ([\d,]+))?(\?)?$/

/** @param {string} line @returns {Case} */
function caseOf(line) {
  const [, id, sent, back, other] =
    /^(\S+) +(.*?) => (.*?)(?: \| (.*))?$/.exec(line) ?? []
  const [all, ending, codes = '1000', mark] = ENDING.exec(back) ?? ['']
  const expected = eventsOf(
    back.slice(0, -all.length).split(' ').filter(Boolean),
  )
  const others = other === 'none' ? [] : other?.split(' ')
  return {
    id,
    steps: stepsOf(sent),
    expected,
    nonStrict: others ? eventsOf(others) : expected,
    ending,
    codes: codes.split(',').map(Number),
    isClean: ending !== 'fail' && mark === undefined,
  }
}

const file = readFileSync(new URL('frames.txt', import.meta.url), 'utf8')

/** @type {Case[]} */
export const cases = [
  ...file.split('\n').filter((line) => /^\d/.test(line)),
  ...texts.map(({ id, digits }) =>
    isUtf8(Buffer.from(digits, 'hex'))
      ? `${id} text=0x${digits} => text=0x${digits} ok`
      : `${id} text=0x${digits} => fail 1007`,
  ),
].map(caseOf)
