/// <reference path="../types.d.ts" />
/**
 * What a run prints, and how it ended, in words. Part of the bundles that show
 * runs; it loads nothing.
 */
import { element } from '../dom.js'
import { plainText } from './ansi.js'

/** @import { Translate } from '../strings.js' */
/** @import { Outcome, RunEvent } from '../../browser-node/sandbox.js' */

/** How much of the output is shown, in characters. */
const SHOWN = 100_000
/** How much of it a screen reader says by itself, in characters. */
const SAID = 300

/**
 * @typedef {object} OutputOptions
 * @property {Translate} t of playground/strings
 * @property {string} program `ch07/steps/1-order.js`
 * @property {string} [language] BCP 47, for numbers
 * @property {number} [timeLimit] of the run, in ms
 * @property {(line: number, column: number | null) => void} [goTo] shows a
 *   line of the program; without it lines are only named
 * @property {string} [command] what does the same in a terminal, at the root
 *   of the repository; unless told, `node` with the file in its chapter
 */

/** What a program prints, and below it how it ended. */
export class Output {
  #t
  #language
  #words
  #text = element('code', { class: 'nohighlight' })
  #printed
  #cut = element('p', { class: 'run-cut', hidden: true })
  #fault = element('div', { class: 'run-fault' })
  // Said when it changes; the output itself is not, it may be a megabyte.
  #verdict = element('p', { class: 'run-verdict', role: 'status' })
  /** @type {{ stream: string, text: string }[]} */
  #waiting = []
  #frame = 0
  #length = 0
  #lines = 0
  /** The beginning of the output. */
  #beginning = ''
  #plain = { stdout: plainText(), stderr: plainText() }

  /** @param {OutputOptions} options */
  constructor(options) {
    const { t, program, language = 'en' } = options
    this.#t = t
    this.#language = language
    this.#words = new OutcomeWords(options)
    const label = t('output.label', { file: fileOf(program) })
    this.#printed = element(
      'pre',
      {
        class: 'run-printed',
        tabindex: 0,
        role: 'region',
        'aria-label': label,
      },
      this.#text,
    )
    this.element = element(
      'div',
      { class: 'run-output' },
      this.#printed,
      this.#cut,
      this.#verdict,
      this.#fault,
    )
    this.clear()
  }

  clear() {
    cancelAnimationFrame(this.#frame)
    this.#waiting = []
    this.#frame = 0
    this.#length = 0
    this.#lines = 0
    this.#beginning = ''
    this.#plain = { stdout: plainText(), stderr: plainText() }
    this.#text.replaceChildren()
    this.#printed.hidden = true
    this.#cut.hidden = true
    this.#fault.replaceChildren()
    this.#verdict.replaceChildren()
    delete this.element.dataset.ended
  }

  /** Clears it for a run. */
  begin() {
    this.clear()
    this.#verdict.textContent = this.#t('run.running')
  }

  /** @param {RunEvent} event what is not output is left alone */
  add(event) {
    if (event.type !== 'output') return
    const { stream, text } = event
    const visible = this.#plain[stream](text)
    this.#lines += visible.split('\n').length - 1
    const missing = Math.max(0, SAID + 1 - this.#beginning.length)
    this.#beginning += visible.slice(0, missing)
    const room = SHOWN - this.#length
    this.#length += visible.length
    if (room <= 0 || visible === '') return
    this.#waiting.push({ stream, text: visible.slice(0, room) })
    this.#frame ||= requestAnimationFrame(() => this.#flush())
  }

  #flush() {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    for (const piece of this.#waiting) this.#append(piece)
    this.#waiting = []
    this.#printed.hidden = this.#text.childNodes.length === 0
    if (this.#length <= SHOWN) return
    const limit = SHOWN.toLocaleString(this.#language)
    this.#cut.textContent = this.#t('output.cut', { limit })
    this.#cut.hidden = false
  }

  /** @param {{ stream: string, text: string }} piece */
  #append({ stream, text }) {
    const last = this.#text.lastElementChild
    const span =
      last?.className === stream ? last : element('span', { class: stream })
    if (span !== last) this.#text.append(span)
    span.append(text)
  }

  /**
   * Says how it ended.
   *
   * @param {Outcome} outcome
   */
  end(outcome) {
    this.#flush()
    this.element.dataset.ended = outcome.ended
    this.#fault.replaceChildren(...this.#words.fault(outcome))
    const isSilent = this.#length === 0 && outcome.ended === 'exit'
    const said = element('span', { class: 'visually-hidden' })
    said.append(` ${this.#said(outcome)}`)
    this.#verdict.replaceChildren(
      this.#words.ending(outcome),
      isSilent ? ` ${this.#t('ended.silent')}` : '',
      said,
    )
  }

  /**
   * What a screen reader says of the error and of the output.
   *
   * @param {Outcome} outcome
   */
  #said(outcome) {
    const { error } = outcome
    const words =
      this.#words.explanation(outcome) ?? (error && summaryOf(error))
    const fault = words ? `${words} ` : ''
    if (this.#length === 0) return fault
    const count = this.#lines.toLocaleString(this.#language)
    return this.#length <= SAID
      ? fault + this.#t('output.printed', { text: this.#beginning })
      : fault + this.#t('output.printedMuch', { count })
  }
}

