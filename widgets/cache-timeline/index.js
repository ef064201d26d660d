/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { choice, slider } from '../controls/controls.js'
import { Stepper } from '../stepper/stepper.js'
import { drawLanes, legendOf } from './chart.js'
import { describe, summaryOf } from './describe.js'
import { CHANGE, CONTROLS, watch } from './model.js'

class CacheTimeline extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Timeline(this)
  }
}

/** Two browsers, a shared cache and an origin, and who asks whom. */
class Timeline {
  #control = CONTROLS[0]

  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    const read = () => this.#read()
    const controls = CONTROLS.map((value) => ({
      value,
      name: value || t('control.none'),
    }))
    this.change = slider('change', t('change'), CHANGE, read, (value) =>
      t('seconds', { value }),
    )
    this.stepper = new Stepper(host, t('steps'), () => this.#show())
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    this.summary = element('p', { class: 'others' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      ...choice('control', 'Cache-Control', controls, (value) => {
        this.#control = value
        read()
      }),
      this.change.row,
      this.stepper.toolbar,
      this.sentence,
      this.chart,
      legendOf(t),
      this.summary,
    )
    this.watched = this.#read()
  }

  /** @returns {ReturnType<typeof watch> & { change: number }} */
  #read() {
    const change = Number(this.change.input.value)
    this.watched = { change, ...watch(this.#control, change) }
    this.stepper.reset(this.watched.visits.length, 0)
    this.#show()
    return this.watched
  }

  #show() {
    const { t, stepper, chart, watched } = this
    const { visits, lanes, change } = watched
    this.sentence.textContent = describe(visits, stepper.at, change, t)
    this.summary.textContent = summaryOf(visits, t)
    chart.setAttribute('aria-label', t('chart', { change }))
    chart.replaceChildren(drawLanes(lanes, stepper.at, change, t))
  }
}

customElements.define('cache-timeline', CacheTimeline)
