/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { pathOf } from '../../code/ch07/lib/http/target.js'
import { element, reachWhenScrolling, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { readAddress, writeAddress } from './address.js'
import { drawTree, TreeBox } from './drawing.js'
import { grow, linesOf, MOST_ROUTES } from './growth.js'
import { walk } from './walk.js'
import { describeStep, withCode } from './words.js'

/** @typedef {import('./walk.js').Step} Step */
/** @typedef {import('./growth.js').Planter} Planter */
/** @typedef {import('./growth.js').Stage} Stage */
/**
 * @typedef {object} Subject the chapter's tree, and what to show of it
 * @property {'trie' | 'radix'} name
 * @property {() => Planter} plant an empty tree
 * @property {boolean} wholeSegments whether its nodes are whole segments
 * @property {boolean} greedy whether to offer a lookup without backtracking
 * @property {Record<string, import('./presets.js').Preset>} presets by the
 *   key of their name
 */

/** How long a stage of the tree is shown while it grows, in ms. */
const GROWTH_PACE = 1100

/**
 * A table of routes that the reader types, the tree that the chapter's code
 * makes of it, and a lookup in it step by step.
 */
export class RouteTreeExplorer {
  /** @type {Stage[]} */
  stages = []
  /** @type {Step[]} */
  steps = []
  /** Whether the growth is looked at, and not the lookup. */
  showsGrowth = false
  /** Whether routes were typed that are not in the tree yet. */
  isOutdated = false
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #growing
  /** @type {number | undefined} the frame in which typing is answered */
  #frame

  /**
   * @param {HTMLElement} host
   * @param {Subject} subject
   */
  constructor(host, subject) {
    this.host = host
    this.subject = subject
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.planter = subject.plant()
    this.tree = this.planter.view()
    const step = () => {
      this.showsGrowth = false
      this.showLookup()
    }
    this.stepper = new Stepper(host, t('lookup'), step, { speeds: true })
    const code = { spellcheck: 'false', autocapitalize: 'off' }
    this.routes = /** @type {HTMLTextAreaElement} */ (
      element('textarea', { id: uniqueId('routes'), rows: 8, ...code })
    )
    this.path = /** @type {HTMLInputElement} */ (
      element('input', {
        id: uniqueId('path'),
        type: 'text',
        maxlength: 200,
        autocomplete: 'off',
        ...code,
      })
    )
    this.stage = /** @type {HTMLInputElement} */ (
      element('input', { id: uniqueId('stage'), type: 'range', min: 0 })
    )
    this.greedy = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox' })
    )
    this.cut = element('p', { class: 'hint-line cut', role: 'status' })
    this.watch = element('button', { type: 'button' }, t('watch'))
    this.link = element('button', { type: 'button' }, t('link'))
    this.linked = element('span', { class: 'linked', role: 'status' })
    this.stageCount = element('span', { 'aria-hidden': 'true' })
    this.problems = element('div', { class: 'problems', role: 'status' })
    this.change = element('p', { class: 'change', role: 'status' })
    this.box = new TreeBox(t('tree'))
    this.text = element('code')
    this.parts = element('p', { class: 'parts' })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.outcome = element('div', { class: 'outcome' })
    host.classList.add('route-tree')
    this.build()
    this.listen()
    this.begin()
  }

  build() {
    const { t, subject, routes, path, stage } = this
    const hintId = uniqueId('hint')
    routes.setAttribute('aria-describedby', hintId)
    const text = element('pre', {}, this.text)
    reachWhenScrolling(text)
    const growth = element(
      'div',
      { class: 'growth' },
      element(
        'div',
        {},
        element('label', { for: routes.id }, t('routes')),
        routes,
        element('p', { class: 'hint-line', id: hintId }, t('routesHint')),
      ),
      element(
        'div',
        { class: 'stage' },
        element('label', { for: stage.id }, t('stage')),
        stage,
        this.stageCount,
        this.watch,
        this.change,
      ),
    )
    const greedy = element(
      'label',
      { class: 'switch' },
      this.greedy,
      t('greedy'),
    )
    this.host.append(
      element('p', { class: 'widget-title' }, t(`title.${subject.name}`)),
      this.presetButtons(),
      growth,
      this.problems,
      this.box.element,
      element(
        'div',
        { class: 'asked' },
        element('label', { for: path.id }, t('path')),
        path,
        ...(subject.greedy ? [greedy] : []),
        this.cut,
      ),
      this.stepper.toolbar,
      this.parts,
      this.sentence,
      this.outcome,
      element('div', { class: 'toolbar' }, this.link, this.linked),
      element(
        'details',
        { class: 'drawn' },
        element('summary', {}, t('drawn')),
        text,
      ),
    )
  }

  presetButtons() {
    const { t, subject } = this
    const buttons = Object.keys(subject.presets).map((name) => {
      const made = element('button', { type: 'button' }, t(`preset.${name}`))
      made.dataset.preset = name
      made.addEventListener('click', () => this.load(name, this.greedy.checked))
      return made
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  listen() {
    this.routes.addEventListener('input', () => this.answer(true))
    this.stage.addEventListener('input', () => {
      this.stopGrowing()
      this.showStageOf(this.shown)
    })
    this.path.addEventListener('input', () => this.answer(false))
    this.greedy.addEventListener('change', () => this.lookUp('last'))
    this.watch.addEventListener('click', () => this.toggleGrowing())
    this.link.addEventListener('click', () => this.copyLink())
  }

  /**
   * Answers what is typed, once per frame: text that is put in at once may be
   * one event per line.
   *
   * @param {boolean} isTable whether routes were typed
   */
  answer(isTable) {
    if (isTable) {
      this.press('')
      this.isOutdated = true
    }
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      if (this.isOutdated) this.grow()
      this.lookUp('last')
    })
  }

  /** With what the address or the page asks for, or with the first preset. */
  begin() {
    const { presets } = this.subject
    const box = /** @type {HTMLElement | null} */ (
      this.host.closest('[data-widget]')
    )
    this.id = box?.id ?? ''
    const { preset = '', routes, path = '/', greedy } = box?.dataset ?? {}
    const { hash, search } = location
    const isMeant = hash === '' || hash === `#${this.id}`
    const state = isMeant ? readAddress(search) : null
    if (state) {
      this.put(state)
    } else if (routes) {
      this.put({
        routes: routes.trim().split(/\s+/),
        path,
        greedy: greedy !== undefined,
      })
    } else {
      const name = Object.hasOwn(presets, preset) ? preset : null
      this.load(name ?? Object.keys(presets)[0], greedy !== undefined)
    }
  }

  /**
   * @param {string} name of a preset
   * @param {boolean} greedy
   */
  load(name, greedy) {
    this.put({ ...this.subject.presets[name], greedy })
    this.press(name)
  }

  /** @param {import('./address.js').State} state */
  put({ routes, path, greedy }) {
    cancelAnimationFrame(this.#frame ?? 0)
    this.#frame = undefined
    this.routes.value = routes.join('\n')
    this.path.value = path
    this.greedy.checked = greedy && this.subject.greedy
    this.press('')
    this.grow()
    this.lookUp('first')
  }

  /** @param {string} name of the preset that is shown, '' for none */
  press(name) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const pressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /** Makes the tree of the routes anew. */
  grow() {
    const { routes, stage, subject } = this
    this.isOutdated = false
    this.stopGrowing()
    const lines = linesOf(routes.value)
    const { stages } = grow(lines.slice(0, MOST_ROUTES), subject.plant)
    this.stages = stages
    stage.max = String(stages.length)
    stage.value = stage.max
    this.showProblems(lines.length)
  }

  /** @param {number} count of routes that were typed */
  showProblems(count) {
    const { problems, routes, stages, t } = this
    const refused = stages.filter(({ error }) => error !== '')
    const told = refused.map(({ route, error }) =>
      element(
        'li',
        {},
        element('code', {}, route),
        ': ',
        element('span', { class: 'message', lang: 'en' }, error),
      ),
    )
    const heading = t('refused', { count: refused.length })
    const all = [
      ...(told.length > 0
        ? [
            element('p', {}, element('strong', {}, heading)),
            element('ul', {}, ...told),
          ]
        : []),
      ...(count > MOST_ROUTES
        ? [element('p', {}, t('tooMany', { most: MOST_ROUTES, count }))]
        : []),
    ]
    problems.replaceChildren(...all)
    problems.classList.toggle('problem', refused.length > 0)
    routes.setAttribute('aria-invalid', String(refused.length > 0))
  }

  toggleGrowing() {
    if (this.#growing !== undefined) return this.stopGrowing()
    const { stage, stages, watch, t } = this
    if (stages.length === 0) return
    const next = () => {
      // A widget that has left the page must not go on.
      const isOver = !this.host.isConnected || this.shown >= stages.length
      if (isOver) return this.stopGrowing()
      this.showStageOf(this.shown + 1)
    }
    watch.textContent = t('pause')
    this.#growing = setInterval(next, GROWTH_PACE)
    if (stage.value === stage.max) this.showStageOf(0)
    else next()
  }

  stopGrowing() {
    clearInterval(this.#growing)
    this.#growing = undefined
    this.watch.textContent = this.t('watch')
  }

  /** @param {number} shown how many routes */
  showStageOf(shown) {
    this.stage.value = String(shown)
    this.lookUp('first', true)
  }

  /** How many routes of the table have been given to the tree. */
  get shown() {
    return Number(this.stage.value)
  }

  /** What a router would get of what was typed: perhaps an address. */
  get asked() {
    return pathOf(this.path.value.trim().replace(/#.*/, ''))
  }

  /**
   * Looks the path up in the tree that is shown.
   *
   * @param {'first' | 'last'} at the step to be shown
   * @param {boolean} [showsGrowth] whether to tell what the last route did
   */
  lookUp(at, showsGrowth = false) {
    const { stages, subject, asked, greedy } = this
    this.showsGrowth = showsGrowth
    const routes = stages.slice(0, this.shown).map(({ route }) => route)
    this.planter = grow(routes, subject.plant).planter
    const { normalize } = this.planter
    this.tree = this.planter.view()
    this.steps = asked.startsWith('/')
      ? walk(this.tree, asked, {
          backtracking: !greedy.checked,
          wholeSegments: subject.wholeSegments,
          normalize,
        })
      : []
    const { length } = this.steps
    this.stepper.reset(length, at === 'first' ? 0 : Math.max(0, length - 1))
    this.text.textContent = this.planter.draw().join('\n')
    this.linked.textContent = ''
    const isCut = length > 0 && asked !== this.path.value.trim()
    say(this.cut, isCut ? withCode(this.t, 'cut', { path: asked }) : [])
    this.showStage()
    this.showLookup()
  }

  /** What the route that was added last has done. */
  showStage() {
    const { t, stage, stageCount, change, stages, shown } = this
    const given = stages.slice(0, shown)
    const refused = given.filter(({ error }) => error !== '').length
    const words = t(refused > 0 ? 'stageRefused' : 'stageOf', {
      added: shown - refused,
      refused,
      total: stages.length,
    })
    stageCount.textContent = words
    stage.setAttribute('aria-valuetext', words)
    const last = stages[shown - 1]
    const parts = last
      ? this.describeChange(last)
      : [document.createTextNode(t('change.empty'))]
    say(change, parts)
  }

  /**
   * @param {Stage} stage
   * @returns {Node[]}
   */
  describeChange({ route, error, changed }) {
    const { t } = this
    if (error) return withCode(t, 'change.refused', { route })
    const kinds = [...changed.values()]
    const count = kinds.filter((kind) => kind === 'new').length
    const more = []
    if (kinds.includes('split')) more.push(t('change.split'))
    if (count > 0) more.push(t('change.new', { count }))
    else if (kinds.includes('ends')) more.push(t('change.ends'))
    const added = withCode(t, 'change.added', { route })
    return [...added, document.createTextNode(` ${more.join(' ')}`)]
  }

  showLookup() {
    const { t, tree, steps, stages, shown, box, showsGrowth } = this
    const { at } = this.stepper
    const changed = showsGrowth ? (stages[shown - 1]?.changed ?? null) : null
    box.show(drawTree(tree, { steps: steps.slice(0, at + 1), changed, t }))
    this.showParts()
    this.showStep()
  }

  /** The path: what has matched, what was taken as a value, what is left. */
  showParts() {
    const { steps, parts, t } = this
    const step = steps[this.stepper.at]
    parts.replaceChildren(
      ...(step ? partsOf(step) : []).map(({ kind, text }, index) =>
        element(
          'span',
          { class: `part ${kind}` },
          element('code', {}, text),
          // What has matched is named once: further parts may be a slash.
          ...(kind === 'matched' && index > 0
            ? []
            : [element('small', {}, t(`part.${kind}`))]),
        ),
      ),
    )
  }

  showStep() {
    const { t, steps, sentence, outcome } = this
    const { at } = this.stepper
    const step = steps[at]
    say(
      sentence,
      step ? this.describe(step) : [document.createTextNode(t('needsSlash'))],
    )
    sentence.dataset.type = step?.type ?? ''
    const isEnd = step && at === steps.length - 1
    outcome.replaceChildren(...(isEnd ? this.result(step) : []))
  }

  /**
   * @param {Step} step
   * @returns {Node[]}
   */
  describe(step) {
    const { asked, lostKey } = this
    return describeStep(this.t, step, { asked, lostKey })
  }

  /** Without backtracking there may be another way, or none all the same. */
  get lostKey() {
    if (!this.greedy.checked) return 'step.lost'
    return this.planter.find(this.asked) ? 'step.lostGreedy' : 'step.lostHere'
  }

  /**
   * What the chapter's own find answers.
   *
   * @param {Step} end
   * @returns {Node[]}
   */
  result({ type, path, spans }) {
    const { t, planter } = this
    if (type === 'bad') return [element('p', {}, t('result.bad'))]
    const found = planter.find(this.asked)
    if (!found) return [element('p', {}, t('result.none'))]
    if (type === 'lost') {
      const route = `GET ${found.route}`
      return [element('p', {}, ...withCode(t, 'result.missed', { route }))]
    }
    const names = Object.keys(found.params)
    const rows = names.flatMap((name, index) => {
      const sent = path.slice(...spans[index])
      const isDecoded = sent !== found.params[name]
      return [
        element('dt', {}, element('code', {}, `req.params.${name}`)),
        element(
          'dd',
          {},
          element('code', {}, JSON.stringify(found.params[name])),
          ...(isDecoded ? [' ', ...withCode(t, 'result.sent', { sent })] : []),
        ),
      ]
    })
    return [
      element('p', {}, ...withCode(t, 'result.found', found)),
      ...(names.length > 0 ? [element('dl', {}, ...rows)] : []),
    ]
  }

  async copyLink() {
    const { t, linked, routes, path, greedy } = this
    const address = writeAddress(
      location.href,
      {
        routes: linesOf(routes.value),
        path: path.value,
        greedy: greedy.checked,
      },
      this.id ?? '',
    )
    history.replaceState(history.state, '', address)
    try {
      await navigator.clipboard.writeText(address)
      linked.textContent = t('linked')
    } catch {
      linked.textContent = t('linkInBar')
    }
  }
}

/**
 * Puts a sentence where it is announced, once.
 *
 * @param {HTMLElement} place
 * @param {Node[]} parts
 */
function say(place, parts) {
  const text = parts.map((part) => part.textContent).join('')
  if (place.textContent !== text) place.replaceChildren(...parts)
}

/**
 * @param {Step} step
 * @returns {{ kind: 'matched' | 'value' | 'left', text: string }[]}
 */
function partsOf({ position, spans, path }) {
  /** @type {{ kind: 'matched' | 'value' | 'left', text: string }[]} */
  const parts = []
  let from = 0
  for (const [start, end] of spans) {
    parts.push({ kind: 'matched', text: path.slice(from, start) })
    parts.push({ kind: 'value', text: path.slice(start, end) })
    from = end
  }
  parts.push({ kind: 'matched', text: path.slice(from, position) })
  parts.push({ kind: 'left', text: path.slice(position) })
  return parts.filter(({ text }) => text !== '')
}
