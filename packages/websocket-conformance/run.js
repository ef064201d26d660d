/** Sends the cases to a server that echoes messages, and judges what it does. */
import { Buffer } from 'node:buffer'
import { setTimeout as delay } from 'node:timers/promises'
import { cases, chop, WAIT } from './cases/frames.js'
import { conversations } from './cases/messages.js'
import { connect } from './connection.js'
import { fragments } from './frames.js'

/** @import { Case } from './cases/frames.js' */
/** @import { Conversation } from './cases/messages.js' */
/** @import { Connection, Place } from './connection.js' */
/** @import { Event } from './frames.js' */

/** @typedef {'strict' | 'non-strict' | 'open' | 'failed' | 'not offered'} Mark */
/** @typedef {{ id: string, mark: Mark, why: string }} Verdict */

/** How long a step waits for what must not come, in ms. */
const PAUSE = 100

/** How many connections at once. */
const AT_ONCE = 8

/** @param {Event[]} got @param {Event[] | undefined} expected */
const isSame = (got, expected) =>
  got.length === expected?.length &&
  got.every(
    ({ type, data }, i) =>
      type === expected[i].type && data.equals(expected[i].data),
  )

/** @param {Event[]} events */
const show = (events) =>
  events
    .map(
      ({ type, data }) =>
        `${type} ${JSON.stringify(data.toString('latin1', 0, 40))}`,
    )
    .join(', ') || 'nothing'

/**
 * @param {Case} row
 * @param {Place} place
 * @returns {Promise<Verdict>}
 */
async function tryCase(row, place) {
  const connection = await connect(place)
  const { patience = 3000 } = place
  try {
    if (row.ending === 'closed') connection.sentClose()
    for (const step of row.steps) {
      if (step !== WAIT) await connection.send(step)
      else if (!connection.isEnded) await pause(connection, row, patience)
    }
    const isDone = () => connection.isEnded
    const isEnough = () => isDone() || isSame(connection.events, row.expected)
    if (row.ending === 'ok') {
      await connection.until(isEnough, patience)
      if (!connection.isEnded) connection.close(1000)
    }
    await connection.until(isDone, patience)
    return { id: row.id, ...judge(row, connection) }
  } finally {
    connection.socket.destroy()
  }
}

/**
 * Waits for what is expected before the next pause, or else for the end.
 *
 * @param {Connection} connection
 * @param {Case} row
 * @param {number} patience
 */
async function pause(connection, { expected }, patience) {
  const { events } = connection
  const next = expected.findIndex(
    ({ type }, i) => i >= events.length && type === 'wait',
  )
  const isThere = () => next >= 0 && events.length >= next
  await connection.until(() => connection.isEnded || isThere(), patience)
  if (next >= 0) await delay(PAUSE)
  if (!connection.isTheirs) {
    events.push({ type: 'wait', data: Buffer.alloc(0) })
  }
}

/**
 * @param {Case} row
 * @param {Connection} connection
 * @returns {{ mark: Mark, why: string }}
 */
function judge(row, { events, code, isTheirs, isEnded }) {
  /** @param {Mark} mark @param {string} [why] */
  const say = (mark, why = '') => ({ mark, why })
  if (row.ending === 'any') return say('open')
  const isExpected = isSame(events, row.expected)
  if (!isExpected && !isSame(events, row.nonStrict)) {
    return say('failed', `got ${show(events)}, expected ${show(row.expected)}`)
  }
  if (row.ending === 'fail' && !isTheirs)
    return say('failed', 'it did not close')
  if (typeof code === 'number' && !row.codes.includes(code)) {
    const why = `got code ${code}, expected ${row.codes.join(' or ')}`
    return say(row.ending === 'closed' ? 'failed' : 'non-strict', why)
  }
  if (row.isClean && code === undefined)
    return say('non-strict', 'no close frame came')
  if (!isEnded) return say('non-strict', 'the connection stays open')
  if (!isExpected) return say('non-strict', `got ${show(events)}`)
  return say('strict')
}

/**
 * @param {Conversation} row
 * @param {Place & { messages?: number }} place
 * @returns {Promise<Verdict>}
 */
async function converse(row, place) {
  const { id, opcode, message, fragment = 0, piece = 65_536, offer } = row
  const count = Math.min(row.count, place.messages ?? row.count)
  const slowly = Math.max(20_000, place.patience ?? 0)
  const connection = await connect(place, offer)
  const { compression, events } = connection
  const type = opcode === 1 ? 'text' : 'binary'
  try {
    if (offer && !compression) return { id, mark: 'not offered', why: '' }
    for (let i = 0; i < count; i++) {
      const data = message(i)
      const payload = compression ? compression.compress(data) : data
      const frames = fragments(opcode, payload, fragment, compression ? 4 : 0)
      for (const bytes of chop(Buffer.concat(frames), piece)) {
        await connection.send(bytes)
      }
      await connection.until(
        () => events.length > 0 || connection.isEnded,
        slowly,
      )
      const expected = [{ type, data }]
      if (!isSame(events.splice(0), expected)) {
        return {
          id,
          mark: 'failed',
          why: `message ${i} of ${data.length} bytes`,
        }
      }
    }
    connection.close(1000)
    await connection.until(() => connection.isEnded, slowly)
    const isClean = connection.code === 1000
    return isClean
      ? { id, mark: 'strict', why: '' }
      : { id, mark: 'non-strict', why: 'no close frame with 1000 came' }
  } finally {
    connection.socket.destroy()
  }
}

/**
 * @param {Place & { messages?: number, filter?: string }} place `messages` is
 *   the most that a conversation has, `filter` the beginning of the numbers
 * @returns {Promise<Verdict[]>} in the order of the cases
 */
export async function tryAll(place) {
  const { filter = '' } = place
  const rows = [
    ...cases.map((row) => ({ id: row.id, run: () => tryCase(row, place) })),
    ...conversations.map((row) => ({
      id: row.id,
      run: () => converse(row, place),
    })),
  ].filter(({ id }) => `${id}.`.startsWith(filter))
  /** @type {Verdict[]} */
  const verdicts = []
  let next = 0
  const work = async () => {
    while (next < rows.length) {
      const i = next++
      const { id, run } = rows[i]
      verdicts[i] = await run().catch((error) => ({
        id,
        mark: /** @type {const} */ ('failed'),
        why: error.message,
      }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return verdicts
}

/** @type {Mark[]} */
export const marks = ['strict', 'non-strict', 'open', 'failed', 'not offered']

/** @param {Verdict[]} verdicts @param {Mark} mark @param {string} [group] such as `6` */
export const count = (verdicts, mark, group = '') =>
  verdicts.filter(
    (verdict) =>
      verdict.mark === mark &&
      `${verdict.id}.`.startsWith(group && `${group}.`),
  ).length

export const groups = [
  ...new Set([...cases, ...conversations].map(({ id }) => id.split('.')[0])),
]

/**
 * @param {Verdict[]} verdicts
 * @returns {string[]} each case that is not strict, and a table
 */
export function reportLines(verdicts) {
  /** @param {string} name @param {(string | number)[]} cells */
  const line = (name, cells) =>
    name.padEnd(6) + cells.map((cell) => String(cell).padStart(12)).join('')
  const differing = verdicts.filter(({ mark }) => mark !== 'strict')
  return [
    ...differing.map(({ id, mark, why }) => `  ${mark}  ${id}  ${why}`),
    line('', marks),
    ...[...groups, ''].map((group) =>
      line(
        group || 'all',
        marks.map((mark) => count(verdicts, mark, group)),
      ),
    ),
  ]
}
