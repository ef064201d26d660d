/// <reference path="../../site/types.d.ts" />
import { element, uniqueId } from '../../site/dom.js'
import { LIMITS, RANGES, SCHEDULES, SEED } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Options } from './model.js' */
/** @typedef {keyof typeof RANGES} Range */

const NAMES = /** @type {Range[]} */ (Object.keys(RANGES))

/** What a reader may change. */
export class Controls {
  #schedule = SCHEDULES[0]
  #limit = LIMITS[0]
  #seed = SEED

  /**
   * @param {Translate} t
   * @param {() => void} changed
   */
  constructor(t, changed) {
    this.t = t
    this.changed = changed
    this.sliders = NAMES.map((name) => this.#slider(name))
    const again = element('button', { type: 'button' }, t('again'))
    again.dataset.action = 'again'
    again.addEventListener('click', () => {
      this.#seed++
      changed()
    })
    const ways = SCHEDULES.map((value) => ({ value, name: value }))
    const limits = LIMITS.map((value) => ({
      value,
      name: value === 0 ? t('limit.0') : String(value),
    }))
    this.elements = [
      ...this.#choice('schedule', ways, (value) => {
        this.#schedule = value
      }),
      ...this.#choice('limit', limits, (value) => {
        this.#limit = value
      }),
      element(
        'div',
        { class: 'sliders' },
        ...this.sliders.map(({ row }) => row),
      ),
      element('div', { class: 'toolbar' }, again),
    ]
  }

  /** @returns {Options} */
  get options() {
    const [workers, customers, busy, rate] = this.sliders.map(({ input }) =>
      Number(input.value),
    )
    const sliders = { workers, customers, busy, rate }
    const schedule = this.#schedule
    return { ...sliders, schedule, limit: this.#limit, seed: this.#seed }
  }

  /**
   * Buttons of which one is pressed, the first at the beginning.
   *
   * @template Value
   * @param {'schedule' | 'limit'} label
   * @param {{ value: Value, name: string }[]} choices
   * @param {(value: Value) => void} set
   */
  #choice(label, choices, set) {
    const id = uniqueId(label)
    const buttons = choices.map(({ value, name }, index) => {
      const button = element('button', { type: 'button' }, name)
      button.setAttribute('aria-pressed', String(index === 0))
      button.addEventListener('click', () => {
        for (const other of buttons) {
          other.setAttribute('aria-pressed', String(other === button))
        }
        set(value)
        this.changed()
      })
      return button
    })
    const group = { class: 'toolbar', role: 'group', 'aria-labelledby': id }
    return [
      element('p', { class: 'caption', id }, this.t(label)),
      element('div', group, ...buttons),
    ]
  }

  /** @param {Range} name */
  #slider(name) {
    const id = uniqueId(name)
    const input = /** @type {HTMLInputElement} */ (
      element('input', { id, type: 'range', ...RANGES[name] })
    )
    const said = element('span', { 'aria-hidden': 'true' }, input.value)
    const label = element('label', { for: id }, this.t(name))
    const row = element(
      'div',
      { class: 'rate' },
      element('span', {}, label, ': ', said),
      input,
    )
    input.addEventListener('input', () => {
      said.textContent = input.value
      this.changed()
    })
    return { input, row }
  }
}
