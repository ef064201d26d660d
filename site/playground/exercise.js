/// <reference path="../types.d.ts" />
/**
 * Exercises in the page: the editor, the tests, the hints one after the other,
 * and a solution after a pass. Loaded when a reader opens the first one.
 */
import catalogs from 'strings:./strings'
import {
  progressOf,
  without,
  withPassed,
  withStarted,
} from '../../common/progress.js'
import { ask } from '../dialog.js'
import { element, uniqueId } from '../dom.js'
import { hintsOf } from '../exercises.js'
import { load, loadFiles } from '../load.js'
import { languageOf, translator } from '../strings.js'
import { codeBlock } from './code-block.js'
import { missingExports, placeOf, resultOf } from './exercise-result.js'
import { testList } from './exercise-tests.js'
import { Output } from './output.js'

/** @import { ProgressStore } from '../progress.js' */
/** @import { Result } from './exercise-result.js' */
/** @import { Outcome, RunEvent } from '../../browser-node/sandbox.js' */

/** How long the tests may take, in ms: as long as in the terminal. */
const PATIENCE = 30_000

/** How long after the last key a draft is kept, in ms. */
const PAUSE = 300

/**
 * Opens the editor in an exercise.
 *
 * @param {HTMLElement} box `.exercise` with `data-run`
 * @param {{ store: ProgressStore }} options
 * @returns {Promise<void>}
 * @throws {Error} when the editor or the chapter's files cannot be loaded
 */
export async function openExercise(box, { store }) {
  const id = box.dataset.exercise ?? ''
  const [chapter, name] = id.split('/')
  const [{ createEditor }, files] = await Promise.all([
    load('editor'),
    loadFiles(chapter),
  ])
  const folder = `exercises/${name}`
  if (files[`${folder}/exercise.js`] === undefined) {
    throw new Error(`got no ${folder}/exercise.js in ${chapter}`)
  }
  new Workbench(box, { store, id, files, createEditor }).open()
}

class Workbench {
  /** @type {AbortController | null} of the run that goes on */
  #running = null
  /** Of the draft that is not kept yet. */
  #timer = 0
  /** What another tab has done to the text, in words. */
  #news = ''

