/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { drawTree, TreeBox } from './drawing.js'
import { framesOf, grow, linesOf } from './growth.js'
import { radixPresets, triePresets } from './presets.js'
import { plantRadix } from './radix.js'
import { plantTrie } from './trie.js'
import { describeEnd, describeStage, describeStep, drawPath } from './words.js'

/** @typedef {import('./growth.js').Frame} Frame */
/** @typedef {import('./growth.js').Planter} Planter */
/**
 * @typedef {object} Subject a chapter's tree, and what to show of it
 * @property {string} title the key of it
 * @property {() => Planter} plant an empty tree
 * @property {boolean} wholeSegments whether its nodes are whole segments
 * @property {boolean} isLookup whether it is shown for its lookup, and not for
 *   how it grows
 * @property {Record<string, import('./presets.js').Preset>} presets by the
 *   key of their name
 */

/** @type {Record<string, Subject>} */
const subjects = {
  trie: {
    title: 'title.trie',
    plant: plantTrie,
    wholeSegments: true,
    isLookup: true,
    presets: triePresets,
  },
  radix: {
    title: 'title.radix',
    plant: plantRadix,
    wholeSegments: false,
    isLookup: false,
    presets: radixPresets,
  },
}

class RouteTree extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    const box = /** @type {HTMLElement | null} */ (this.closest('[data-tree]'))
    new Explorer(this, subjects[box?.dataset.tree ?? 'trie'])
  }
}

/** A tree that grows route by route, and then a lookup in it, step by step. */
class Explorer {
  /** @type {Frame[]} */
  frames = []
  /** @type {number | undefined} the frame in which typing is answered */
  #animationFrame

  /**
   * @param {HTMLElement} host
   * @param {Subject} subject
   */
  constructor(host, subject) {
    this.host = host
    this.subject = subject
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.grown = grow([], subject.plant)
    this.stepper = new Stepper(host, t('steps'), () => this.show())
    const typed = { spellcheck: 'false', autocapitalize: 'off' }
    this.routes = /** @type {HTMLTextAreaElement} */ (
      element('textarea', { id: uniqueId('routes'), rows: 5, ...typed })
    )
    this.path = /** @type {HTMLInputElement} */ (
      element('input', {
        id: uniqueId('path'),
        type: 'text',
        maxlength: 200,
        autocomplete: 'off',
        ...typed,
      })
    )
    this.greedy = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox' })
    )
    this.problems = element('div', { class: 'problems', role: 'status' })
    this.box = new TreeBox(t('tree'))
    this.parts = element('p', { class: 'parts' })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.outcome = element('div', { class: 'outcome' })
    this.build()
    for (const field of [this.path, this.routes]) {
      field.addEventListener('input', () => this.answer())
    }
    this.greedy.addEventListener('change', () => this.read('last'))
    this.load(Object.keys(subject.presets)[0])
  }

  build() {
    const { t, subject, routes, path } = this
    const greedy = element(
      'label',
      { class: 'switch' },
      this.greedy,
      t('greedy'),
    )
    const lead = subject.isLookup ? 'lead.trie' : 'lead.radix'
    this.host.append(
      element('p', { class: 'widget-title' }, t(subject.title)),
      element('p', { class: 'lead' }, t(lead)),
      this.stepper.toolbar,
      this.sentence,
      this.parts,
      this.outcome,
      this.box.element,
      element('label', { for: path.id }, t('path')),
      path,
      ...(subject.isLookup ? [greedy] : []),
      element('label', { for: routes.id }, t('routes')),
      this.presets(),
      routes,
      this.problems,
    )
  }

  presets() {
    const { t, subject } = this
    const buttons = Object.keys(subject.presets).map((name) => {
      const made = element('button', { type: 'button' }, t(`preset.${name}`))
      made.dataset.preset = name
      made.addEventListener('click', () => this.load(name))
      return made
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  /**
   * Answers what is typed, once per frame: text that is put in at once may be
   * one event per line.
   */
  answer() {
    this.#animationFrame ??= requestAnimationFrame(() => {
      this.#animationFrame = undefined
      this.read('last')
    })
  }

  /** @param {string} name of a preset */
  load(name) {
    const { routes, path } = this.subject.presets[name]
    cancelAnimationFrame(this.#animationFrame ?? 0)
    this.#animationFrame = undefined
    this.routes.value = routes.join('\n')
    this.path.value = path
    this.read('first')
  }

  /** What a router would get of what was typed. */
  get asked() {
    return this.path.value.trim().replace(/[?#].*/, '')
  }

  /**
   * Makes the tree anew, and looks the path up in it.
   *
   * @param {'first' | 'last'} at the step to be shown
   */
  read(at) {
    const { subject, routes, asked, stepper } = this
    const { plant, wholeSegments, isLookup, presets } = subject
    this.grown = grow(linesOf(routes.value), plant)
    const backtracking = !this.greedy.checked
    this.frames = framesOf(this.grown, asked, { backtracking, wholeSegments })
    const { length } = this.frames
    const start = isLookup ? this.grown.stages.length : 0
    const first = Math.min(start, length - 1)
    stepper.reset(length, at === 'first' ? first : length - 1)
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const preset = presets[button.getAttribute('data-preset') ?? '']
      const isShown = preset.routes.join('\n') === routes.value
      button.setAttribute('aria-pressed', String(isShown))
    }
    this.showProblems()
    this.show()
  }

  /** The router's own words on the routes that it refuses. */
  showProblems() {
    const { problems, routes, grown } = this
    const errors = grown.stages.map(({ error }) => error).filter(Boolean)
    const items = errors.map((error) => element('li', { lang: 'en' }, error))
    problems.replaceChildren(
      ...(items.length > 0 ? [element('ul', {}, ...items)] : []),
    )
    problems.classList.toggle('problem', errors.length > 0)
    routes.setAttribute('aria-invalid', String(errors.length > 0))
  }

  show() {
    const { t, frames, grown, box, parts, outcome, asked, stepper } = this
    const frame = frames[stepper.at]
    const step = frame?.steps.at(-1)
    const tree = frame?.tree ?? grown.planter.view()
    const { steps = [], stage = null } = frame ?? {}
    box.show(drawTree(tree, { steps, changed: stage?.changed ?? null, t }))
    this.say(frame)
    parts.replaceChildren(...(step ? drawPath(t, step) : []))
    const isEnd = step !== undefined && stepper.at === frames.length - 1
    outcome.replaceChildren(
      ...(isEnd ? describeEnd(t, step, grown.planter, asked) : []),
    )
  }

  /** @param {Frame | undefined} frame */
  say(frame) {
    const { t, sentence, asked, lostKey } = this
    const step = frame?.steps.at(-1)
    sentence.dataset.type = step?.type ?? ''
    const needsSlash = !asked.startsWith('/')
    sentence.replaceChildren(
      ...(frame?.stage ? describeStage(t, frame.stage) : []),
      ...(step ? describeStep(t, step, { asked, lostKey }) : []),
      ...(needsSlash ? [` ${t('needsSlash')}`] : []),
    )
  }

  /** Without backtracking there may be another way, or none all the same. */
  get lostKey() {
    if (!this.greedy.checked) return 'step.lost'
    const { planter } = this.grown
    return planter.find(this.asked) ? 'step.lostGreedy' : 'step.lostHere'
  }
}

customElements.define('route-tree', RouteTree)
