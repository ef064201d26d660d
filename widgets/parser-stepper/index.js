/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { describe, nameOf, ruleOf } from './describe.js'
import {
  glyph,
  hex,
  nextPhase,
  PHASES,
  readTyped,
  TABLE_OF,
  TABLES,
  trace,
} from './model.js'
import { presets } from './presets.js'

/** @import { Known, Step, Table } from './model.js' */

/** More bytes than this are slow to show and no easier to understand. */
const MOST_CHARACTERS = 600

const LF = 0x0a

class ParserStepper extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new View(this)
  }
}

/** A request that the engine's head is given, one byte after another. */
class View {
  /** @type {Step[]} */
  #steps = []
  /** @type {Uint8Array} */
  #bytes = new Uint8Array()
  /** @type {number[]} */
  #cuts = []

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    const rawId = uniqueId('raw')
    const hintId = uniqueId('hint')
    this.raw = /** @type {HTMLTextAreaElement} */ (
      element('textarea', {
        id: rawId,
        rows: 5,
        maxlength: MOST_CHARACTERS,
        spellcheck: 'false',
        autocapitalize: 'off',
        'aria-describedby': hintId,
      })
    )
    this.raw.addEventListener('input', () => this.#read(''))
    this.stepper = new Stepper(host, t('steps'), () => this.#show(), {
      speeds: true,
    })
    this.#addPhases()
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.phases = element('ol', { class: 'phases', 'aria-label': t('phases') })
    // The sentence and the lists say what is seen here.
    this.grid = element('div', { class: 'bytes', 'aria-hidden': 'true' })
    this.grid.addEventListener('click', ({ target }) => this.#point(target))
    this.facts = element('dl', { class: 'facts' })
    this.known = element('dl', { class: 'known' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.#choice(),
      element('label', { for: rawId }, t('raw')),
      this.raw,
      element('p', { id: hintId, class: 'hint-line' }, t('hint')),
      this.stepper.toolbar,
      this.sentence,
      caption(t('bytes')),
      this.grid,
      this.phases,
      element(
        'div',
        { class: 'stage' },
        element('div', {}, caption(t('current')), this.facts),
        element('div', {}, caption(t('known')), this.known),
      ),
    )
    this.#load(Object.keys(presets)[0])
  }

  #choice() {
    const { t } = this
    const buttons = Object.keys(presets).map((name) => {
      const button = element('button', { type: 'button' }, t(`preset.${name}`))
      button.dataset.preset = name
      button.addEventListener('click', () => this.#load(name))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  /** A button to the next phase, and keys for both ways. */
  #addPhases() {
    const { stepper, t } = this
    const button = element(
      'button',
      { type: 'button', 'aria-keyshortcuts': 'ArrowDown' },
      t('nextPhase'),
    )
    button.dataset.action = 'phase'
    const go = (/** @type {1 | -1} */ way) =>
      stepper.go(nextPhase(this.#steps, stepper.at, way))
    button.addEventListener('click', () => go(1))
    stepper.buttons.forward.after(button)
    stepper.toolbar.addEventListener('keydown', (event) => {
      if (!(event.target instanceof HTMLButtonElement)) return
      if (event.key === 'ArrowDown') go(1)
      else if (event.key === 'ArrowUp') go(-1)
      else return
      event.preventDefault()
    })
    this.nextPhase = button
  }

  /** @param {string} name of a preset */
  #load(name) {
    this.raw.value = presets[name]
    this.#read(name)
  }

  /** @param {string} name of the preset that is shown; '': none */
  #read(name) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const pressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
    const { bytes, cuts } = readTyped(this.raw.value)
    this.#bytes = bytes
    this.#cuts = cuts
    this.#steps = trace(bytes, cuts)
    this.stepper.reset(this.#steps.length, 0)
    this.grid.replaceChildren(...this.#rows())
    this.#show()
  }

  /** Every byte, a line of the request in each row. */
  #rows() {
    /** @type {HTMLElement[]} */
    const rows = []
    let row = element('div', { class: 'row' })
    for (const [index, byte] of this.#bytes.entries()) {
      if (row.childElementCount === 0) rows.push(row)
      const shown = glyph(byte)
      const cell = element(
        'span',
        { class: 'byte' },
        element('b', { class: shown.length > 1 && 'name' }, shown),
        element('i', {}, hex(byte)),
      )
      cell.dataset.at = String(index)
      if (this.#cuts.includes(index)) {
        row.append(element('span', { class: 'cut' }, '✂'))
      }
      row.append(cell)
      if (byte === LF) row = element('div', { class: 'row' })
    }
    return rows
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const cell = target instanceof Element ? target.closest('.byte') : null
    const at = cell?.getAttribute('data-at')
    if (at !== null && at !== undefined) this.stepper.go(Number(at) + 1)
  }

  #show() {
    const { t, sentence, stepper } = this
    const step = this.#steps[stepper.at]
    const isLast = stepper.at === this.#steps.length - 1
    this.nextPhase?.setAttribute('aria-disabled', String(isLast))
    const state = { DONE: 'done', REFUSED: 'refused' }[String(step.phase)]
    sentence.className = `sentence ${state ?? ''}`
    sentence.textContent = describe(step, this.#bytes, isLast, t)
    if (step.refusal) sentence.append(...this.#refusal(step))
    this.#showPhases(step)
    this.#showBytes(step)
    this.#showFacts(step)
    this.#showKnown(step)
  }

  /** @param {Step} step */
  #refusal(step) {
    const { status, detail, code } =
      /** @type {NonNullable<Step['refusal']>} */ (step.refusal)
    const { label, address } = ruleOf(step, this.#bytes)
    const [before, after] = this.t('rule', { rule: '|' }).split('|')
    return [
      ' ',
      element('strong', {}, `${status} ${detail}.`),
      ' ',
      element('code', {}, code),
      ` ${before}`,
      element('a', { href: address }, label),
      after,
    ]
  }

  /** @param {Step} step */
  #showPhases({ phase }) {
    this.phases.replaceChildren(
      ...PHASES.map((name) =>
        element('li', { 'aria-current': name === phase && 'step' }, name),
      ),
    )
  }

  /** @param {Step} step */
  #showBytes({ at, refusal }) {
    const ended = this.#steps.length - 1
    for (const cell of this.grid.querySelectorAll('.byte')) {
      const index = Number(cell.getAttribute('data-at'))
      const isTaken = index <= at
      const kind = isTaken ? this.#steps[index + 1].kind : 'waiting'
      const isRest = index >= ended && this.stepper.at === ended
      cell.className = `byte kind-${isRest ? 'rest' : kind}`
      cell.classList.toggle('current', index === at)
      cell.classList.toggle('at-fault', index === at && refusal !== null)
    }
  }

  /** @param {Step} step */
  #showFacts({ at, looked, phase }) {
    const { t } = this
    if (at === -1) {
      this.facts.replaceChildren(...pair(t('byte'), t('byte.none')))
      return
    }
    const byte = this.#bytes[at]
    const place = t('byte.at', { number: at + 1, count: this.#bytes.length })
    const answers = /** @type {Table[]} */ (Object.keys(TABLES)).map(
      (table) => {
        const isAsked = TABLE_OF[looked] === table
        const answer = t(TABLES[table][byte] === 1 ? 'table.in' : 'table.out')
        return element(
          'li',
          { class: isAsked && 'asked' },
          t(isAsked ? 'table.asked' : 'table.other', { table, answer }),
        )
      },
    )
    const phases =
      looked === phase
        ? phase
        : t('phaseThen', { before: looked, after: phase })
    this.facts.replaceChildren(
      ...pair(t('byte'), `${nameOf(byte, t)}, ${place}`),
      ...pair(t('phase'), phases),
      ...pair(t('tables'), element('ul', {}, ...answers)),
    )
  }

  /** @param {Step} step */
  #showKnown({ known, changed }) {
    const { t } = this
    const rows = /** @type {(keyof Known)[]} */ (Object.keys(known)).map(
      (name) => {
        const isNew = changed.includes(name)
        const value = element('code', {}, JSON.stringify(known[name]))
        const row = element(
          'div',
          { class: isNew && 'changed' },
          element('dt', {}, element('code', {}, name)),
          element('dd', {}, value),
        )
        row.dataset.name = name
        if (isNew) {
          row.lastElementChild?.append(
            ' ',
            element('span', { class: 'mark' }, `← ${t('changed')}`),
          )
        }
        return row
      },
    )
    this.known.replaceChildren(...rows)
  }
}

/** @param {string} text */
const caption = (text) => element('p', { class: 'caption' }, text)

/**
 * @param {string} name
 * @param {Node | string} value
 */
const pair = (name, value) => [
  element('dt', {}, name),
  element('dd', {}, value),
]

customElements.define('parser-stepper', ParserStepper)
