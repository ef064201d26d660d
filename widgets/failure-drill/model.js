/** The runs of chapter 21's drill, as record.js has written them down. */
import recorded from './recorded.json' with { type: 'json' }

/**
 * @typedef {object} Event
 * @property {number} at in ms
 * @property {string} what has happened
 * @property {string} host to which machine or store
 */
/**
 * @typedef {object} Totals
 * @property {number} requests
 * @property {number} answered
 * @property {number} repeated of the answers, those of a second machine
 * @property {number} errors
 * @property {number} lost
 * @property {number} bookings
 * @property {number} doubled bookings that exist twice
 * @property {number} unknown bookings of which the client doesn't know
 * @property {number} missing confirmed, and not there
 * @property {number} p99 in ms
 * @property {number} slowest in ms
 * @property {Record<string, number>} codes how often each error came
 */
/**
 * What a run has for each column of `STEP` ms.
 *
 * @typedef {object} Run
 * @property {string} fault
 * @property {string} setting
 * @property {Event[]} events in the order in which they come
 * @property {number[]} sent
 * @property {Record<string, number[]>} answers by the machine that gave them
 * @property {number[]} repeated
 * @property {Record<string, number[]>} errors by the machine, or the edge
 * @property {number[]} lost
 * @property {Totals} totals
 */
/**
 * @typedef {object} Column what clients see in a tenth of a second
 * @property {number} answered by the first machine that was asked
 * @property {number} repeated answered by another one
 * @property {number} errors
 * @property {number} lost
 * @property {number} waiting at its end
 */
/**
 * @typedef {object} Period
 * @property {'fault' | 'out'} kind the fault, or the edge sends nothing there
 * @property {number} from in ms
 * @property {number} to
 */

/** @type {Run[]} */
const RUNS = /** @type {any} */ (recorded.runs)
export const { step: STEP, length: LENGTH, machines: MACHINES } = recorded
export const COLUMNS = LENGTH / STEP

export const FAULTS = [...new Set(RUNS.map(({ fault }) => fault))]

/** @param {string} fault @returns {Run[]} one for each of its settings */
export const runsOf = (fault) => RUNS.filter((run) => run.fault === fault)

/** What a reader may guess: from how many requests on, to how many. */
export const BANDS = [
  { name: 'none', from: 0, to: 0 },
  { name: 'few', from: 1, to: 9 },
  { name: 'some', from: 10, to: 99 },
  { name: 'many', from: 100, to: Number.POSITIVE_INFINITY },
]

/** @typedef {typeof BANDS[number]} Band */

/** @param {Run} run @returns {number} how many requests got no answer */
export const unanswered = ({ totals }) => totals.errors + totals.lost

/** @param {number} count */
export const bandOf = (count) =>
  BANDS.findIndex(({ from, to }) => from <= count && count <= to)

/** @param {Run} run @returns {number} the last column before anything happens */
export const beginOf = ({ events }) =>
  Math.max(0, Math.floor((events[0]?.at ?? 0) / STEP) - 1)

/** @param {Event} event @returns {number} the column that has it */
export const columnOf = ({ at }) => Math.min(COLUMNS - 1, Math.floor(at / STEP))

/** @param {Record<string, number[]>} by @param {number} column */
const sumOf = (by, column) =>
  Object.values(by).reduce((sum, counts) => sum + counts[column], 0)

/** @param {Run} run @returns {Column[]} */
export function columnsOf({ sent, answers, repeated, errors, lost }) {
  let waiting = 0
  return sent.map((begun, column) => {
    const answered = sumOf(answers, column)
    const wrong = sumOf(errors, column)
    waiting += begun - answered - wrong - lost[column]
    return {
      answered: answered - repeated[column],
      repeated: repeated[column],
      errors: wrong,
      lost: lost[column],
      waiting,
    }
  })
}

/**
 * @param {Column[]} columns
 * @param {number} at the last that counts
 * @returns {Column} the sums up to it, and how many are waiting then
 */
export function sumUp(columns, at) {
  const sum = { answered: 0, repeated: 0, errors: 0, lost: 0 }
  for (const column of columns.slice(0, at + 1)) {
    sum.answered += column.answered + column.repeated
    sum.repeated += column.repeated
    sum.errors += column.errors
    sum.lost += column.lost
  }
  return { ...sum, waiting: columns[at].waiting }
}

/** What begins a period, and what ends it. */
const ENDS = new Map([
  ['killed', 'started'],
  ['cut', 'mended'],
  ['narrow', 'wide'],
  ['leaving', 'deployed'],
  ['out', 'in'],
])

/** @param {Run} run @param {string} host @returns {Period[]} */
export function periodsOf({ fault, events }, host) {
  const mine = events.filter((event) => event.host === host)
  return mine.flatMap(({ at: from, what }) => {
    const ends = ENDS.get(what)
    if (ends === undefined) return []
    // A version that doesn't work is a fault until the old one is back.
    const ending = fault === 'broken' && what === 'leaving' ? 'back' : ends
    const end = mine.find((event) => event.at > from && event.what === ending)
    const kind = what === 'out' ? 'out' : 'fault'
    return [{ kind, from, to: Math.min(end?.at ?? LENGTH, LENGTH) }]
  })
}

/** @param {Run} run @returns {string[]} the stores that have to do with it */
export const storesOf = ({ events }) => [
  ...new Set(
    events
      .map(({ host }) => host)
      .filter((host) => host === 'redis' || host === 'postgres'),
  ),
]
