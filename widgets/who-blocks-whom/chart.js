import { element, svg } from '../../site/dom.js'
import { isLong, lanesOf, waitOf } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Setup, Span } from './model.js' */
/**
 * @typedef {object} Play
 * @property {Setup} setup
 * @property {number} lanes as asked for
 * @property {Span[]} spans
 * @property {number} end when the last setup is done, in ms
 * @property {number} highest the longest wait of all setups, in ms
 */

/** The room of a lane, in its own units. */
const HEIGHT = 20
/** Of a bar, as a part of the whole time: one that is shorter cannot be seen. */
const LEAST = 1 / 300
/** Of a wait, as a part of the longest: so that it can be seen at all. */
const LOWEST = 1 / 40

/**
 * A row for each lane, with what is done in it, and one for the waits.
 *
 * @param {Play} play
 * @param {number} at the index of the request that is shown
 * @param {Translate} t
 */
export function drawLanes(play, at, t) {
  const rows = lanesOf(play.setup, play.lanes).flatMap(
    ({ kind, number }, lane) => [
      element('span', { class: 'name' }, t(kind, { number })),
      drawLane(play, at, lane),
    ],
  )
  return element(
    'div',
    { class: 'lanes' },
    ...rows,
    element(
      'span',
      { class: 'name' },
      t('wait'),
      ' ',
      element('small', {}, t('scale', { highest: play.highest })),
    ),
    drawWaits(play, at),
    element(
      'span',
      { class: 'axis' },
      element('span', {}, t('ms', { value: 0 })),
      element('span', {}, t('ms', { value: play.end })),
    ),
  )
}

/**
 * @param {Play} play
 * @param {number} at
 * @param {number} lane
 */
function drawLane({ spans, end }, at, lane) {
  const shown = spans[at]
  const mine = spans
    .map((span, index) => ({ span, time: timeOf(index, at) }))
    .filter(({ span }) => span.lane === lane)
  const bars = mine.map(({ span, time }) => {
    const { kind, from, to } = span
    const height = isLong(span) ? HEIGHT - 2 : HEIGHT / 2
    const y = (HEIGHT - height) / 2
    const width = Math.max(to - from, end * LEAST)
    return svg('rect', {
      class: `${kind} ${time}`,
      x: from,
      y,
      width,
      height,
    })
  })
  if (shown.lane !== lane) return frame('lane', end, HEIGHT, bars)
  return frame('lane', end, HEIGHT, [...bars, ...markOf(shown, end)])
}

/**
 * When it comes, and how long it waits for its lane.
 *
 * @param {Span} span
 * @param {number} end
 */
function markOf(span, end) {
  const thin = { width: end * LEAST, height: HEIGHT }
  const due = svg('rect', { class: 'due', x: span.due, y: 0, ...thin })
  if (waitOf(span) === 0) return [due]
  const wait = { x: span.due, width: waitOf(span), y: HEIGHT - 3, height: 3 }
  return [svg('rect', { class: 'waiting', ...wait }), due]
}

/**
 * A bar for each short request, as high as its wait.
 *
 * @param {Play} play
 * @param {number} at
 */
function drawWaits({ spans, end, highest }, at) {
  const top = Math.max(highest, 1)
  const bars = spans.flatMap((span, index) => {
    if (isLong(span)) return []
    const height = Math.max(waitOf(span), top * LOWEST)
    const has = waitOf(span) > 0 ? 'some' : 'none'
    const place = { x: span.due, width: end * LEAST, y: top - height, height }
    const look = `wait ${has} ${timeOf(index, at)}`
    return [svg('rect', { class: look, ...place })]
  })
  return frame('waits', end, top, bars)
}

/** @param {number} index @param {number} at */
const timeOf = (index, at) =>
  index > at ? 'later' : index === at ? 'current' : 'past'

/**
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {SVGElement[]} parts
 */
function frame(name, width, height, parts) {
  const viewBox = `0 0 ${width} ${height}`
  const look = { class: name, viewBox, preserveAspectRatio: 'none' }
  return svg('svg', look, ...parts)
}

/** @param {Translate} t */
export function legendOf(t) {
  const parts = ['short', 'long', 'due', 'waiting'].map((name) =>
    element(
      'span',
      {},
      element('i', { class: `mark-${name}` }),
      ' ',
      t(`legend.${name}`),
    ),
  )
  return element('p', { class: 'legend', 'aria-hidden': 'true' }, ...parts)
}
