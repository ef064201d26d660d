import { summarize } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Visit } from './model.js' */

/**
 * @param {Visit[]} visits
 * @param {number} at the one that is shown
 * @param {number} change
 * @param {Translate} t
 * @returns {string} who was asked, and what has come of it
 */
export function describe(visits, at, change, t) {
  const { now, who, answer, isOld } = visits[at]
  const stops = answer.way.map(({ name, had, status }) =>
    t(name === 'origin' ? `origin.${status}` : `${name}.${had}`),
  )
  const since = now - change
  const outcome = t(isOld ? 'old' : 'current', {
    version: answer.version,
    since,
  })
  return `${t('visit', { now, who, stops: stops.join(t('then')) })} ${outcome}`
}

/**
 * @param {Visit[]} visits
 * @param {Translate} t
 */
export const summaryOf = (visits, t) => t('summary', summarize(visits))
