/// <reference path="../../site/types.d.ts" />
import { element } from '../../site/dom.js'
import { choice, slider } from '../controls/controls.js'
import { PATTERNS, RANGES, SEED } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Options } from './model.js' */
/** @typedef {keyof typeof RANGES} Range */

/** What a reader may change. */
export class Controls {
  #pattern = PATTERNS[0]
  #seed = SEED

  /**
   * @param {Translate} t
   * @param {() => void} changed
   */
  constructor(t, changed) {
    this.t = t
    this.changed = changed
    this.rate = this.#slider('rate')
    this.service = this.#slider('service')
    this.size = this.#slider('size')
    this.queue = this.#slider('queue')
    this.again = element('button', { type: 'button' }, t('again'))
    this.again.dataset.action = 'again'
    this.again.addEventListener('click', () => {
      if (this.again.getAttribute('aria-disabled') === 'true') return
      this.#seed++
      changed()
    })
    const sliders = [this.rate, this.service, this.size, this.queue]
    this.elements = [
      ...this.#patterns(),
      element('div', { class: 'sliders' }, ...sliders.map(({ row }) => row)),
    ]
  }

  /** @returns {Options} */
  get options() {
    const numberOf = (/** @type {{ input: HTMLInputElement }} */ { input }) =>
      Number(input.value)
    return {
      pattern: this.#pattern,
      rate: numberOf(this.rate),
      service: numberOf(this.service),
      size: numberOf(this.size),
      queue: numberOf(this.queue),
      seed: this.#seed,
    }
  }

  /** Buttons of which one is pressed, and one for another run. */
  #patterns() {
    // What is even is the same each time.
    const show = () => {
      const isEven = this.#pattern === 'even'
      this.again.setAttribute('aria-disabled', String(isEven))
    }
    show()
    const choices = PATTERNS.map((value) => ({
      value,
      name: this.t(`pattern.${value}`),
    }))
    /** @param {typeof PATTERNS[number]} value */
    const choose = (value) => {
      this.#pattern = value
      show()
      this.changed()
    }
    return choice('pattern', this.t('pattern'), choices, choose, [this.again])
  }

  /** @param {Range} name */
  #slider(name) {
    const words = (/** @type {string} */ value) =>
      name === 'service' ? this.t('ms', { value }) : value
    return slider(name, this.t(name), RANGES[name], this.changed, words)
  }
}
