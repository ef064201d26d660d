import { element } from '../../site/dom.js'
import { SETUPS } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Play, Setup } from './model.js' */

const HEADS = ['setup', 'waited', 'median', 'p99', 'longest', 'done']

/**
 * The three setups, side by side.
 *
 * @param {Play} play
 * @param {Translate} t
 */
export function tableOf({ setup, runs }, t) {
  const heads = HEADS.map((name) =>
    element('th', { scope: 'col' }, t(`head.${name}`)),
  )
  const rows = SETUPS.map((one) => rowOf(one, runs[one], one === setup, t))
  return element(
    'table',
    {},
    element('caption', {}, t('numbers')),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  )
}

/**
 * @param {Setup} setup
 * @param {Play['runs'][Setup]} run
 * @param {boolean} isShown
 * @param {Translate} t
 */
function rowOf(setup, { figures, done }, isShown, t) {
  const { waited, count, median, p99, longest } = figures
  const cells = [
    t('of', { waited, count }),
    ...[median, p99, longest].map(String),
    done === 0 ? '–' : String(done),
  ]
  return element(
    'tr',
    { class: isShown && 'shown' },
    element('th', { scope: 'row' }, t(`setup.${setup}`)),
    ...cells.map((cell) => element('td', {}, cell)),
  )
}
