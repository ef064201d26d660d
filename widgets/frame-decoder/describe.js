import { hex } from '../bytes/bytes.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Frame, Segment, receive } from './model.js' */

/** Longer texts are cut where they are told. */
const MOST_SHOWN = 60

const decoder = new TextDecoder()

/**
 * @param {Uint8Array | string} data
 * @param {Translate} t
 * @returns {string} a text, or bytes as one
 */
function quote(data, t) {
  const text = typeof data === 'string' ? data : decoder.decode(data)
  const shown = text.slice(0, MOST_SHOWN)
  return t('quote', { text: shown + (shown === text ? '' : '…') })
}

/** @param {number} opcode */
const keyOf = (opcode) =>
  [0, 1, 2, 8, 9, 10].includes(opcode) ? `opcode.${opcode}` : 'opcode.unknown'

/**
 * @param {Uint8Array} payload of a close frame
 * @param {Translate} t
 */
function closeOf(payload, t) {
  if (payload.length < 2) return t('close.silent')
  const code = payload[0] * 256 + payload[1]
  const reason = payload.subarray(2)
  return reason.length === 0 ? `${code}` : `${code} ${quote(reason, t)}`
}

/**
 * @param {Frame} frame
 * @param {Translate} t
 * @returns {string} what is known of it
 */
export function describeFrame(frame, t) {
  const { opcode, fin, isMasked, length, payload, isWhole } = frame
  const facts = [
    t(keyOf(opcode), { opcode }),
    // A frame that controls is a message of its own.
    ...(opcode < 8 || !fin ? [t(fin ? 'fin' : 'more')] : []),
    ...(isMasked === null ? [] : [t(isMasked ? 'masked' : 'bare')]),
    ...(length === null ? [] : [t('size', { length })]),
  ]
  const text = opcode === 8 ? closeOf(payload, t) : quote(payload, t)
  const inside = payload.length > 0 ? t('inside', { text }) : ''
  const missing = isWhole ? '' : ` ${t('incomplete')}`
  return `${facts.join(', ')}${inside}.${missing}`
}

/**
 * @param {ReturnType<typeof receive>} received
 * @param {boolean} isWaiting
 * @param {Translate} t
 * @returns {string[]} what the server does
 */
export function describeOutcome({ messages, error }, isWaiting, t) {
  const said = messages.map(({ type, data }) => {
    const bytes = typeof data === 'string' ? new Uint8Array() : data
    const text = type === 8 ? closeOf(bytes, t) : quote(data, t)
    return t(`message.${type}`, { text })
  })
  if (error) return [...said, t('refused', error)]
  const isOver = messages.at(-1)?.type === 8
  if (isWaiting && !isOver) return [...said, t('waits')]
  return said.length > 0 ? said : [t('nothing')]
}

/**
 * @param {Segment} segment
 * @param {Uint8Array} bytes
 * @param {Frame[]} frames
 * @param {Translate} t
 * @returns {string} such as `Frame 1, length: 5 (byte 1)`
 */
export function describeSegment(segment, bytes, frames, t) {
  const { kind, start, end } = segment
  const last = end - 1
  const range = t(end - start > 1 ? 'rangeMany' : 'rangeOne', { start, last })
  if (kind === 'waiting') return t('part.waiting', { range })
  const frame = frames[segment.frame]
  const [byte] = bytes.subarray(start)
  const { fin, rsv, opcode, length, payload } = frame
  const bits = { fin: Number(fin), rsv: rsv.toString(2).padStart(3, '0') }
  const short = byte & 127
  const key = Array.from(bytes.subarray(start, end), hex).join(' ')
  const text = quote(payload, t)
  const words = t(kind === 'second' && short > 125 ? `second.${short}` : kind, {
    ...bits,
    opcode,
    name: t(keyOf(opcode), { opcode }),
    mask: byte >> 7,
    short,
    length: length ?? '…',
    key,
    text,
  })
  return t('part', { frame: segment.frame + 1, words, range })
}