/** How a program ended, in words. */
class OutcomeWords {
  #options

  /** @param {OutputOptions} options */
  constructor(options) {
    this.#options = options
  }

  /**
   * What a page does not have, in the reader's language; the error itself is
   * in English.
   *
   * @param {Outcome} outcome
   * @returns {string | null} null where the error says more
   */
  explanation({ ended, error }) {
    if (ended !== 'unsupported' || !error?.hint) return null
    const { key, name } = error.hint
    return this.#options.t(key, { name })
  }

  /** @param {Outcome} outcome */
  ending({ ended, status }) {
    const { t, timeLimit = 10_000, language = 'en' } = this.#options
    if (ended === 'exit' && status) return t('ended.status', { status })
    const seconds = (timeLimit / 1000).toLocaleString(language)
    return t(`ended.${ended}`, { seconds })
  }

  /** @param {Outcome} outcome @returns {HTMLElement[]} */
  fault(outcome) {
    const { ended, error } = outcome
    /** @type {HTMLElement[]} */
    const parts = []
    if (error && !this.explanation(outcome)) parts.push(this.#error(error))
    if (error?.hint) {
      const { key, name } = error.hint
      parts.push(element('p', {}, this.#options.t(key, { name })))
    }
    if (ended === 'unsupported') parts.push(...this.#locally())
    return parts
  }

  /** How to run it on a machine of one's own. */
  #locally() {
    const { t, program, command } = this.#options
    const [chapter] = program.split('/')
    const where = command
      ? t('output.locallyRoot')
      : t('output.locally', { folder: `code/${chapter}` })
    return [
      element('p', {}, where),
      this.#command(command ?? `node ${fileOf(program)}`),
    ]
  }

  /** @param {NonNullable<Outcome['error']>} error */
  #error(error) {
    const { t, program, goTo } = this.#options
    const { stack, file, line } = error
    const said = element('strong', {}, summaryOf(error))
    const place = element('p', { class: 'run-error' }, said)
    const own = goTo ? placeIn(error, program) : null
    if (file !== null && !(own && file === fileOf(program))) {
      const at = line === null ? file : `${file}:${line}`
      place.append(' ', element('code', {}, at))
      if (own) place.append(' ', t('error.called'))
    }
    if (own) place.append(' ', this.#lineButton(own))
    const summary = element('summary', {}, t('error.trace'))
    const text = element('code', { class: 'nohighlight' }, plainText()(stack))
    const details = element(
      'details',
      { class: 'run-trace' },
      summary,
      element('pre', {}, text),
    )
    return element('div', {}, place, details)
  }

  /** @param {{ line: number, column: number | null }} place */
  #lineButton({ line, column }) {
    const { t, goTo } = this.#options
    const button = element(
      'button',
      { type: 'button', 'aria-label': t('error.goLabel', { line }) },
      t('error.go', { line }),
    )
    button.addEventListener('click', () => goTo?.(line, column))
    return button
  }

  /** @param {string} line of a shell; copied by site/copy.js */
  #command(line) {
    const label = this.#options.t('output.copy')
    const button = element(
      'button',
      {
        type: 'button',
        class: 'clip-button',
        title: label,
        'aria-label': label,
      },
      element('i', { class: 'tooltiptext', role: 'status' }),
    )
    return element(
      'pre',
      {},
      element('div', { class: 'buttons' }, button),
      element('code', { class: 'nohighlight' }, line),
    )
  }
}

/** @param {string} program `ch07/steps/1-order.js` */
const fileOf = (program) => program.replace(/^[^/]*\//, '')

/**
 * Where the reader's own file has a part in an error: where it was thrown, or
 * the call that led there.
 *
 * @param {NonNullable<Outcome['error']>} error
 * @param {string} program `ch07/steps/1-order.js`
 * @returns {{ line: number, column: number | null } | null} both from 1; null
 *   when it has none
 */
export function placeIn({ file, line, column, stack }, program) {
  if (line !== null && fileOf(program) === file) {
    return { line, column }
  }
  for (const frame of stack.split('\n')) {
    const [, path, ...numbers] =
      /^\s+at .*\/velocy\/([^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)\)?$/.exec(
        frame,
      ) ?? []
    if (path !== program) continue
    const [at, from] = numbers.map(Number)
    return { line: at, column: from }
  }
  return null
}

/**
 * @param {{ name: string, message: string }} error
 * @returns {string} its first line, as Node.js prints it
 */
export function summaryOf({ name, message }) {
  return message ? `${name}: ${message}` : name
}
