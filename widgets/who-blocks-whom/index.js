/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { choice, slider } from '../controls/controls.js'
import { Stepper } from '../stepper/stepper.js'
import { drawLanes, legendOf } from './chart.js'
import { describe } from './describe.js'
import { LANES, SETUPS, summarize, whoWaits } from './model.js'

/** @import { Play } from './chart.js' */

class WhoBlocksWhom extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Simulator(this)
  }
}

/** Short requests and long ones, and the lane in which each has to wait. */
class Simulator {
  #setup = SETUPS[0]

  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    const read = () => this.#read()
    const setups = SETUPS.map((value) => ({ value, name: t(`setup.${value}`) }))
    this.lanes = slider('lanes', t('lanes'), LANES, read)
    this.stepper = new Stepper(host, t('steps'), () => this.#show())
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      ...choice('setup', t('setup'), setups, (value) => {
        this.#setup = value
        read()
      }),
      this.lanes.row,
      this.stepper.toolbar,
      this.sentence,
      this.chart,
      legendOf(t),
    )
    this.play = this.#read()
  }

  /** @returns {Play} the same requests in the setup that is asked for */
  #read() {
    const setup = this.#setup
    const lanes = Number(this.lanes.input.value)
    // All setups have one scale, so that they can be compared.
    const all = SETUPS.map((one) => whoWaits(one, lanes))
    const end = Math.max(...all.flat().map(({ to }) => to))
    const highest = Math.max(...all.map((spans) => summarize(spans).longest))
    const spans = whoWaits(setup, lanes)
    this.play = { setup, lanes, spans, end, highest }
    this.stepper.reset(spans.length, spans.length - 1)
    this.#show()
    return this.play
  }

  #show() {
    const { t, stepper, chart, play } = this
    const setup = t(`setup.${play.setup}`)
    this.sentence.textContent = describe(play, stepper.at, t)
    const values = { setup, ...summarize(play.spans) }
    chart.setAttribute('aria-label', t('chart', values))
    chart.replaceChildren(drawLanes(play, stepper.at, t))
  }
}

customElements.define('who-blocks-whom', WhoBlocksWhom)
