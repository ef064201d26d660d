/** What the engine's head makes of a request, byte by byte. */
import { Buffer } from 'node:buffer'
import {
  FIELD_VALUE,
  TARGET,
  TOKEN,
} from '../../code/ch13/lib/engine/characters.js'
import { Head } from '../../code/ch13/lib/engine/head.js'
import * as phases from '../../code/ch13/lib/engine/phases.js'
import * as refusals from '../../code/ch13/lib/engine/refusals.js'

/** @typedef {keyof typeof phases} Phase */
/** @typedef {keyof typeof TABLES} Table */
/**
 * What is in a byte's place: a part of the head, its punctuation, or nothing
 * that the head has to do with.
 *
 * @typedef {'method' | 'target' | 'version' | 'field-name' | 'field-value'
 *   | 'line-end' | 'space'} Kind
 */
/**
 * @typedef {object} Step after a byte was taken; the first one is before all
 * @property {number} at the index of the byte; -1: none yet
 * @property {Phase} looked the phase that has looked at it
 * @property {Phase} phase the phase afterwards
 * @property {'none' | 'in' | 'end' | 'refused'} outcome whether it belongs to
 *   the part, ends it, or cannot be there
 * @property {Kind} kind
 * @property {boolean} isCut whether it is the first of another read
 * @property {{ name: string, counts: boolean } | null} field the one that has
 *   just ended, and whether the engine needs it
 * @property {string} part what has come of the name that has just ended
 * @property {Known} known
 * @property {(keyof Known)[]} changed
 * @property {{ name: string, status: number, code: string, detail: string }
 *   | null} refusal
 */

/** What a head has noted, in the order in which it is shown. */
const NOTED = /** @type {const} */ ([
  'method',
  'target',
  'minor',
  'lacksHost',
  'contentLength',
  'isChunked',
  'hasBody',
  'keepsAlive',
  'wantsUpgrade',
  'expectsContinue',
  'text',
])

/** @typedef {Pick<Head, (typeof NOTED)[number]>} Known */

/** As a server has them that is told nothing else. */
const MAX_SIZE = 16_384
const MAX_COUNT = 100

/** The tables of `characters.js` that a head asks. */
export const TABLES = { TOKEN, TARGET, FIELD_VALUE }

/** @type {Partial<Record<Phase, Table>>} */
export const TABLE_OF = {
  METHOD: 'TOKEN',
  TARGET: 'TARGET',
  NAME: 'TOKEN',
  VALUE: 'FIELD_VALUE',
}

/** @type {Partial<Record<Phase, Kind>>} */
const KIND_OF = {
  METHOD: 'method',
  TARGET: 'target',
  VERSION: 'version',
  NAME: 'field-name',
  VALUE: 'field-value',
}

/** The names that `head.js` has. */
export const NEEDED = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]

const CR = 0x0d
const LF = 0x0a

export const PHASES = /** @type {Phase[]} */ (
  Object.entries(phases)
    .sort(([, one], [, other]) => one - other)
    .map(([name]) => name)
)

/** @type {Record<string, string>} */
const SIGNS = { r: '\r', n: '\n', t: '\t', 0: '\0', '\\': '\\' }

/**
 * @param {string} typed signs such as `\r` and `\x0b` are bytes
 * @returns {{ bytes: Buffer, cuts: number[] }} cuts: where a new read begins
 */
export function readTyped(typed) {
  /** @type {number[]} */
  const cuts = []
  /** @type {number[]} */
  const bytes = []
  for (const [sign] of typed.matchAll(/\\x[\da-f]{2}|\\[rnt0|\\]|[^\r\n]/giu)) {
    if (sign === '\\|') cuts.push(bytes.length)
    else if (/^\\x/i.test(sign)) bytes.push(Number.parseInt(sign.slice(2), 16))
    else {
      const isSign = sign.length === 2 && sign[0] === '\\'
      const text = isSign ? (SIGNS[sign[1].toLowerCase()] ?? sign) : sign
      bytes.push(...Buffer.from(text))
    }
  }
  return { bytes: Buffer.of(...bytes), cuts }
}

