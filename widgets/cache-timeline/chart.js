import { element, svg } from '../../site/dom.js'
import { END, VISITS } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Copy, Lane } from './model.js' */

/** The room of a lane, in its own units, and the width of a mark. */
const HEIGHT = 10
const MARK = 1

/**
 * A row for each browser and cache: while its copy is fresh, and what it had
 * when it was asked.
 *
 * @param {Lane[]} lanes
 * @param {number} at the visit that is shown
 * @param {number} change
 * @param {Translate} t
 */
export function drawLanes(lanes, at, change, t) {
  const rows = lanes.flatMap((lane) => [
    element('span', { class: 'name' }, t(`lane.${lane.name}`)),
    drawLane(lane, at, change),
  ])
  const axis = element(
    'span',
    { class: 'axis' },
    element('span', {}, t('seconds', { value: 0 })),
    element('span', {}, t('seconds', { value: END })),
  )
  return element('div', { class: 'lanes' }, ...rows, axis)
}

/**
 * @param {Lane} lane
 * @param {number} at
 * @param {number} change
 */
function drawLane({ copies, marks }, at, change) {
  const bars = copies.flatMap((copy) => partsOf(copy, change))
  const asked = marks.flatMap((mark, index) => {
    if (mark === null) return []
    const time = index > at ? 'later' : index === at ? 'current' : 'past'
    const place = { x: VISITS[index].now, width: MARK, y: 0, height: HEIGHT }
    return [svg('rect', { class: `mark was-${mark} ${time}`, ...place })]
  })
  const look = {
    viewBox: `0 0 ${END} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'lane',
  }
  return svg('svg', look, ...bars, ...asked)
}

/**
 * @param {Copy} copy
 * @param {number} change from then on, the first version is an old one
 */
function partsOf({ from, to, version }, change) {
  const end = version === 1 ? Math.min(to, change) : to
  const place = { y: HEIGHT / 3, height: HEIGHT / 3 }
  const good = { x: from, width: Math.max(0, end - from), ...place }
  const start = Math.max(from, end)
  const old = { x: start, width: Math.max(0, to - start), ...place }
  return [
    svg('rect', { class: `copy v${version}`, ...good }),
    svg('rect', { class: 'copy outdated', ...old }),
  ]
}

/** @param {Translate} t */
export function legendOf(t) {
  const looks = ['v1', 'v2', 'outdated', 'fresh', 'asks']
  const parts = looks.map((look) =>
    element(
      'span',
      {},
      element('i', { class: `of-${look}` }),
      ' ',
      t(`legend.${look}`),
    ),
  )
  return element('p', { class: 'legend', 'aria-hidden': 'true' }, ...parts)
}
