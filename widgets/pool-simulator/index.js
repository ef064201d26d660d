/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { drawRows } from './chart.js'
import { Controls } from './controls.js'
import { describe, figuresOf, law } from './describe.js'
import { compare, DURATION, play, TICK } from './model.js'
import { tableOf } from './table.js'

/** @import { Options, Play } from './model.js' */

/** The state that is shown first: when the last requests have come. */
const FIRST = DURATION / TICK

/** How long nothing is moved before other sizes are tried, in ms. */
const QUIET = 200

class PoolSimulator extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Simulator(this)
  }
}

/** Requests that come to a pool, and what becomes of its queue. */
class Simulator {
  /** @type {{ play: Play, options: Options } | undefined} */
  #shown
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #quiet
  #runs = 0

  /** @param {HTMLElement} host */
  constructor(host) {
    const language = languageOf(host)
    this.t = translator(catalogs, language)
    this.figures = figuresOf(language)
    const { t } = this
    this.controls = new Controls(t, () => this.#read())
    this.stepper = new Stepper(host, t('steps'), () => this.#show(), {
      speeds: true,
    })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    this.law = element('p', { class: 'law' })
    this.numbers = element('div', { class: 'numbers' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      ...this.controls.elements,
      this.stepper.toolbar,
      this.sentence,
      this.chart,
      this.law,
      this.numbers,
    )
    reachWhenScrolling(this.numbers)
    this.#read()
  }

  async #read() {
    const run = ++this.#runs
    const { options } = this.controls
    clearTimeout(this.#quiet)
    this.numbers.classList.add('waiting')
    const result = await play(options)
    if (run !== this.#runs) return
    this.#shown = { play: result, options }
    this.law.textContent = law(result.sums, this.t, this.figures)
    const { length } = result.states
    this.stepper.reset(length, Math.min(FIRST, length - 1))
    this.#show()
    const isFirst = this.numbers.childElementCount === 0
    const others = () => this.#compare(run, options)
    this.#quiet = setTimeout(others, isFirst ? 0 : QUIET)
  }

  /** @param {number} run @param {Options} options */
  async #compare(run, options) {
    const all = await compare(options)
    if (run !== this.#runs) return
    const { t, figures, numbers } = this
    numbers.classList.remove('waiting')
    numbers.replaceChildren(tableOf(all, options.size, t, figures))
  }

  #show() {
    if (this.#shown === undefined) return
    const { t, figures, stepper, chart } = this
    const { play, options } = this.#shown
    const { states, sums } = play
    const { at } = stepper
    this.sentence.textContent = describe(play, at, options, t, figures)
    const values = {
      came: figures.count(sums.came),
      size: options.size,
      longest: figures.count(sums.longestQueue),
      answered: figures.count(sums.refused + sums.late),
    }
    chart.setAttribute('aria-label', t('chart', values))
    chart.replaceChildren(drawRows(states, at, options, t, figures))
  }
}

customElements.define('pool-simulator', PoolSimulator)
