/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { choice } from '../controls/controls.js'
import { Stepper } from '../stepper/stepper.js'
import { drawRun, legendOf, scaleOf } from './chart.js'
import { chartWords, describe, describeEvent, figuresOf } from './describe.js'
import {
  BANDS,
  beginOf,
  COLUMNS,
  columnOf,
  columnsOf,
  FAULTS,
  runsOf,
  STEP,
  sumUp,
  unanswered,
} from './model.js'

/** @import { Run } from './model.js' */

/** What runs are compared by. */
const FIGURES = ['unanswered', 'repeated', 'doubled', 'slowest']

class FailureDrill extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Drill(this)
  }
}

/** A run of the drill, as it was recorded, and a guess at what it cost. */
class Drill {
  #guess = -1
  /** The last column that has been shown: what's behind it isn't told. */
  #seen = 0
  #run = runsOf(FAULTS[0])[0]
  #scale = scaleOf(FAULTS[0])
  /** Runs that have been seen to the end. @type {Set<Run>} */
  #known = new Set()

  /** @param {HTMLElement} host */
  constructor(host) {
    const language = languageOf(host)
    this.t = translator(catalogs, language)
    this.figures = figuresOf(language)
    const { t } = this
    const faults = FAULTS.map((value) => ({ value, name: t(`fault.${value}`) }))
    this.settings = element('div', {})
    this.about = element('p', { class: 'about' })
    this.guesses = element('div', { class: 'guesses' })
    this.stepper = new Stepper(host, t('steps'), () => this.#show(), STEP)
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.sums = element('dl', { class: 'sums' })
    this.chart = element('div', { class: 'chart-room', role: 'img' })
    this.known = element('table', { class: 'known' })
    this.events = element('ol', { class: 'events' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      ...choice('fault', t('fault'), faults, (fault) => this.#take(fault)),
      this.settings,
      this.about,
      this.guesses,
      this.stepper.toolbar,
      this.sentence,
      this.sums,
      this.chart,
      legendOf(t),
      this.known,
      element('details', {}, element('summary', {}, t('events')), this.events),
    )
    this.#take(FAULTS[0])
  }

  /** @param {string} fault */
  #take(fault) {
    const { t } = this
    const runs = runsOf(fault)
    const settings = runs.map((value) => ({
      value,
      name: t(`setting.${value.setting}`),
    }))
    this.#scale = scaleOf(fault)
    this.settings.replaceChildren(
      ...choice('setting', t('setting'), settings, (run) => this.#begin(run)),
    )
    this.#begin(runs[0])
    this.#compare()
  }

  /** @param {Run} run */
  #begin(run) {
    const { t } = this
    this.#run = run
    this.#guess = -1
    this.#seen = 0
    this.about.textContent = t(`about.${run.setting}`)
    this.#ask()
    this.stepper.reset(COLUMNS, beginOf(run))
    this.events.replaceChildren(
      ...run.events.map((event) => {
        const button = element('button', { type: 'button' })
        button.textContent = describeEvent(event, t, this.figures)
        button.addEventListener('click', () => this.stepper.go(columnOf(event)))
        return element('li', {}, button)
      }),
    )
    this.#show()
  }

  /** Shows the guesses, none of them made yet. */
  #ask() {
    const { t, figures } = this
    const requests = figures.count(this.#run.totals.requests)
    const bands = BANDS.map(({ name }, value) => ({
      value,
      name: t(`band.${name}`),
    }))
    const [caption, group] = choice(
      'guess',
      t('guess', { requests }),
      bands,
      (guess) => this.#play(guess),
    )
    group.firstElementChild?.setAttribute('aria-pressed', 'false')
    this.guesses.replaceChildren(caption, group)
  }

  /** @param {number} guess */
  #play(guess) {
    const { stepper } = this
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#guess = guess
    stepper.go(isStill ? COLUMNS - 1 : beginOf(this.#run))
    if (!isStill) stepper.play()
  }

  #show() {
    const { t, figures, stepper, chart } = this
    const run = this.#run
    const { at } = stepper
    this.#seen = Math.max(this.#seen, at)
    const words = describe(run, at, this.#guess, t, figures)
    // It's said again whenever it's set.
    if (this.sentence.textContent !== words) this.sentence.textContent = words
    chart.setAttribute('aria-label', chartWords(run, t, figures))
    const time = { at, seen: this.#seen }
    chart.replaceChildren(drawRun(run, this.#scale, time, t, figures))
    this.#showSums(at)
    if (at !== COLUMNS - 1 || this.#known.has(run)) return
    this.#known.add(run)
    this.#compare()
  }

  /** @param {number} at */
  #showSums(at) {
    const { t, figures } = this
    const sums = sumUp(columnsOf(this.#run), at)
    const now = t('seconds', { value: figures.seconds((at + 1) * STEP) })
    const rows = [
      [t('now'), now],
      ...Object.entries(sums).map(([name, count]) => [
        t(`sum.${name}`),
        figures.count(count),
      ]),
    ]
    this.sums.replaceChildren(
      ...rows.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)),
      ),
    )
  }

  /** What each setting has come to, if its run has been seen to the end. */
  #compare() {
    const { t } = this
    const heads = FIGURES.map((name) =>
      element('th', { scope: 'col' }, t(`known.${name}`)),
    )
    const rows = runsOf(this.#run.fault).map((run) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, t(`setting.${run.setting}`)),
        ...this.#cellsOf(run),
      ),
    )
    this.known.replaceChildren(
      element('caption', {}, t('known')),
      element('tr', {}, element('td', {}), ...heads),
      ...rows,
    )
  }

  /** @param {Run} run */
  #cellsOf(run) {
    const { t, figures } = this
    if (!this.#known.has(run)) {
      const wide = { colspan: FIGURES.length, class: 'unknown' }
      return [element('td', wide, t('known.none'))]
    }
    const { repeated, doubled, slowest } = run.totals
    const counts = [unanswered(run), repeated, doubled].map(figures.count)
    const cells = [...counts, t('ms', { value: figures.count(slowest) })]
    return cells.map((said) => element('td', {}, said))
  }
}

customElements.define('failure-drill', FailureDrill)
