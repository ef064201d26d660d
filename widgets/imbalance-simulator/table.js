import { element } from '../../site/dom.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Figures } from './describe.js' */
/** @import { Tick } from './model.js' */

const HEADS = ['worker', 'dealt', 'heavy', 'sum', 'share']

/**
 * What the picture shows, in numbers.
 *
 * @param {Tick} tick
 * @param {number} number of the tick, from 1
 * @param {Translate} t
 * @param {Figures} figures
 */
export function tableOf(tick, number, t, figures) {
  const { workers, dealt, sum, mean, busiest } = tick
  const { count, share } = figures
  const has = (/** @type {number} */ light, /** @type {number} */ heavy) =>
    t('now', { all: light + heavy, heavy })
  const rows = workers.map((worker, index) => {
    const cells = [
      count(worker.dealt),
      has(worker.light, worker.heavy),
      count(worker.sum),
      t('times', { value: share(worker.share) }),
    ]
    return rowOf(String(index + 1), cells, index === busiest)
  })
  const heavy = workers.reduce((all, worker) => all + worker.heavy, 0)
  const light = workers.reduce((all, worker) => all + worker.light, 0)
  const all = [count(dealt), has(light, heavy), count(sum), '']
  const each = count(Math.round(dealt / workers.length))
  const means = [each, '', count(Math.round(mean))]
  const heads = HEADS.map((name) =>
    element('th', { scope: 'col' }, t(`head.${name}`)),
  )
  return element(
    'table',
    {},
    element('caption', {}, t('numbers', { tick: number })),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
    element(
      'tfoot',
      {},
      rowOf(t('all'), all),
      rowOf(t('mean'), [...means, t('times', { value: share(1) })]),
    ),
  )
}

/**
 * @param {string} name
 * @param {string[]} cells
 * @param {boolean} [isBusiest]
 */
function rowOf(name, cells, isBusiest = false) {
  return element(
    'tr',
    { class: isBusiest && 'busiest' },
    element('th', { scope: 'row' }, name),
    ...cells.map((cell) => element('td', {}, cell)),
  )
}
