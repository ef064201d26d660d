/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { load, loadFiles } from '../../site/load.js'
import { languageOf, translator } from '../../site/strings.js'
import { compare, linesOf, readOutput } from './model.js'
import { Order } from './order.js'
import { programs } from './programs.js'

/** @import { Comparison } from './model.js' */

const CHAPTER = 'ch11'
const FOLDER = 'steps/order'

class OrderPuzzle extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Puzzle(this)
  }
}

/** A program, the order that a reader expects, and the one that comes. */
class Puzzle {
  /** @type {AbortController | null} of the run that is under way */
  #running = null
  #name = ''
  /** @type {string[]} */
  #lines = []

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.program = element('ol', {
      class: 'program',
      'aria-label': t('program'),
    })
    this.order = new Order(t, (message) => this.#changed(message))
    this.check = this.#button(t('run'), 'run', () =>
      this.#running ? this.#stop(t('stopped')) : this.#run(),
    )
    this.state = element('p', { class: 'state', role: 'status' })
    this.results = element('div', { class: 'of-run' })
    const again = this.#button(t('clear'), 'clear', () => {
      this.order.load(this.#lines)
      this.#changed(t('cleared'))
    })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.#choice(),
      element('p', { class: 'caption' }, t('program')),
      this.program,
      this.order.element,
      element('div', { class: 'toolbar' }, this.check, again),
      this.state,
      this.results,
    )
    reachWhenScrolling(this.program)
    this.#load(Object.keys(programs)[0])
  }

  /**
   * @param {string} text
   * @param {string} action
   * @param {() => void} act
   */
  #button(text, action, act) {
    const button = element('button', { type: 'button' }, text)
    button.dataset.action = action
    button.addEventListener('click', act)
    return button
  }

  #choice() {
    const { t } = this
    const buttons = Object.keys(programs).map((name) => {
      const button = element('button', { type: 'button' }, t(`name.${name}`))
      button.dataset.program = name
      button.addEventListener('click', () => this.#load(name))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('programs') },
      ...buttons,
    )
  }

  /** @param {string} name of a program */
  #load(name) {
    for (const button of this.host.querySelectorAll('[data-program]')) {
      const pressed = button.getAttribute('data-program') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
    this.#name = name
    const text = /** @type {Record<string, string>} */ (programs)[name]
    this.#lines = linesOf(text)
    const lines = text.trimEnd().split('\n')
    this.program.replaceChildren(
      ...lines.map((line) => element('li', {}, line || ' ')),
    )
    this.order.load(this.#lines)
    this.#changed('')
  }

  /**
   * An answer goes when its question does.
   *
   * @param {string} message
   */
  #changed(message) {
    this.#stop(message)
    this.state.className = 'state'
  }

  /** @param {string} message */
  #stop(message) {
    this.#running?.abort()
    this.#running = null
    this.check.textContent = this.t('run')
    this.state.className = 'state problem'
    this.state.textContent = message
    this.results.replaceChildren()
  }

  async #run() {
    const { t, check, state, results } = this
    const running = new AbortController()
    this.#running = running
    check.textContent = t('stop')
    results.replaceChildren()
    state.className = 'state'
    state.textContent = t('running')
    const { signal } = running
    const message = await this.#ask(signal).catch((error) =>
      t('failed', { reason: error?.message ?? String(error) }),
    )
    if (signal.aborted) return
    this.#running = null
    check.textContent = t('run')
    if (message === undefined) return
    state.className = 'state problem'
    state.textContent = message
  }

  /**
   * Runs the program that is shown, beside the chapter's own files.
   *
   * @param {AbortSignal} signal
   * @returns {Promise<string | undefined>} what went wrong
   */
  async #ask(signal) {
    const { t } = this
    const loaded = await Promise.all([
      load('sandbox'),
      loadFiles(CHAPTER),
    ]).catch(() => null)
    if (signal.aborted) return
    if (loaded === null) return t('notLoaded')
    const [{ runProgram }, files] = loaded
    const entry = `${FOLDER}/${this.#name}`
    const text = /** @type {Record<string, string>} */ (programs)[this.#name]
    let output = ''
    let errors = ''
    const outcome = await runProgram(
      { chapter: CHAPTER, files: { ...files, [entry]: text }, entry },
      {
        signal,
        onEvent: (/** @type {any} */ event) => {
          if (event.type !== 'output') return
          if (event.stream === 'stderr') errors += event.text
          else output += event.text
        },
      },
    )
    if (signal.aborted) return
    const { printed, client } = readOutput(output)
    if (client === null) {
      const { error, ended } = outcome
      return t('failed', { reason: error?.message || errors.trim() || ended })
    }
    const { order } = this.order
    this.#show(compare(order, printed, this.#lines), client)
  }

  /**
   * @param {Comparison} comparison
   * @param {string} client what it has got
   */
  #show({ rows, right, never, isRight }, client) {
    const { t, state, results } = this
    state.className = isRight ? 'state done' : 'state'
    const key = isRight ? 'allRight' : 'someRight'
    state.textContent = t(key, { right, count: rows.length })
    results.replaceChildren(
      table(t, rows),
      ...(never.length > 0 ? [told(t('never'), never)] : []),
      told(t('client'), [client]),
      element('p', { class: 'why' }, t(`why.${this.#name}`)),
    )
  }
}

/**
 * @param {import('../../site/strings.js').Translate} t
 * @param {import('./model.js').Row[]} rows
 */
function table(t, rows) {
  const head = ['place', 'yours', 'printed', 'verdict'].map((name) =>
    element('th', { scope: 'col' }, t(`head.${name}`)),
  )
  const cell = (/** @type {string | null} */ line) =>
    element('td', {}, line === null ? '–' : element('code', {}, line))
  const body = rows.map(({ guess, printed }, index) => {
    const same = guess === printed
    return element(
      'tr',
      { class: same ? 'same' : 'other' },
      element('th', { scope: 'row' }, String(index + 1)),
      cell(guess),
      cell(printed),
      element('td', {}, t(same ? 'same' : 'other')),
    )
  })
  const box = element(
    'div',
    { class: 'comparison', role: 'region', 'aria-label': t('comparison') },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...body),
    ),
  )
  reachWhenScrolling(box)
  return box
}

/**
 * @param {string} what
 * @param {string[]} lines
 */
function told(what, lines) {
  const codes = lines.flatMap((line, index) => [
    index === 0 ? ' ' : ', ',
    element('code', {}, line),
  ])
  return element('p', {}, what, ...codes)
}

customElements.define('order-puzzle', OrderPuzzle)
