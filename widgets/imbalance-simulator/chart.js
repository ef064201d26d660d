import { element, svg } from '../../site/dom.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Figures } from './describe.js' */
/** @import { Tick } from './model.js' */

/** The room of a worker's ticks, in its own units. */
const HEIGHT = 30

/**
 * A row for each worker: the connections that it has now, what it had to do in
 * each tick, and what that is in all, beside the mean.
 *
 * @param {Tick[]} ticks
 * @param {number} at the one that is shown
 * @param {Translate} t
 * @param {Figures} figures
 */
export function drawWorkers(ticks, at, t, figures) {
  const { workers, mean } = ticks[at]
  const last = ticks[ticks.length - 1].workers
  const longest = Math.max(...last.map(({ sum }) => sum))
  const highest = Math.max(
    ...ticks.flatMap((tick) => tick.workers.map(({ now }) => now)),
  )
  const heads = ['worker', 'customers', 'ticks', 'sum'].map((name) =>
    element('span', { class: `head of-${name}` }, t(`head.${name}`)),
  )
  const rows = workers.flatMap(({ light, heavy, sum }, worker) => {
    const loads = ticks.map((tick) => tick.workers[worker].now)
    const name = t('worker', { number: worker + 1 })
    return [
      element('span', { class: 'name' }, name),
      drawDots(light, heavy),
      drawLoads(loads, at, highest),
      drawBar(sum / longest, mean / longest),
      element('span', { class: 'sum' }, figures.count(sum)),
    ]
  })
  return element('div', { class: 'workers' }, ...heads, ...rows)
}

/**
 * @param {number} light
 * @param {number} heavy
 */
function drawDots(light, heavy) {
  const dots = Array.from({ length: heavy + light }, (_, index) =>
    element('i', { class: index < heavy ? 'dot heavy' : 'dot' }),
  )
  return element('span', { class: 'dots' }, ...dots)
}

/**
 * @param {number[]} loads by tick
 * @param {number} at
 * @param {number} highest of any worker
 */
function drawLoads(loads, at, highest) {
  const bars = loads.map((load, tick) => {
    const height = (load / highest) * HEIGHT
    const time = tick > at ? 'later' : tick === at ? 'current' : 'past'
    const place = { x: tick + 0.1, width: 0.8, y: HEIGHT - height, height }
    return svg('rect', { class: time, ...place })
  })
  const viewBox = `0 0 ${loads.length} ${HEIGHT}`
  const look = { class: 'loads', viewBox, preserveAspectRatio: 'none' }
  return svg('svg', look, ...bars)
}

/**
 * @param {number} length from 0 to 1
 * @param {number} mean from 0 to 1
 */
function drawBar(length, mean) {
  const bar = element('span', { class: 'bar' })
  bar.style.inlineSize = `${length * 100}%`
  const mark = element('span', { class: 'mean' })
  mark.style.insetInlineStart = `${mean * 100}%`
  return element('span', { class: 'bar-room' }, bar, mark)
}

/** @param {Translate} t */
export function legendOf(t) {
  const looks = { light: 'dot', heavy: 'dot heavy', mean: 'mean' }
  const parts = Object.entries(looks).map(([name, look]) =>
    element(
      'span',
      {},
      element('i', { class: look }),
      ' ',
      t(`legend.${name}`),
    ),
  )
  return element('p', { class: 'legend', 'aria-hidden': 'true' }, ...parts)
}
