import { loadOf, TICK } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Options, Play, Sums } from './model.js' */

/**
 * @typedef {object} Figures numbers as they are written in a language
 * @property {(value: number) => string} count
 * @property {(value: number) => string} one with a digit behind the comma
 * @property {(value: number) => string} some with two at the most
 */

/**
 * @param {Play} play
 * @param {number} at the index of a state
 * @param {Options} options
 * @param {Translate} t
 * @param {Figures} figures
 * @returns {string} what there is in the pool then, and whether it is enough
 */
export function describe({ states, sums }, at, options, t, figures) {
  const { count, one } = figures
  const { busy, waiting, refused, late } = states[at]
  const values = {
    time: one((at * TICK) / 1000),
    busy: count(busy),
    size: count(options.size),
    waiting: count(waiting),
    answered: count(refused + late),
    refused: count(refused),
    late: count(late),
  }
  const parts = [t('now', values)]
  if (refused + late === 0) parts.push(t('answered.none', values))
  else if (late === 0) parts.push(t('answered.full', values))
  else parts.push(t('answered.late', values))
  parts.push(verdict(sums, options, t, figures))
  return parts.join(' ')
}

/**
 * @param {Sums} sums
 * @param {Options} options
 * @param {Translate} t
 * @param {Figures} figures
 */
function verdict(sums, options, t, { count, some }) {
  const { rate, service, size, pattern } = options
  const load = loadOf(options)
  const values = {
    rate: count(rate),
    service: count(service),
    load: some(load),
    size: count(size),
    goes: some((size * 1000) / service),
    longest: count(sums.longestQueue),
  }
  if (load > size) return t('verdict.less', values)
  if (load === size) return t(`verdict.exact.${pattern}`, values)
  return t(sums.longestQueue === 0 ? 'verdict.free' : 'verdict.more', values)
}

/**
 * Little's law, with the numbers of the run.
 *
 * @param {Sums} sums
 * @param {Translate} t
 * @param {Figures} figures
 */
export function law({ entered, end, stay, inPool }, t, { count, one, some }) {
  const seconds = end / 1000
  const rate = entered / seconds
  return t('law', {
    entered: count(entered),
    seconds: some(seconds),
    rate: one(rate),
    stay: one(stay),
    product: some((rate * stay) / 1000),
    inPool: some(inPool),
  })
}

/**
 * @param {string} language
 * @returns {Figures}
 */
export function figuresOf(language) {
  const write = (/** @type {number} */ least, /** @type {number} */ most) => {
    // Four digits are grouped in Portuguese, too.
    const format = new Intl.NumberFormat(language, {
      useGrouping: 'always',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
    return (/** @type {number} */ value) => format.format(value)
  }
  return { count: write(0, 0), one: write(1, 1), some: write(0, 2) }
}
