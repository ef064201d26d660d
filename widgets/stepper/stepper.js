/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'

/** How long a step is shown while playing, in ms. */
const PACE = 900

/**
 * Buttons to go through steps: on, back, to the start, to the end, and by
 * itself. The arrow keys go back and on when one of them has the focus.
 */
export class Stepper {
  /** The step that is shown, from 0. */
  at = 0
  length = 0
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer

  /**
   * @param {HTMLElement} host the widget
   * @param {string} label of the group of buttons
   * @param {() => void} show called when another step is to be shown
   * @param {number} [pace] how long a step is shown while playing, in ms
   */
  constructor(host, label, show, pace = PACE) {
    this.host = host
    this.show = show
    this.pace = pace
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.buttons = {
      forward: this.#button(t('forward'), () => this.go(this.at + 1)),
      back: this.#button(t('back'), () => this.go(this.at - 1)),
      first: this.#button(t('first'), () => this.go(0)),
      last: this.#button(t('last'), () => this.go(this.length - 1)),
      play: this.#button(t('play'), () => this.#toggle()),
    }
    this.count = element('span', { class: 'count' })
    this.toolbar = element(
      'div',
      { class: 'toolbar stepper', role: 'group', 'aria-label': label },
      ...Object.values(this.buttons),
      this.count,
    )
    this.toolbar.addEventListener('keydown', (event) => this.#key(event))
    for (const [name, button] of Object.entries(this.buttons)) {
      button.dataset.action = name
    }
    this.buttons.back.setAttribute('aria-keyshortcuts', 'ArrowLeft')
    this.buttons.forward.setAttribute('aria-keyshortcuts', 'ArrowRight')
  }

  /**
   * @param {string} name
   * @param {() => void} act
   */
  #button(name, act) {
    const button = element('button', { type: 'button' }, name)
    button.addEventListener('click', act)
    return button
  }

  /** @param {KeyboardEvent} event */
  #key({ key, target }) {
    if (!(target instanceof HTMLButtonElement)) return
    if (key === 'ArrowLeft') this.go(this.at - 1)
    if (key === 'ArrowRight') this.go(this.at + 1)
  }

  /**
   * Begins with other steps.
   *
   * @param {number} length how many there are
   * @param {number} at the first to be shown
   */
  reset(length, at) {
    this.pause()
    this.length = length
    this.at = at
    this.#update()
  }

  /** @param {number} step */
  go(step) {
    this.pause()
    this.#move(step)
  }

  pause() {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.buttons.play.textContent = this.t('play')
  }

  #toggle() {
    if (this.#timer !== undefined) return this.pause()
    this.play()
  }

  /** Goes on by itself, from the start if this is the end. */
  play() {
    this.pause()
    if (this.length === 0) return
    if (this.at >= this.length - 1) this.#move(0)
    this.buttons.play.textContent = this.t('pause')
    const step = () => {
      // A widget that has left the page must not go on.
      const isOver = !this.host.isConnected || this.at >= this.length - 1
      if (isOver) this.pause()
      else this.#move(this.at + 1)
    }
    this.#timer = setInterval(step, this.pace)
  }

  /** @param {number} step */
  #move(step) {
    this.at = Math.max(0, Math.min(step, this.length - 1))
    this.#update()
    this.show()
  }

  #update() {
    const { at, length, buttons, t } = this
    this.count.textContent =
      length > 0 ? t('count', { step: at + 1, steps: length }) : ''
    // aria-disabled keeps the focus where it is.
    /** @param {HTMLElement} button @param {boolean} isOver */
    const disable = (button, isOver) =>
      button.setAttribute('aria-disabled', String(isOver))
    disable(buttons.first, at <= 0)
    disable(buttons.back, at <= 0)
    disable(buttons.forward, at >= length - 1)
    disable(buttons.last, at >= length - 1)
    disable(buttons.play, length === 0)
  }
}
