import { glyph, hex, TABLE_OF } from './model.js'
import { FOLDED, INDENTED, RULES } from './rules.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Step } from './model.js' */

const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09

/** Texts longer than this are cut where they are named. */
const MOST_SHOWN = 40

/**
 * @param {number} byte
 * @param {Translate} t
 * @returns {string} such as `“G” (47)`, or `the CR (0d)`
 */
export function nameOf(byte, t) {
  const shown = glyph(byte)
  const value = hex(byte)
  if (shown === '·') return t('byte.other', { hex: value })
  return t(shown.length > 1 ? 'byte.named' : 'byte.seen', {
    name: shown,
    hex: value,
  })
}

/**
 * @param {Step} step
 * @param {Uint8Array} bytes
 * @param {boolean} isLast whether nothing comes behind it
 * @param {Translate} t
 * @returns {string} what has happened, in sentences
 */
export function describe(step, bytes, isLast, t) {
  if (step.at === -1) return t('start')
  const { phase } = step
  const parts = []
  if (step.isCut) parts.push(t('cut', { count: step.at }))
  parts.push(said(step, bytes, t))
  if (phase === 'DONE') parts.push(...end(step, t))
  else if (isLast && phase !== 'REFUSED') parts.push(t('waiting', { phase }))
  return parts.join(' ')
}

/**
 * @param {Step} step
 * @param {Uint8Array} bytes
 * @param {Translate} t
 */
function said(step, bytes, t) {
  const { looked, outcome, known, part, field, refusal } = step
  const byte = nameOf(bytes[step.at], t)
  const table = TABLE_OF[looked] ?? ''
  if (refusal) return t(`why.${refusal.name}`, { byte, table })
  if (outcome === 'in') return t(`in.${looked}`, { byte, table })
  if (looked === 'NAME' && step.phase === 'END') return t('end.NAMES')
  if (looked === 'METHOD' && known.method === '') return t('end.METHOD.unknown')
  if (looked === 'VALUE_END' && field) {
    const key = field.counts ? 'counts' : 'text'
    return t(`end.VALUE_END.${key}`, { name: short(field.name) })
  }
  if (looked === 'VERSION' && known.minor === -2) return t('end.VERSION.other')
  return t(`end.${looked}`, {
    byte,
    method: known.method,
    target: short(known.target),
    minor: known.minor,
    name: short(part),
  })
}

/**
 * @param {Step} step in which the head was complete
 * @param {Translate} t
 */
function end({ known }, t) {
  const { isChunked, hasBody, contentLength, lacksHost } = known
  const body = isChunked ? 'chunks' : hasBody ? 'length' : 'none'
  const then = t(`then.${body}`, { count: contentLength })
  return lacksHost ? [then, t('lacksHost')] : [then]
}

/** @param {string} text */
const short = (text) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text

/**
 * @param {Step} step in which a request was refused
 * @param {Uint8Array} bytes
 * @returns {{ label: string, address: string }} the section that it breaks
 */
export function ruleOf({ refusal, at }, bytes) {
  const isIndented =
    refusal?.name === 'BAD_NAME' &&
    (bytes[at] === SPACE || bytes[at] === TAB) &&
    bytes[at - 1] === LF
  // The empty line that may stand before a request has its LF at 1.
  const isFirst = bytes.indexOf(LF, 2) === at - 1
  const [rfc, section] = isIndented
    ? isFirst
      ? INDENTED
      : FOLDED
    : RULES[refusal?.name ?? '']
  return {
    label: `RFC ${rfc} §${section}`,
    address: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`,
  }
}
