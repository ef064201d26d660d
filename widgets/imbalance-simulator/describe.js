import { judge, spreadOf } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Options, Tick } from './model.js' */

/**
 * @param {Tick} tick
 * @param {number} number of the tick, from 1
 * @param {Options} options
 * @param {Translate} t
 * @param {Figures} figures
 * @returns {string} what has happened, and why
 */
export function describe(tick, number, options, t, figures) {
  const { workers, dealt, peak, busiest } = tick
  const deals = workers.map((worker) => worker.dealt)
  const most = Math.max(...deals)
  const mostly = deals.indexOf(most)
  const isSame = mostly === busiest && judge(tick) === 'uneven-uneven'
  const what = t(isSame ? 'uneven-same' : judge(tick), {
    tick: number,
    each: eachOf(deals, t, figures),
    dealt: figures.count(dealt),
    most: figures.count(most),
    mostly: mostly + 1,
    busiest: busiest + 1,
    peak: figures.share(peak),
  })
  return [what, why(tick, options, t, figures)].join(' ').trim()
}

/**
 * @param {number[]} deals
 * @param {Translate} t
 * @param {Figures} figures
 */
function eachOf(deals, t, { count }) {
  const least = count(Math.min(...deals))
  const most = count(Math.max(...deals))
  const spread = spreadOf(deals)
  if (spread === 0) return most
  return t(spread === 1 ? 'each.or' : 'each.to', { least, most })
}

/**
 * @param {Tick} tick
 * @param {Options} options
 * @param {Translate} t
 * @param {Figures} figures
 */
function why(tick, { customers, busy, limit }, t, { count }) {
  const { workers, dealt, busiest } = tick
  if (limit === 1) return t('why.each', { dealt: count(dealt) })
  if (limit > 0) return t('why.limit', { dealt: count(dealt), customers })
  if (busy === 0) return t('why.alike')
  const { heavy } = workers[busiest]
  return heavy > 0 ? t('why.kept', { heavy, busy }) : ''
}

/**
 * @typedef {object} Figures
 * @property {(value: number) => string} count
 * @property {(value: number) => string} share
 */

/**
 * @param {string} language
 * @returns {Figures} numbers as they are written in it
 */
export function figuresOf(language) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const shares = new Intl.NumberFormat(language, digits)
  // Four digits are grouped in Portuguese, too.
  const counts = new Intl.NumberFormat(language, { useGrouping: 'always' })
  return {
    count: (value) => counts.format(value),
    share: (value) => shares.format(value),
  }
}
