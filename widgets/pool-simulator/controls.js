/// <reference path="../../site/types.d.ts" />
import { element, uniqueId } from '../../site/dom.js'
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
    const id = uniqueId('pattern')
    const buttons = PATTERNS.map((pattern) => {
      const name = this.t(`pattern.${pattern}`)
      const button = element('button', { type: 'button' }, name)
      button.addEventListener('click', () => {
        this.#pattern = pattern
        show()
        this.changed()
      })
      return button
    })
    const show = () => {
      for (const [index, button] of buttons.entries()) {
        const isPressed = PATTERNS[index] === this.#pattern
        button.setAttribute('aria-pressed', String(isPressed))
      }
      // What is even is the same each time.
      const isEven = this.#pattern === 'even'
      this.again.setAttribute('aria-disabled', String(isEven))
    }
    show()
    const group = { class: 'toolbar', role: 'group', 'aria-labelledby': id }
    return [
      element('p', { class: 'caption', id }, this.t('pattern')),
      element('div', group, ...buttons, this.again),
    ]
  }

  /** @param {Range} name */
  #slider(name) {
    const id = uniqueId(name)
    const input = /** @type {HTMLInputElement} */ (
      element('input', { id, type: 'range', ...RANGES[name] })
    )
    const said = element('span', { 'aria-hidden': 'true' })
    const say = () => {
      const { value } = input
      said.textContent = name === 'service' ? this.t('ms', { value }) : value
      input.setAttribute('aria-valuetext', said.textContent)
    }
    say()
    const label = element('label', { for: id }, this.t(name))
    const words = element('span', {}, label, ': ', said)
    const row = element('div', { class: 'rate' }, words, input)
    input.addEventListener('input', () => {
      say()
      this.changed()
    })
    return { input, row }
  }
}
