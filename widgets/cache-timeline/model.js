import {
  lifetimeOf,
  mayStore,
  play,
  VISITS,
} from '../../code/ch19/steps/06-cache.js'

/** @typedef {ReturnType<typeof play>[number]} Visit */
/**
 * @typedef {object} Copy that a cache can use without asking
 * @property {number} from in seconds
 * @property {number} to
 * @property {1 | 2} version
 */
/**
 * @typedef {object} Lane
 * @property {'Ana' | 'Bo' | 'shared' | 'origin'} name
 * @property {Copy[]} copies what it has, the origin always
 * @property {(string | null)[]} marks what it had at each visit; null: it was
 *   not asked
 */

/** What a reader can choose; the empty one is a server that says nothing. */
export const CONTROLS = [
  'max-age=60',
  'no-cache',
  'max-age=31536000, immutable',
  'private, max-age=60',
  'max-age=0, s-maxage=60',
  'no-store',
  '',
]

/** When the file changes, in seconds. */
export const CHANGE = { min: 5, max: 85, step: 5, value: 40 }

/** How long it is watched. */
export const END = 100

/**
 * @param {string} control
 * @param {number} change
 * @returns {{ visits: Visit[], lanes: Lane[] }}
 */
export function watch(control, change) {
  const visits = play(control, change)
  /** @type {Copy[]} */
  const versions = [
    { from: 0, to: change, version: 1 },
    { from: change, to: END, version: 2 },
  ]
  const lanes = [
    laneOf('Ana', visits),
    laneOf('Bo', visits),
    laneOf('shared', visits),
    { ...laneOf('origin', visits), copies: versions },
  ]
  return { visits, lanes }
}

/**
 * @param {Lane['name']} name
 * @param {Visit[]} visits
 * @returns {Lane}
 */
function laneOf(name, visits) {
  const isShared = name === 'shared'
  /** @type {Copy[]} */
  const copies = []
  const marks = visits.map(({ now, who, answer }) => {
    const isOthers = (name === 'Ana' || name === 'Bo') && name !== who
    const own = name === who ? 'browser' : name
    const stop = answer.way.find((one) => one.name === own)
    if (isOthers || stop === undefined) return null
    if (name === 'origin') return String(stop.status)
    if (stop.had !== 'fresh' && mayStore(answer.control, isShared)) {
      const end = answer.date + lifetimeOf(answer, isShared)
      const to = Math.min(end, END)
      const version = answer.version === 1 ? 1 : 2
      if (to > now) copies.push({ from: now, to, version })
    }
    return stop.had
  })
  return { name, copies, marks }
}

/** @param {Visit[]} visits */
export const summarize = (visits) => ({
  visits: visits.length,
  asked: visits.filter(({ answer }) => reaches(answer)).length,
  sent: visits.filter(
    ({ answer }) => answer.way.at(-1)?.status === 200 && reaches(answer),
  ).length,
  old: visits.filter(({ isOld }) => isOld).length,
})

/** @param {Visit['answer']} answer */
const reaches = ({ way }) => way.at(-1)?.name === 'origin'

export { VISITS }
