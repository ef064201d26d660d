/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { drawWorkers, legendOf } from './chart.js'
import { Controls } from './controls.js'
import { describe, figuresOf } from './describe.js'
import { ORDERS, others, play } from './model.js'

/** @import { Tick } from './model.js' */

/** How long nothing is moved before other orders are tried, in ms. */
const QUIET = 150

class ImbalanceSimulator extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Simulator(this)
  }
}

/** Customers whose connections are dealt out to workers, tick by tick. */
class Simulator {
  /** @type {Tick[]} */
  #ticks = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #quiet

  /** @param {HTMLElement} host */
  constructor(host) {
    const language = languageOf(host)
    this.t = translator(catalogs, language)
    this.figures = figuresOf(language)
    const { t } = this
    this.controls = new Controls(t, () => this.#read())
    this.stepper = new Stepper(host, t('steps'), () => this.#show())
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.others = element('p', { class: 'others' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      ...this.controls.elements,
      this.stepper.toolbar,
      this.sentence,
      this.chart,
      legendOf(t),
      this.others,
    )
    this.#read()
  }

  #read() {
    this.#ticks = play(this.controls.options)
    this.stepper.reset(this.#ticks.length, this.#ticks.length - 1)
    this.#show()
    clearTimeout(this.#quiet)
    this.others.classList.add('waiting')
    this.#quiet = setTimeout(() => this.#tryOthers(), QUIET)
  }

  #tryOthers() {
    const { middle, worst } = others(this.controls.options)
    const { share } = this.figures
    this.others.classList.remove('waiting')
    this.others.textContent = this.t('others', {
      orders: ORDERS,
      middle: share(middle),
      worst: share(worst),
    })
  }

  #show() {
    const { t, figures, stepper, chart } = this
    const ticks = this.#ticks
    const number = stepper.at + 1
    const tick = ticks[stepper.at]
    const { workers, mean, busiest } = tick
    const { options } = this.controls
    this.sentence.textContent = describe(tick, number, options, t, figures)
    const values = {
      tick: number,
      workers: workers.length,
      most: figures.count(workers[busiest].sum),
      mean: figures.count(Math.round(mean)),
    }
    chart.setAttribute('aria-label', t('chart', values))
    chart.replaceChildren(drawWorkers(ticks, stepper.at, t, figures))
  }
}

customElements.define('imbalance-simulator', ImbalanceSimulator)
