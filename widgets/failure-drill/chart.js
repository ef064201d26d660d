import { element, svg } from '../../site/dom.js'
import { nameOf } from './describe.js'
import {
  COLUMNS,
  columnsOf,
  LENGTH,
  MACHINES,
  periodsOf,
  runsOf,
  STEP,
  storesOf,
} from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Figures } from './describe.js' */
/** @import { Column, Period, Run } from './model.js' */
/** @typedef {{ at: number, seen: number }} Time the column that is shown, and
 *   the last that has been */
/** @typedef {[look: string, count: number]} Layer */

/** Of a bar, as a part of its lane: so that a single request can be seen. */
const LOWEST = 1 / 24

/** The marks of a fault, and of a lane without a scale, in its own units. */
const LINE = 1 / 8

/**
 * What a fault's runs are drawn on: one scale for all its settings, so that
 * they can be compared.
 *
 * @typedef {ReturnType<typeof scaleOf>} Scale
 * @param {string} fault
 */
export function scaleOf(fault) {
  const runs = runsOf(fault)
  const all = runs.flatMap(columnsOf)
  const most = (/** @type {number[]} */ counts) => Math.max(1, ...counts)
  return {
    up: most(all.map(({ answered, repeated }) => answered + repeated)),
    down: most(all.map(({ errors, lost }) => errors + lost)),
    // A few that wait are nothing to see.
    waiting: most([...runs[0].sent, ...all.map(({ waiting }) => waiting)]),
    machine: most(
      runs.flatMap((run) =>
        MACHINES.flatMap((name) =>
          run.answers[name].map((count, at) => count + run.errors[name][at]),
        ),
      ),
    ),
  }
}

/**
 * A row for what clients get, for those that wait, and for each machine.
 *
 * @param {Run} run
 * @param {Scale} scale
 * @param {Time} time
 * @param {Translate} t
 * @param {Figures} figures
 */
export function drawRun(run, scale, time, t, figures) {
  const columns = columnsOf(run)
  const row = (/** @type {string} */ name, /** @type {SVGElement} */ lane) => [
    element('span', { class: 'name' }, name),
    lane,
  ]
  return element(
    'div',
    { class: 'lanes' },
    ...row(t('lane.clients'), drawClients(columns, scale, time)),
    ...row(t('lane.waiting'), drawWaiting(columns, scale, time)),
    ...MACHINES.flatMap((host) =>
      row(nameOf(host, t), drawMachine(run, host, scale, time)),
    ),
    ...storesOf(run).flatMap((host) =>
      row(nameOf(host, t), drawStore(run, host, time)),
    ),
    element(
      'span',
      { class: 'axis' },
      element('span', {}, t('seconds', { value: figures.seconds(0) })),
      element('span', {}, t('seconds', { value: figures.seconds(LENGTH) })),
    ),
  )
}

/** @param {Column[]} columns @param {Scale} scale @param {Time} time */
function drawClients(columns, { up, down }, time) {
  const bars = columns
    .slice(0, time.seen + 1)
    .flatMap(({ answered, repeated, errors, lost }, at) => [
      ...stack(at, time, up, -1, [
        ['answered', answered],
        ['repeated', repeated],
      ]),
      ...stack(at, time, down, 1, [
        ['lost', lost],
        ['errors', errors],
      ]),
    ])
  const zero = svg('path', { class: 'zero', d: `M0 0H${COLUMNS}` })
  return frame('clients', -up, up + down, time, [...bars, zero])
}

/** @param {Column[]} columns @param {Scale} scale @param {Time} time */
const drawWaiting = (columns, scale, time) =>
  frame(
    'waiting',
    -scale.waiting,
    scale.waiting,
    time,
    columns
      .slice(0, time.seen + 1)
      .flatMap(({ waiting }, at) =>
        stack(at, time, scale.waiting, -1, [['waits', waiting]]),
      ),
  )

/** @param {Run} run @param {string} host @param {Scale} scale @param {Time} time */
function drawMachine(run, host, { machine }, time) {
  const bars = run.answers[host]
    .slice(0, time.seen + 1)
    .flatMap((answered, at) =>
      stack(at, time, machine, -1, [
        ['answered', answered],
        ['errors', run.errors[host][at]],
      ]),
    )
  return frame('machine', -machine, machine, time, [
    ...drawPeriods(run, host, 'out', machine, time),
    ...bars,
    ...drawPeriods(run, host, 'fault', machine, time),
  ])
}

/** @param {Run} run @param {string} host @param {Time} time */
const drawStore = (run, host, time) =>
  frame('store', -1, 1, time, drawPeriods(run, host, 'fault', 1, time))

/**
 * While the edge sends nothing, or while the fault lasts: that's a line, which
 * bars don't hide.
 *
 * @param {Run} run
 * @param {string} host
 * @param {Period['kind']} kind
 * @param {number} height
 * @param {Time} time
 */
const drawPeriods = (run, host, kind, height, { seen }) =>
  periodsOf(run, host).flatMap((period) => {
    const x = period.from / STEP
    const width = Math.min(period.to / STEP, seen + 1) - x
    if (period.kind !== kind || width <= 0) return []
    const thick = kind === 'fault' ? height * LINE : height
    const place = { x, width, y: -height, height: thick }
    return [svg('rect', { class: kind, ...place })]
  })

/**
 * Bars of one column, each on top of the one before.
 *
 * @param {number} column
 * @param {Time} time
 * @param {number} most the height of their room
 * @param {1 | -1} direction down or up
 * @param {Layer[]} layers
 */
function stack(column, { at }, most, direction, layers) {
  let edge = 0
  const when = column > at ? 'later' : 'past'
  return layers.flatMap(([look, count]) => {
    if (count <= 0) return []
    const height = Math.max(count, most * LOWEST)
    const y = direction < 0 ? edge - height : edge
    edge += direction * height
    const place = { x: column + 0.1, width: 0.8, y, height }
    return [svg('rect', { class: `${look} ${when}`, ...place })]
  })
}

/**
 * @param {string} name
 * @param {number} top
 * @param {number} height
 * @param {Time} time
 * @param {SVGElement[]} parts
 */
function frame(name, top, height, { at }, parts) {
  const viewBox = `0 ${top} ${COLUMNS} ${height}`
  const now = svg('path', { class: 'now', d: `M${at + 1} ${top}v${height}` })
  return svg(
    'svg',
    { class: name, viewBox, preserveAspectRatio: 'none' },
    ...parts,
    now,
  )
}

/** @param {Translate} t */
export function legendOf(t) {
  const looks = ['answered', 'repeated', 'errors', 'lost', 'fault', 'out']
  const parts = looks.map((look) =>
    element(
      'span',
      {},
      element('i', { class: look }),
      ' ',
      t(`legend.${look}`),
    ),
  )
  return element('p', { class: 'legend', 'aria-hidden': 'true' }, ...parts)
}
