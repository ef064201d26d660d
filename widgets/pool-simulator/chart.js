import { element, svg } from '../../site/dom.js'
import { TICK } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Figures } from './describe.js' */
/** @import { Options, State } from './model.js' */

/** The room of a row, in its own units. */
const HEIGHT = 60

/** Of a bar that is not zero: one that is lower cannot be seen. */
const LOWEST = HEIGHT / 30

/**
 * A row for the clients, one for the queue, and one for what is answered with
 * 503, with a bar for each state.
 *
 * @param {State[]} states
 * @param {number} at the one that is shown
 * @param {Options} options
 * @param {Translate} t
 * @param {Figures} figures
 */
export function drawRows(states, at, { size, queue }, t, figures) {
  const answered = states.map(({ refused, late }, index) => {
    const before = states[Math.max(0, index - 1)]
    return refused + late - before.refused - before.late
  })
  const end = ((states.length - 1) * TICK) / 1000
  const seconds = (/** @type {number} */ value) =>
    t('seconds', { value: figures.one(value) })
  return element(
    'div',
    { class: 'rows' },
    ...row('busy', t('row.busy'), t('row.of', { most: size }), {
      values: states.map(({ busy }) => busy),
      most: size,
      at,
    }),
    ...row('waiting', t('row.waiting'), t('row.of', { most: queue }), {
      values: states.map(({ waiting }) => waiting),
      most: queue,
      at,
    }),
    ...row('answered', t('row.answered'), t('row.tick'), {
      values: answered,
      most: Math.max(...answered),
      at,
    }),
    element(
      'span',
      { class: 'axis' },
      element('span', {}, seconds(0)),
      element('span', {}, seconds(end)),
    ),
  )
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} scale
 * @param {{ values: number[], most: number, at: number }} bars
 */
function row(name, title, scale, { values, most, at }) {
  const all = values.map((value, index) => {
    // Without any, all heights are zero, whatever the most is.
    const share = value === 0 ? 0 : value / most
    const height = Math.max(share * HEIGHT, LOWEST)
    const time = index > at ? 'later' : index === at ? 'current' : 'past'
    const has = value > 0 ? 'some' : 'none'
    const y = HEIGHT - height
    const place = { x: index + 0.1, width: 0.8, y, height }
    return svg('rect', { class: `${has} ${time}`, ...place })
  })
  const viewBox = `0 0 ${values.length} ${HEIGHT}`
  return [
    element('span', { class: 'name' }, title, ' ', element('small', {}, scale)),
    svg('svg', { class: name, viewBox, preserveAspectRatio: 'none' }, ...all),
  ]
}
