import { glyph, hex } from '../bytes/bytes.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Segment, SeenRequest } from './model.js' */

/** Parts longer than this are cut where they are named. */
const MOST_SHOWN = 40

/**
 * @param {SeenRequest} request
 * @param {Uint8Array} bytes
 * @param {Translate} t
 * @returns {string} what the server knows of it
 */
export function describeRequest(request, bytes, t) {
  const { state, method, target, error } = request
  const fields = t('knownFields', { count: request.fields })
  if (state === 'complete') {
    const end = request.keepsAlive ? 'keep' : 'close'
    const connection = t(`state.complete.${end}`)
    const last = place(request, request.end - 1, t)
    return t('state.complete', { last, method, target, fields, connection })
  }
  if (error) {
    const { status, code } = error
    const got = error.at < bytes.length ? name(bytes[error.at]) : ''
    const reason = t(`error.${code}`, { got })
    const at = place(request, error.at, t)
    return t(`state.${state}`, { status, at, reason })
  }
  const facts = [method, target, request.fields > 0 ? fields : '']
  const known = facts.filter(Boolean).join(' ') || t('knownNothing')
  return t('state.incomplete', { known: t('known', { known }) })
}

/**
 * @param {SeenRequest} request
 * @param {number} at offset in all bytes
 * @param {Translate} t
 * @returns {string} the offset as the server states it, from the beginning of
 *   the request; for a later request, the other one too
 */
function place({ start }, at, t) {
  return start === 0 ? `${at}` : t('later', { own: at - start, at })
}

/**
 * @param {Segment} segment
 * @param {Uint8Array} bytes
 * @param {Translate} t
 * @returns {string} such as `method: GET (bytes 0–2)`
 */
export function describeSegment({ kind, start, end }, bytes, t) {
  const last = end - 1
  const range = t(end - start > 1 ? 'rangeMany' : 'rangeOne', { start, last })
  const shown = Array.from(bytes.subarray(start, end).slice(0, MOST_SHOWN))
  const cut = end - start > MOST_SHOWN ? '…' : ''
  const text = shown.map(named).join('').trim() + cut
  return t('part', { kind: t(`kind.${kind}`), text, range })
}

/** @param {number} byte */
function named(byte) {
  if (byte === 0x20) return ' '
  const shown = glyph(byte)
  return shown.length > 1 ? `${shown} ` : shown
}

/** @param {number} byte */
function name(byte) {
  return byte > 0x20 && byte < 0x7f ? `"${glyph(byte)}"` : `0x${hex(byte)}`
}
