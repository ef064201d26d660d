/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { drawLanes, legendOf } from './chart.js'
import { Controls } from './controls.js'
import { describe } from './describe.js'
import { isLong, nearest, play } from './model.js'
import { tableOf } from './table.js'

/** @import { Play } from './model.js' */

class WhoBlocksWhom extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Simulator(this)
  }
}

/** Short requests and long ones, and the lane in which each has to wait. */
class Simulator {
  /** @type {Play | undefined} */
  #play

  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.controls = new Controls(t, (due) => this.#read(due))
    this.stepper = new Stepper(host, t('steps'), () => this.#show(), {
      speeds: true,
    })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    this.chart.addEventListener('click', (event) => this.#point(event))
    this.numbers = element('div', { class: 'numbers' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      ...this.controls.elements,
      this.stepper.toolbar,
      this.sentence,
      this.chart,
      legendOf(t),
      this.numbers,
    )
    reachWhenScrolling(this.numbers)
    this.#read()
  }

  /** @param {number} [due] of a long one that is new, in ms */
  #read(due) {
    const all = play(this.controls.options)
    this.#play = all
    const { spans } = all
    const added = spans.findLastIndex(
      (span) => isLong(span) && span.due === due,
    )
    this.stepper.reset(spans.length, added < 0 ? spans.length - 1 : added)
    this.#show()
  }

  #show() {
    const { t, controls, stepper, chart } = this
    const { at } = stepper
    const all = this.#play
    if (all === undefined) return
    const { lanes } = controls.options
    const { setup, spans, runs } = all
    controls.showAt(spans[at].due)
    this.sentence.textContent = describe(all, at, lanes, t)
    const { count, waited, longest } = runs[setup].figures
    const values = { setup: t(`setup.${setup}`), count, waited, longest }
    chart.setAttribute('aria-label', t('chart', values))
    chart.replaceChildren(drawLanes(all, at, lanes, t))
    this.numbers.replaceChildren(tableOf(all, t))
  }

  /**
   * Shows the request that comes where somebody has pointed. By keyboard, the
   * stepper leads there.
   *
   * @param {MouseEvent} event
   */
  #point({ target, clientX }) {
    const row = /** @type {Element} */ (target).closest('svg')
    if (row === null || this.#play === undefined) return
    const { spans, end } = this.#play
    const { left, width } = row.getBoundingClientRect()
    this.stepper.go(nearest(spans, ((clientX - left) / width) * end))
  }
}

customElements.define('who-blocks-whom', WhoBlocksWhom)
