/// <reference path="../types.d.ts" />
/**
 * Listings that run: what the buttons of site/runnable.js do. It is loaded when
 * one of them is pressed first; the sandbox and the editor follow when needed.
 */
import catalogs from 'strings:./strings'
import { ask } from '../dialog.js'
import { element } from '../dom.js'
import { editOf, keepEdit } from '../edits.js'
import { load, loadFiles } from '../load.js'
import { translator } from '../strings.js'
import { Output, placeIn, summaryOf } from './output.js'

/** @import { Editor } from './editor.js' */
/** @import { Outcome } from '../../browser-node/sandbox.js' */

/** How long a program may run, in ms. */
const TIME_LIMIT = 10_000
/** After this time, in ms, the button that ran a program offers to stop it. */
const STOP_AFTER = 400

/** @type {WeakMap<HTMLElement, Runnable>} */
const attached = new WeakMap()

/**
 * @param {HTMLElement} box with `data-run="ch07/steps/1-order.js"` and a
 *   toolbar (site/runnable.js): a listing, or a box without code of its own
 * @returns {Runnable} the same one for the same box
 */
export function attach(box) {
  const runnable = attached.get(box) ?? new Runnable(box)
  attached.set(box, runnable)
  return runnable
}

/** A program on the page: run as it is shown, or as the reader changed it. */
class Runnable {
  /** @type {Editor | undefined} */
  #editor
  /** @type {AbortController | undefined} of the run that goes on */
  #running

  /** @type {HTMLElement | undefined} what holds the editor */
  #place
  /** @type {{ line: number, column: number | null } | undefined} where the
   *   editor is to begin, from 1 */
  #at

  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box
    this.program = box.dataset.run ?? ''
    const [chapter, ...rest] = this.program.split('/')
    this.chapter = chapter
    this.file = rest.join('/')
    this.bar = /** @type {HTMLElement} */ (box.querySelector('.run-bar'))
    this.code = box.querySelector('pre')
    this.buttons = {
      run: this.#button('run'),
      edit: this.#button('edit'),
      reset: this.#button('reset'),
    }
    this.runLabel = this.buttons.run.textContent ?? ''
    const { lang } = document.documentElement
    this.t = translator(catalogs, lang)
    this.output = new Output({
      t: this.t,
      program: this.program,
      language: lang,
      timeLimit: TIME_LIMIT,
      goTo: (line, column) => {
        this.#at = { line, column }
        this.buttons.edit.click()
      },
    })
    this.bar.after(this.output.element)
    box.addEventListener('copy-text', (event) => {
      if (this.#text === null) return
      const { detail } = /** @type {CustomEvent<{ text: string }>} */ (event)
      detail.text = this.#text
    })
  }

  /** The text of the file, without its last line feed. */
  #original = ''