  /**
   * @param {HTMLElement} box
   * @param {{ store: ProgressStore, id: string,
   *   files: Record<string, string>,
   *   createEditor: typeof import('./editor.js').createEditor }} options
   */
  constructor(box, { store, id, files, createEditor }) {
    const [chapter, name] = id.split('/')
    this.store = store
    this.id = id
    this.chapter = chapter
    this.folder = `exercises/${name}`
    this.file = `${this.folder}/exercise.js`
    this.files = files
    this.starter = files[this.file]
    this.hints = hintsOf(box)
    /** Also while nothing is recorded. */
    this.hasPassed = false
    // The page may hold a text that is not translated yet; this is.
    const { lang } = document.documentElement
    this.t = translator(catalogs, lang)
    const { t } = this
    this.runButton = this.#button('exercise.run', () => this.#runOrStop())
    this.solutionButton = this.#button('exercise.solution', () =>
      this.#showSolution(),
    )
    this.solutionButton.setAttribute('aria-expanded', 'false')
    const reset = this.#button('exercise.reset', () => this.#reset())
    this.note = element('p', { class: 'exercise-note', role: 'status' })
    this.summary = element('p', { class: 'workbench-summary', role: 'status' })
    this.results = element('div', { class: 'workbench-results' })
    this.output = new Output({
      t,
      program: `${chapter}/${this.file}`,
      language: lang,
      timeLimit: PATIENCE,
      goTo: (line, column) => this.editor.goTo(line, column ?? 1),
      command: `npm run learn -- ${id}`,
    })
    this.printed = element('p', { hidden: true }, t('exercise.printed'))
    this.tests = this.#testsView()
    this.solution = element('div', { class: 'workbench-solution' })
    this.place = element('div', { class: 'run-editor' })
    // Beside the editor; the text around may not be translated yet.
    this.hintPlace = element(
      'div',
      { class: 'workbench-hints', lang: languageOf(box) },
      ...this.hints,
    )
    this.element = this.#workbench(lang, reset)
    box.querySelector('.exercise-note')?.after(this.element)
    /** The text that the store has, as far as this tab knows. */
    this.kept = store.draft(id) ?? this.starter
    this.editor = createEditor({
      parent: this.place,
      text: this.kept,
      label: t('editor.label', { file: this.file }),
      onChange: () => this.#keepSoon(),
      onRun: () => this.#run(),
    })
  }

  /**
   * All parts, in their order.
   *
   * @param {string} lang
   * @param {HTMLElement} reset
   */
  #workbench(lang, reset) {
    const label = this.t('exercise.workbench', { id: this.id })
    return element(
      'section',
      {
        class: 'workbench',
        lang,
        'aria-label': label,
      },
      this.place,
      element(
        'div',
        { class: 'workbench-buttons' },
        this.runButton,
        this.solutionButton,
        reset,
      ),
      this.note,
      this.hintPlace,
      this.summary,
      this.results,
      this.printed,
      this.output.element,
      this.solution,
      this.tests.element,
    )
  }

  /**
   * @param {string} key
   * @param {() => void} act
   */
  #button(key, act) {
    const made = element('button', { type: 'button' }, this.t(key))
    made.addEventListener('click', act)
    return made
  }

  /** The tests, folded, to be read. */
  #testsView() {
    const file = `${this.folder}/exercise.test.js`
    const block = codeBlock(this.files[file], file)
    const details = /** @type {HTMLDetailsElement} */ (
      element(
        'details',
        { class: 'workbench-tests' },
        element('summary', {}, this.t('exercise.tests', { file })),
        block.element,
      )
    )
    return {
      element: details,
      /** @param {number} line */
      goTo(line) {
        details.open = true
        block.goTo(line)
      },
    }
  }

  /** Follows the reader and the store, and gives the editor the focus. */
  open() {
    const { store, id } = this
    this.element.addEventListener('keydown', (event) => {
      const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      // In the editor the key has been answered already.
      if (!isRun || event.defaultPrevented) return
      event.preventDefault()
      this.#run()
    })
    // What has just been typed is kept, whatever becomes of the page.
    addEventListener('pagehide', () => this.#keep())
    document.addEventListener('visibilitychange', () => this.#keep())
    store.addEventListener('erase', () => {
      clearTimeout(this.#timer)
      this.#timer = 0
      this.kept = this.starter
    })
    store.addEventListener('change', () => {
      this.#follow()
      this.#update()
    })
    store.addEventListener('problem', () => this.#update())
    store.update((progress) => withStarted(progress, id))
    this.#update()
    this.editor.focus()
  }

  /** What the buttons and the note say. */
  #update() {
    const { store, t, id } = this
    const entry = progressOf(store.load(), id)
    if (entry?.status === 'passed') this.hasPassed = true
    this.solutionButton.hidden = !this.hasPassed
    const isLost = store.problems.some(({ kind }) => kind === 'memory')
    if (!store.isOn) this.#say(this.note, t('exercise.off'))
    else this.#say(this.note, isLost ? t('exercise.memory') : this.#news)
  }

  /**
   * Says what has changed, and nothing twice.
   *
   * @param {HTMLElement} place
   * @param {string} text
   */
  #say(place, text) {
    if (place.textContent !== text) place.textContent = text
  }

  /** Takes over what another tab has written, unless this one is ahead. */
  #follow() {
    if (!this.store.isOn || this.#timer !== 0) return
    const there = this.store.draft(this.id) ?? this.starter
    if (there === this.kept) return
    this.#put(there)
    this.#news = this.t('exercise.followed')
  }

  /**
   * Shows a text that the store has.
   *
   * @param {string} text
   */
  #put(text) {
    this.editor.setText(text)
    clearTimeout(this.#timer)
    this.#timer = 0
    this.kept = text
  }

  #keepSoon() {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#keep(), PAUSE)
  }

  /** Keeps the draft, if something has been typed since. */
  #keep() {
    if (this.#timer === 0) return
    clearTimeout(this.#timer)
    this.#timer = 0
    const { text } = this.editor
    const there = this.store.isOn ? this.store.draft(this.id) : null
    this.#news = ''
    if (there !== null && there !== this.kept && there !== text) {
      // Two tabs were typed in at once: undoing brings back the other's.
      this.#put(there)
      this.#put(text)
      this.#news = this.t('exercise.ahead')
    }
    this.kept = text
    this.store.saveDraft(this.id, text === this.starter ? null : text)
    this.#update()
  }

  async #reset() {
    const { t, store, id } = this
    const isSure = await ask({
      title: t('exercise.resetTitle'),
      text: t('exercise.resetText'),
      yes: t('exercise.resetYes'),
      no: t('exercise.resetNo'),
    })
    if (!isSure) return
    this.#running?.abort()
    this.#running = null
    this.#clear()
    this.#news = ''
    this.#put(this.starter)
    for (const hint of this.hints) hint.open = false
    this.hasPassed = false
    this.#closeSolution()
    store.saveDraft(id, null)
    store.update((progress) => without(progress, id))
    this.#update()
    this.#say(this.summary, t('exercise.resetDone'))
    this.editor.focus()
  }

  #clear() {
    this.editor.clearError()
    this.results.replaceChildren()
    this.output.clear()
    this.printed.hidden = true
    this.summary.className = 'workbench-summary'
    this.summary.textContent = ''
  }

  #runOrStop() {
    if (this.#running) this.#running.abort()
    else this.#run()
  }

  /** Runs the tests, unless they are running. */
  async #run() {
    if (this.#running) return
    const { t, files } = this
    const running = new AbortController()
    this.#running = running
    this.#clear()
    this.#say(this.summary, t('exercise.running'))
    // Below a long editor nothing of the run would be in sight. The editor
    // scrolls to its cursor in the next frame, and would have the last word.
    requestAnimationFrame(() => {
      this.summary.scrollIntoView({ block: 'nearest' })
    })
    this.runButton.textContent = t('exercise.stop')
    this.#keep()
    const { text } = this.editor
    /** @type {RunEvent[]} */
    const events = []
    try {
      const { runProgram } = await load('sandbox')
      const outcome = await runProgram(
        {
          chapter: this.chapter,
          files: { ...files, [this.file]: text },
          entry: `${this.folder}/exercise.test.js`,
        },
        {
          /** @param {RunEvent} event */
          onEvent: (event) => {
            if (this.#running !== running) return
            if (event.type !== 'output') events.push(event)
            else this.output.add(event)
            this.printed.hidden &&= event.type !== 'output'
          },
          signal: running.signal,
          timeout: PATIENCE,
        },
      )
      // The reader may have put the starter back meanwhile.
      if (this.#running !== running) return
      this.#show(resultOf(events, outcome), outcome, text)
    } catch (error) {
      console.error(error)
      if (this.#running !== running) return
      this.#say(this.summary, t('exercise.runFailed'))
    } finally {
      if (this.#running === running) this.#running = null
      if (!this.#running) this.runButton.textContent = t('exercise.run')
    }
  }

  /**
   * @param {Result} result
   * @param {Outcome} outcome
   * @param {string} text that ran
   */
  #show(result, outcome, text) {
    const { t, store, id } = this
    const hasPassed = result.verdict === 'passed'
    store.update((progress) =>
      hasPassed
        ? withPassed(progress, id, new Date())
        : withStarted(progress, id),
    )
    if (hasPassed) this.hasPassed = true
    const missing = hasPassed ? [] : missingExports(this.starter, text)
    this.results.replaceChildren(
      ...missing.map((name) =>
        element('p', {}, t('exercise.export', { name })),
      ),
      ...(result.tests.length > 0 ? [this.#list(result)] : []),
    )
    // How it ended is said here, unless it is more than that.
    if (outcome.ended !== 'exit' && outcome.ended !== 'stopped') {
      this.output.end(outcome)
    }
    this.#mark(result, outcome)
    this.summary.classList.add(hasPassed ? 'good' : 'bad')
    this.#say(this.summary, this.#summaryOf(result, outcome))
    if (outcome.error) this.summary.append(this.#errorSaid(outcome.error))
    this.#update()
  }

  /** @param {Result} result */
  #list({ tests }) {
    return testList(tests, {
      t: this.t,
      chapter: this.chapter,
      place: (stack) => this.#placeButton(stack),
    })
  }

  /**
   * @param {string} stack
   * @returns {HTMLElement | null}
   */
  #placeButton(stack) {
    const place = placeOf(stack, this.chapter, this.folder)
    if (!place) return null
    const { file, line } = place
    const name = file.split('/').at(-1) ?? file
    const isOwn = file === this.file
    if (!isOwn && !file.startsWith(`${this.folder}/`)) {
      return element('p', {}, this.t('exercise.place', { file, line }))
    }
    const button = element(
      'button',
      { type: 'button', class: 'place' },
      this.t('exercise.place', { file: name, line }),
    )
    button.addEventListener('click', () => {
      if (isOwn) this.editor.goTo(line)
      else this.tests.goTo(line)
    })
    return button
  }

  /**
   * Marks the line of the reader's that threw.
   *
   * @param {Result} result
   * @param {Outcome} outcome
   */
  #mark({ tests }, { error }) {
    if (error?.file === this.file && error.line !== null) {
      this.editor.showError(error.line, `${error.name}: ${error.message}`)
      return
    }
    for (const { passed, code, stack, message } of tests) {
      if (passed || !stack || code === 'ERR_ASSERTION') continue
      const place = placeOf(stack, this.chapter, this.folder)
      if (place?.file !== this.file) continue
      this.editor.showError(place.line, message ?? '')
      return
    }
  }

  /**
   * @param {Result} result
   * @param {Outcome} outcome
   * @returns {string} one or two sentences
   */
  #summaryOf({ verdict, tests }, { status, error }) {
    const { t } = this
    const passed = tests.filter((test) => test.passed).length
    const total = tests.length
    const first = tests.find((test) => !test.passed)
    const counts = t('exercise.outcome', { passed, total })
    const failing = first ? t('exercise.first', { name: first.name }) : ''
    if (verdict === 'passed') return t('exercise.passedAll', { total })
    // Of a run that was ended early nobody knows how many there are.
    if (total === 0) {
      const key = verdict === 'broken' && !error ? 'endedEarly' : verdict
      return t(`exercise.verdict.${key}`, { status: String(status) })
    }
    if (verdict === 'failed') return `${counts} ${failing}`
    if (verdict !== 'broken') {
      return `${t(`exercise.verdict.${verdict}`)} ${counts}`
    }
    if (first) return `${counts} ${failing}`
    const why = error
      ? t('exercise.verdict.crashed')
      : t('exercise.verdict.endedEarly', { status: String(status) })
    return `${counts} ${why}`
  }

  /**
   * The error for who hears the summary: it is shown below.
   *
   * @param {NonNullable<Outcome['error']>} error
   */
  #errorSaid({ name, message, file, line, hint }) {
    const place =
      file === this.file && line !== null
        ? this.t('exercise.place', { file: 'exercise.js', line })
        : ''
    const words = hint
      ? this.t(hint.key, { name: hint.name })
      : `${name}: ${message}`
    const said = ` ${words} ${place}`.trimEnd()
    return element('span', { class: 'visually-hidden' }, said)
  }

  #showSolution() {
    if (this.solution.childNodes.length > 0) {
      this.#closeSolution()
      return
    }
    const { t } = this
    const view = element('div', {})
    const files = {
      ours: () => this.files[`${this.folder}/solution.js`],
      yours: () => this.editor.text,
    }
    const buttons = /** @type {const} */ (['yours', 'ours']).map((whose) => {
      const label = t(`exercise.${whose}`)
      const button = this.#button(`exercise.${whose}`, () => {
        for (const one of buttons) {
          one.setAttribute('aria-pressed', String(one === button))
        }
        view.replaceChildren(codeBlock(files[whose](), label).element)
      })
      return button
    })
    this.solution.replaceChildren(
      element(
        'div',
        {
          class: 'workbench-buttons',
          role: 'group',
          'aria-label': t('exercise.compare'),
        },
        ...buttons,
      ),
      view,
    )
    this.solutionButton.setAttribute('aria-expanded', 'true')
    this.solution.id ||= uniqueId('solution')
    this.solutionButton.setAttribute('aria-controls', this.solution.id)
    buttons[1].click()
    buttons[1].focus()
    this.solution.scrollIntoView({ block: 'nearest' })
  }

  #closeSolution() {
    this.solution.replaceChildren()
    this.solutionButton.setAttribute('aria-expanded', 'false')
  }
}
