import {
  BANDS,
  bandOf,
  COLUMNS,
  columnOf,
  LENGTH,
  MACHINES,
  STEP,
  unanswered,
} from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Event, Run } from './model.js' */

/**
 * @typedef {object} Figures
 * @property {(value: number) => string} count
 * @property {(ms: number) => string} seconds
 */

/**
 * @param {string} language
 * @returns {Figures} numbers as they are written in it
 */
export function figuresOf(language) {
  // Four digits are grouped in Portuguese, too.
  const counts = new Intl.NumberFormat(language, { useGrouping: 'always' })
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1 })
  return {
    count: (value) => counts.format(value),
    seconds: (ms) => tenths.format(Math.round(ms / STEP) / (1000 / STEP)),
  }
}

/** @param {string} host @param {Translate} t */
export const nameOf = (host, t) =>
  MACHINES.includes(host) ? host : t(`host.${host}`)

/**
 * @param {Event} event
 * @param {Translate} t
 * @param {Figures} figures
 */
export const describeEvent = ({ at, what, host }, t, { seconds }) =>
  t(`event.${what}`, { at: seconds(at), host: nameOf(host, t) })

/**
 * What has happened last, and at the end, what has come of it all.
 *
 * @param {Run} run
 * @param {number} at the column that is shown
 * @param {number} guess the index of a band, -1 for none
 * @param {Translate} t
 * @param {Figures} figures
 */
export function describe(run, at, guess, t, figures) {
  if (at === COLUMNS - 1) return describeEnd(run, guess, t, figures)
  const past = run.events.filter((event) => columnOf(event) <= at)
  const last = past.at(-1)
  if (last === undefined) {
    return t('before', { requests: run.sent[at], ms: STEP })
  }
  return past
    .filter((event) => columnOf(event) === columnOf(last))
    .map((event) => describeEvent(event, t, figures))
    .join(' ')
}

/**
 * @param {Run} run
 * @param {number} guess
 * @param {Translate} t
 * @param {Figures} figures
 */
function describeEnd(run, guess, t, { count }) {
  const { totals } = run
  const values = Object.fromEntries(
    Object.entries(totals).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, count(value)]] : [],
    ),
  )
  const none = unanswered(run)
  const codes = Object.entries(totals.codes).map(([status, times]) =>
    t('code', { status, times: count(times) }),
  )
  const said = [
    t(none === 0 ? 'end.all' : 'end.some', { ...values, none: count(none) }),
    ...(codes.length > 0 ? [t('codes', { codes: codes.join(', ') })] : []),
    ...(guess < 0 ? [] : [verdictOf(none, guess, t)]),
    t('bookings', values),
  ]
  return said.join(' ')
}

/** @param {number} none @param {number} guess @param {Translate} t */
const verdictOf = (none, guess, t) =>
  t(bandOf(none) === guess ? 'guess.right' : 'guess.wrong', {
    guess: t(`band.${BANDS[guess].name}`),
  })

/**
 * For those who don't see the drawing: all of it in a sentence.
 *
 * @param {Run} run
 * @param {Translate} t
 * @param {Figures} figures
 */
export const chartWords = ({ fault, setting }, t, { seconds }) =>
  t('chart', {
    fault: t(`fault.${fault}`),
    setting: t(`setting.${setting}`),
    end: seconds(LENGTH),
  })