/** The book's head, overheard where it is told of a field. */
class Overheard extends Head {
  /** @type {string | null} */
  ended = null

  /** @type {Head['field']} */
  field(bytes, nameStart, nameEnd, valueEnd) {
    this.ended = bytes.toString('latin1', nameStart, nameEnd)
    super.field(bytes, nameStart, nameEnd, valueEnd)
  }
}

/**
 * Feeds a head one byte at a time, until it is complete or refused.
 *
 * @param {Buffer} bytes
 * @param {number[]} [cuts]
 * @returns {Step[]}
 */
export function trace(bytes, cuts = []) {
  const head = new Overheard(MAX_SIZE, MAX_COUNT)
  let known = noted(head)
  /** @type {Step[]} */
  const steps = [
    {
      at: -1,
      looked: 'BEGIN',
      phase: 'BEGIN',
      outcome: 'none',
      kind: 'space',
      isCut: false,
      field: null,
      part: '',
      known,
      changed: [],
      refusal: null,
    },
  ]
  let lineStart = 0
  for (let at = 0; at < bytes.length && head.phase < phases.DONE; at++) {
    const byte = bytes[at]
    const before = PHASES[head.phase]
    // This phase takes nothing but a CR, and leaves all else to the next.
    const looked = before === 'BEGIN' && byte !== CR ? 'METHOD' : before
    head.ended = null
    head.scan(bytes, at, at + 1)
    const phase = PHASES[head.phase]
    const isRefused = phase === 'REFUSED'
    const outcome = isRefused ? 'refused' : phase === looked ? 'in' : 'end'
    const now = noted(head)
    steps.push({
      at,
      looked,
      phase,
      outcome,
      kind: kindOf(byte, looked, outcome),
      isCut: cuts.includes(at),
      field: head.ended === null ? null : fieldOf(head.ended),
      part: bytes.toString('latin1', lineStart, at),
      known: now,
      changed: NOTED.filter((name) => now[name] !== known[name]),
      refusal: isRefused ? refusalOf(head) : null,
    })
    known = now
    if (byte === LF) lineStart = at + 1
  }
  return steps
}

/**
 * @param {Head} head
 * @returns {Known}
 */
const noted = (head) =>
  /** @type {Known} */ (
    Object.fromEntries(NOTED.map((name) => [name, head[name]]))
  )

/**
 * @param {number} byte
 * @param {Phase} looked
 * @param {Step['outcome']} outcome
 * @returns {Kind}
 */
function kindOf(byte, looked, outcome) {
  if (byte === CR || byte === LF) return 'line-end'
  return (outcome === 'in' && KIND_OF[looked]) || 'space'
}

/** @param {string} name */
const fieldOf = (name) => ({
  name,
  counts: NEEDED.includes(name.toLowerCase()),
})

/**
 * @param {Head} head that has refused
 * @returns {NonNullable<Step['refusal']>} with the name that `refusals.js` has
 *   for it
 */
function refusalOf({ refusal }) {
  const entry = Object.entries(refusals).find(([, one]) => one === refusal)
  if (!entry || !refusal) throw new Error('got no refusal, expected one')
  const { status, code, detail } = refusal
  return { name: entry[0], status, code, detail }
}

/**
 * @param {Step[]} steps
 * @param {number} at
 * @param {1 | -1} way
 * @returns {number} the step at which the phase is another one; going back, the
 *   first of the phase before
 */
export function nextPhase(steps, at, way) {
  const isNew = (/** @type {number} */ index) =>
    index <= 0 ||
    index >= steps.length - 1 ||
    steps[index].phase !== steps[index - 1].phase
  let index = at + way
  while (!isNew(index)) index += way
  return Math.max(0, Math.min(index, steps.length - 1))
}

/** @type {Record<number, string>} */
const NAMES = { 0: 'NUL', 9: 'HT', 10: 'LF', 13: 'CR', 32: 'SP', 127: 'DEL' }

/**
 * @param {number} byte
 * @returns {string} the character, or the name of one that cannot be seen
 */
export function glyph(byte) {
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte)
  return NAMES[byte] ?? '·'
}

/** @param {number} byte */
export const hex = (byte) => byte.toString(16).padStart(2, '0')
