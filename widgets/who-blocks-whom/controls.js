/// <reference path="../../site/types.d.ts" />
import { element } from '../../site/dom.js'
import { choice, slider } from '../controls/controls.js'
import { LONG, MOST_LONG, RANGES, SETUPS } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Options, Setup } from './model.js' */
/** @typedef {keyof typeof RANGES} Range */

/** What a reader may change. */
export class Controls {
  #setup = SETUPS[0]
  #long = LONG
  /** When the request that is shown comes, in ms. */
  #due = 0

  /**
   * @param {Translate} t
   * @param {(due?: number) => void} changed told when a new long one comes
   */
  constructor(t, changed) {
    this.t = t
    this.changed = changed
    this.lanes = this.#slider('lanes')
    this.every = this.#slider('every')
    this.add = this.#button('add', () => this.#addLong())
    this.none = this.#button('none', () => this.#setLong([]))
    this.three = this.#button('three', () => this.#setLong(LONG))
    const long = { class: 'toolbar', role: 'group', 'aria-label': t('long') }
    this.elements = [
      ...this.#setups(),
      element('div', { class: 'sliders' }, this.lanes.row, this.every.row),
      element('div', long, this.add, this.none, this.three),
    ]
    this.#showLong()
  }

  /** @returns {Options} */
  get options() {
    return {
      setup: this.#setup,
      lanes: Number(this.lanes.input.value),
      every: Number(this.every.input.value),
      long: this.#long,
    }
  }

  /** @param {number} due when the request that is shown comes, in ms */
  showAt(due) {
    this.#due = due
    this.add.textContent = this.t('add', { due })
  }

  #addLong() {
    const due = this.#due
    this.#setLong(
      [...this.#long, due].sort((a, b) => a - b),
      due,
    )
  }

  /** @param {number[]} long @param {number} [due] of a new one */
  #setLong(long, due) {
    this.#long = long
    this.#showLong()
    this.changed(due)
  }

  #showLong() {
    // aria-disabled keeps the focus where it is.
    const disable = (
      /** @type {HTMLElement} */ one,
      /** @type {boolean} */ is,
    ) => one.setAttribute('aria-disabled', String(is))
    disable(this.add, this.#long.length >= MOST_LONG)
    disable(this.none, this.#long.length === 0)
    disable(this.three, this.#long === LONG)
  }

  /** @param {string} name @param {() => void} act */
  #button(name, act) {
    const button = element('button', { type: 'button' }, this.t(name))
    button.dataset.action = name
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') act()
    })
    return button
  }

  /** Buttons of which one is pressed. */
  #setups() {
    const choices = SETUPS.map((value) => ({
      value,
      name: this.t(`setup.${value}`),
    }))
    return choice('setup', this.t('setup'), choices, (value) => {
      this.#setup = value
      this.changed()
    })
  }

  /** @param {Range} name */
  #slider(name) {
    const words = (/** @type {string} */ value) =>
      name === 'every' ? this.t('ms', { value }) : value
    const changed = () => this.changed()
    return slider(name, this.t(name), RANGES[name], changed, words)
  }
}
