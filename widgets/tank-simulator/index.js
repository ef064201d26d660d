/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { emptyTank, step } from '../../code/ch03/steps/tank.js'
import { element, svg, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'

/** How many ticks are played. */
const TICKS = 40
/** The room of the chart, in its own units. */
const WIDTH = 400
const HEIGHT = 140

/** @typedef {import('../../code/ch03/steps/tank.js').Rates} Rates */
/** @typedef {{ high: number, level: number, events: string[], waits: boolean }} Tick */

/**
 * @param {Rates} rates
 * @returns {Tick[]} from the empty tank on
 */
export function play(rates) {
  let tank = emptyTank()
  /** @type {Tick[]} */
  const ticks = [{ high: 0, level: 0, events: [], waits: false }]
  for (let tick = 1; tick <= TICKS; tick++) {
    const next = step(tank, rates)
    tank = next.tank
    const waits = rates.honours && tank.needsDrain
    const { high, events } = next
    ticks.push({ high, level: tank.level, events, waits })
  }
  return ticks
}

class TankSimulator extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Simulator(this)
  }
}

/** The buffer between a producer and a consumer, tick by tick. */
class Simulator {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.stepper = new Stepper(host, t('steps'), () => this.show())
    this.values = {
      produced: this.slider('produced', 1, 64, 30),
      consumed: this.slider('consumed', 1, 64, 20),
      highWaterMark: this.slider('highWaterMark', 16, 256, 64),
    }
    this.honours = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox', checked: true })
    )
    this.honours.addEventListener('change', () => this.read())
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.chart = element('div', { class: 'chart-room' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      ...Object.values(this.values).map(({ row }) => row),
      element('label', { class: 'switch' }, this.honours, t('honours')),
      this.stepper.toolbar,
      this.sentence,
      this.chart,
    )
    this.read()
  }

  /**
   * @param {'produced' | 'consumed' | 'highWaterMark'} name
   * @param {number} min
   * @param {number} max
   * @param {number} value in KiB
   */
  slider(name, min, max, value) {
    const { t } = this
    const id = uniqueId(name)
    const input = /** @type {HTMLInputElement} */ (
      element('input', { id, type: 'range', min, max, value })
    )
    const said = element('span', { 'aria-hidden': 'true' })
    const row = element(
      'div',
      { class: 'rate' },
      element('span', {}, element('label', { for: id }, t(name)), ': ', said),
      input,
    )
    input.addEventListener('input', () => this.read())
    return { input, said, row }
  }

  read() {
    const { t, values, honours } = this
    const rates = {
      produced: 0,
      consumed: 0,
      highWaterMark: 0,
      honours: honours.checked,
    }
    for (const name of /** @type {const} */ ([
      'produced',
      'consumed',
      'highWaterMark',
    ])) {
      const { input, said } = values[name]
      rates[name] = Number(input.value)
      said.textContent = t('kib', { value: input.value })
      input.setAttribute('aria-valuetext', said.textContent)
    }
    this.rates = rates
    this.ticks = play(rates)
    this.stepper.reset(this.ticks.length, this.ticks.length - 1)
    this.show()
  }

  show() {
    const { t, ticks, rates, stepper, sentence, chart } = this
    if (!ticks || !rates) return
    const tick = ticks[stepper.at]
    const peak = Math.max(...ticks.map(({ high }) => high))
    const events = tick.events.map((event) => t(`event.${event}`))
    if (tick.waits) events.push(t('event.waits'))
    sentence.textContent = [
      t('level', { tick: stepper.at, high: tick.high, level: tick.level }),
      ...events,
      ...(stepper.at === ticks.length - 1 ? [t('peak', { peak })] : []),
    ].join(' ')
    chart.replaceChildren(this.draw(peak))
  }

  /** @param {number} peak the highest level */
  draw(peak) {
    const { t, ticks = [], rates, stepper } = this
    const mark = rates?.highWaterMark ?? 0
    const top = Math.max(peak, mark) * 1.1
    /** @param {number} level */
    const y = (level) => HEIGHT - (level / top) * HEIGHT
    const width = WIDTH / ticks.length
    const bars = ticks.map(({ high, events }, index) =>
      svg('rect', {
        class: [
          'level',
          index > stepper.at && 'later',
          index === stepper.at && 'current',
          events.includes('drain') && 'drain',
        ]
          .filter(Boolean)
          .join(' '),
        x: index * width + 0.5,
        width: width - 1,
        // The level that `write` answered to, before the consumer took.
        y: y(high) - 1,
        height: HEIGHT - y(high) + 1,
      }),
    )
    const title = svg('title')
    title.textContent = t('chart', { peak, mark })
    const label = svg('text', { class: 'mark-label', x: 4, y: y(mark) - 4 })
    label.textContent = t('highWaterMark')
    return svg(
      'svg',
      {
        role: 'img',
        viewBox: `0 -14 ${WIDTH} ${HEIGHT + 16}`,
        'aria-label': t('chart', { peak, mark }),
      },
      title,
      ...bars,
      svg('line', {
        class: 'mark',
        x1: 0,
        x2: WIDTH,
        y1: y(mark),
        y2: y(mark),
      }),
      label,
    )
  }
}

customElements.define('tank-simulator', TankSimulator)
