import { element } from '../../site/dom.js'
import { RANGES } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Figures } from './describe.js' */
/** @import { Sums } from './model.js' */

const HEADS = ['size', 'busy', 'queue', 'wait', 'longest', 'answered']

/**
 * The same requests, for pools of all sizes.
 *
 * @param {Sums[]} all by size, from the smallest
 * @param {number} size the one that is shown
 * @param {Translate} t
 * @param {Figures} figures
 */
export function tableOf(all, size, t, figures) {
  const heads = HEADS.map((name) =>
    element('th', { scope: 'col' }, t(`head.${name}`)),
  )
  const rows = all.map((sums, index) =>
    rowOf(index + RANGES.size.min, sums, size, figures),
  )
  return element(
    'table',
    {},
    element('caption', {}, t('numbers')),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  )
}

/**
 * @param {number} size
 * @param {Sums} sums
 * @param {number} shown
 * @param {Figures} figures
 */
function rowOf(size, sums, shown, { count, one }) {
  const { busy, longestQueue, wait, longestWait, refused, late } = sums
  const cells = [
    one(busy),
    count(longestQueue),
    one(wait),
    one(longestWait),
    count(refused + late),
  ]
  return element(
    'tr',
    { class: size === shown && 'shown' },
    element('th', { scope: 'row' }, count(size)),
    ...cells.map((cell) => element('td', {}, cell)),
  )
}
