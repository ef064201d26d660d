/** Says whether what a server did to a case is acceptable. */
import { exchange } from './exchange.js'

/** @import { Answer } from './answers.js' */
/** @import { Acceptable, Expected, Seen } from './cases/words.js' */
/** @import { Cut, Outcome } from './exchange.js' */
/** @import { Row } from './cases/index.js' */

/**
 * passed; failed: against a MUST, or broken; noted: against a SHOULD.
 *
 * @typedef {'passed' | 'failed' | 'noted'} Mark
 */
/**
 * @typedef {object} Verdict
 * @property {Mark} mark
 * @property {string} [got] in words, where it has not passed
 * @property {Cut} [cut] that it happened with
 */

/**
 * @typedef {object} Server that cases are sent to
 * @property {number} port
 * @property {string} [host] 127.0.0.1 unless told
 * @property {boolean} [secure] whether over TLS
 * @property {number} [patience] how long it may be silent, in ms
 * @property {boolean} [keepsTargets] whether its handler is told the target as
 *   it was sent
 */

/** Longer than that a case isn't sent byte by byte. */
const SHORT = 4000

/** @param {Row} row @returns {Cut[]} */
function cutsOf({ cuts, send }) {
  if (cuts) return cuts
  const length = [send].flat().join('').length
  return length > SHORT ? ['whole', 'lines'] : ['whole', 'lines', 'bytes']
}

/** @param {Row} row @param {Server} server */
function sentOf(row, { host, secure }) {
  const { send, methods = [], accept, halfCloses = false } = row
  return {
    steps: [send].flat(),
    methods,
    answers: Math.min(...accept.map(({ answers }) => answers.length)),
    halfCloses,
    host,
    secure,
  }
}

/**
 * @param {Answer} answer
 * @param {Seen | undefined} seen
 * @param {boolean} keepsTargets whether the handler is told the target as it
 *   was sent
 */
function hasSeen(answer, seen, keepsTargets) {
  if (!seen) return true
  let mirrored
  try {
    mirrored = JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8'))
  } catch {
    return false
  }
  const { target, fields = {}, ...rest } = seen
  if (keepsTargets && target !== undefined && mirrored.target !== target) {
    return false
  }
  const isSame = Object.entries(rest).every(
    ([name, value]) => mirrored[name] === value,
  )
  return (
    isSame &&
    Object.entries(fields).every(([name, wanted]) =>
      [wanted].flat().includes(mirrored.fields[name] ?? null),
    )
  )
}

/** @param {Answer} answer @param {string} wanted `date`, `connection: close` */
function hasField({ fields }, wanted) {
  const [name, value] = wanted.split(': ')
  const found = fields[name]?.toLowerCase()
  return found !== undefined && (value === undefined || found.includes(value))
}

/**
 * @param {Answer} answer
 * @param {Expected} expected
 * @param {boolean} keepsTargets
 */
function fits(answer, expected, keepsTargets) {
  const { status, seen, version, body, has = [], hasNot = [] } = expected
  return (
    status.includes(answer.status) &&
    (version === undefined || version === answer.version) &&
    (body === undefined || body === answer.body) &&
    has.every((name) => hasField(answer, name)) &&
    !hasNot.some((name) => hasField(answer, name)) &&
    hasSeen(answer, seen, keepsTargets)
  )
}

/** @param {Outcome} outcome @param {Acceptable['end']} wanted */
function endsSo({ end, answers }, wanted) {
  if (wanted === 'any') return true
  if (wanted !== 'told') return end === wanted
  const last = answers.at(-1)
  return (
    end === 'kept' ||
    (end === 'closed' &&
      last !== undefined &&
      hasField(last, 'connection: close'))
  )
}

/**
 * @param {Outcome} outcome
 * @param {Acceptable} acceptable
 * @param {boolean} keepsTargets
 */
function isAcceptable(outcome, acceptable, keepsTargets) {
  const { answers, end, interim, tunnel } = acceptable
  const came = outcome.interim.map(({ status }) => status)
  return (
    answers.length === outcome.answers.length &&
    answers.every((one, i) => fits(outcome.answers[i], one, keepsTargets)) &&
    endsSo(outcome, end) &&
    (interim === undefined || interim.join() === came.join()) &&
    (tunnel === undefined || outcome.tunnel.startsWith(tunnel))
  )
}

/** @param {Outcome} outcome @returns {string} in words */
function describe({ interim, answers, end, problem, tunnel, isReset }) {
  const said = [...interim, ...answers].map(({ status, body }) =>
    status === 200 && body ? `200 ${body.slice(0, 120)}` : String(status),
  )
  const shown =
    said.length > 3 ? [...said.slice(0, 3), `… (${said.length})`] : said
  return [
    ...shown,
    ...(tunnel ? [`tunnel ${JSON.stringify(tunnel.slice(0, 40))}`] : []),
    problem || (isReset ? 'reset' : end),
  ].join(' · ')
}

/**
 * Behind a CONNECT nothing says that HTTP goes on.
 *
 * @param {Row} row
 * @param {Outcome} outcome
 */
const maySpeakOtherwise = ({ methods }, { answers, tunnel }) =>
  tunnel !== '' || (answers.length > 0 && methods?.[0] === 'CONNECT')

/** @param {Expected | undefined} expected */
const isRefusal = (expected) =>
  expected?.status.some((status) => status >= 400) ?? false

/**
 * @param {Row} row
 * @param {Outcome} outcome
 * @param {boolean} keepsTargets
 * @returns {Mark}
 */
export function markOf(row, outcome, keepsTargets) {
  const { accept, is } = row
  const most = Math.max(...accept.map(({ answers }) => answers.length))
  const isBroken =
    outcome.problem !== '' ||
    (outcome.end === 'silent' && !maySpeakOtherwise(row, outcome)) ||
    outcome.answers.length > (row.most ?? most)
  if (isBroken) return 'failed'
  const isFine = accept.some((one) => isAcceptable(outcome, one, keepsTargets))
  if (isFine) return 'passed'
  // It may refuse, and has done so, without the answer that it should give.
  const mayRefuse = accept.some(({ answers }) => isRefusal(answers[0]))
  const isMute = outcome.answers.length === 0 && outcome.end === 'closed'
  if (isMute && mayRefuse && !is.demandsStatus) return 'noted'
  // What it has answered is lost: a server closes in stages so that it is not
  // (RFC 9112 §9.6), but it may have answered.
  if (outcome.isReset && outcome.answers.length === 0) return 'noted'
  return is.level === 'should' ? 'noted' : 'failed'
}

/**
 * @param {Row} row
 * @param {Server} server
 * @returns {Promise<Verdict>} the worst of its cuts
 */
export async function tryCase(row, server) {
  const { port, patience = 1500, keepsTargets = true } = server
  /** @type {Verdict} */
  let verdict = { mark: 'passed' }
  for (const cut of cutsOf(row)) {
    const outcome = await exchange(port, sentOf(row, server), cut, patience)
    // The server has closed while the rest was being sent. What it has answered
    // is lost, or not, as it happens; sent whole, it has come.
    const isLost = outcome.isReset && outcome.answers.length === 0
    if (isLost && cut !== 'whole') continue
    const mark = markOf(row, outcome, keepsTargets)
    if (mark === 'passed') continue
    if (mark === 'failed' || verdict.mark === 'passed') {
      verdict = { mark, cut, got: describe(outcome) }
    }
    if (mark === 'failed') break
  }
  return verdict
}