  /** The text in the editor; null without one. */
  get #text() {
    return this.#editor ? this.#editor.text.replace(/[^\n]$/, '$&\n') : null
  }

  /** @param {string} action */
  #button(action) {
    const selector = `[data-action="${action}"]`
    return /** @type {HTMLElement} */ (this.bar.querySelector(selector))
  }

  /**
   * Runs the program, or stops the run that goes on.
   *
   * @returns {Promise<void>} which resolves when the run has begun
   * @throws {Error} when what runs it cannot be loaded
   */
  async run() {
    if (this.#running) {
      if (this.buttons.run.dataset.stops) this.#running.abort()
      return
    }
    const [{ runProgram }, files] = await Promise.all([
      load('sandbox'),
      loadFiles(this.chapter),
    ])
    this.#start(runProgram, files)
  }

  /**
   * @param {typeof import('../../browser-node/sandbox.js').runProgram} runProgram
   * @param {Record<string, string>} files
   */
  async #start(runProgram, files) {
    const text = this.#text ?? files[this.file]
    const running = new AbortController()
    this.#running = running
    this.output.begin()
    this.#editor?.clearError()
    this.buttons.reset.hidden = false
    const offer = setTimeout(() => this.#offerToStop(true), STOP_AFTER)
    try {
      const outcome = await runProgram(
        {
          chapter: this.chapter,
          files: { ...files, [this.file]: text },
          entry: this.file,
        },
        {
          onEvent: (event) => {
            if (this.#running === running) this.output.add(event)
          },
          signal: running.signal,
          timeout: TIME_LIMIT,
        },
      )
      // Reset may have closed the output meanwhile.
      if (this.#running === running) this.#end(outcome)
    } catch (error) {
      // No fault of the program: what runs it does not work here.
      const { name, message, stack = '' } = /** @type {Error} */ (error)
      const place = { file: null, line: null, column: null, hint: null }
      const report = { name, message, stack, ...place }
      if (this.#running === running) {
        this.#end({ ended: 'unsupported', status: null, error: report })
      }
    } finally {
      clearTimeout(offer)
      if (this.#running === running) {
        this.#running = undefined
        this.#offerToStop(false)
      }
    }
  }

  /** @param {Outcome} outcome */
  #end(outcome) {
    this.output.end(outcome)
    const { error } = outcome
    const place = error && placeIn(error, this.program)
    if (place) this.#editor?.showError(place.line, summaryOf(error))
  }

  /** @param {boolean} stops what the button does */
  #offerToStop(stops) {
    const { run } = this.buttons
    run.textContent = stops ? this.t('run.stop') : this.runLabel
    if (stops) run.dataset.stops = 'true'
    else delete run.dataset.stops
  }

  /**
   * Puts the editor in the place of the code.
   *
   * @returns {Promise<void>}
   * @throws {Error} when it cannot be loaded
   */
  async edit() {
    const at = this.#at
    this.#at = undefined
    await this.restore()
    if (at) this.#editor?.goTo(at.line, at.column ?? 1)
    else this.#editor?.focus()
  }

  /**
   * As `edit`, and the focus stays where it is: for a page that is loaded
   * again.
   *
   * @returns {Promise<void>}
   * @throws {Error} when the editor cannot be loaded
   */
  async restore() {
    if (this.#editor) return
    const [{ createEditor }, files] = await Promise.all([
      load('editor'),
      loadFiles(this.chapter),
    ])
    this.#open(createEditor, files[this.file])
  }

  /**
   * @param {typeof import('./editor.js').createEditor} createEditor
   * @param {string} text
   */
  #open(createEditor, text) {
    const place = element('div', { class: 'run-editor' })
    const height = this.code?.offsetHeight ?? 0
    place.style.setProperty('--code-height', `${height}px`)
    this.bar.before(place)
    this.#place = place
    // As many lines as the listing has: a file's last line feed ends a line.
    this.#original = text.replace(/\n$/, '')
    this.#editor = createEditor({
      parent: place,
      text: editOf(this.program) ?? this.#original,
      label: this.t('editor.label', { file: this.file }),
      onChange: (changed) => {
        keepEdit(this.program, changed === this.#original ? null : changed)
      },
      onRun: () => {
        if (!this.#running) this.buttons.run.click()
      },
    })
    this.box.classList.add('editing')
    this.buttons.edit.hidden = true
    this.buttons.reset.hidden = false
  }

  /**
   * Brings back the text of the listing, and closes the output. A text that
   * the reader has changed goes only once they have said so.
   *
   * @returns {Promise<void>}
   */
  async reset() {
    const { t } = this
    const isChanged = this.#editor && this.#editor.text !== this.#original
    const mayReset =
      !isChanged ||
      (await ask({
        title: t('reset.title'),
        text: t('reset.text'),
        yes: t('reset.yes'),
        no: t('reset.no'),
      }))
    if (!mayReset) return
    keepEdit(this.program, null)
    this.#running?.abort()
    this.#running = undefined
    this.#offerToStop(false)
    this.output.clear()
    this.#editor?.destroy()
    this.#editor = undefined
    this.#place?.remove()
    this.box.classList.remove('editing')
    this.buttons.edit.hidden = false
    this.buttons.edit.focus()
    this.buttons.reset.hidden = true
  }
}
