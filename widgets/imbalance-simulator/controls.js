/// <reference path="../../site/types.d.ts" />
import { element } from '../../site/dom.js'
import { choice, slider } from '../controls/controls.js'
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
    this.sliders = NAMES.map((name) =>
      slider(name, t(name), RANGES[name], changed),
    )
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
      ...choice('schedule', t('schedule'), ways, (value) => {
        this.#schedule = value
        changed()
      }),
      ...choice('limit', t('limit'), limits, (value) => {
        this.#limit = value
        changed()
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
    const [workers, customers, busy] = this.sliders.map(({ input }) =>
      Number(input.value),
    )
    const sliders = { workers, customers, busy }
    const schedule = this.#schedule
    return { ...sliders, schedule, limit: this.#limit, seed: this.#seed }
  }
}
