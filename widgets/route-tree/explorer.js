/// <reference path="../types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../dom.js'
import { Stepper } from '../stepper/stepper.js'
import { languageOf, translator } from '../strings.js'
import { grow, linesOf } from './growth.js'
import { walk } from './walk.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('./walk.js').Step} Step */
/** @typedef {import('./growth.js').Planter} Planter */
/** @typedef {import('./growth.js').Stage} Stage */
/**
 * @typedef {object} Subject the chapter's tree, and what to show of it
 * @property {string} title key of the widget's title
 * @property {() => Planter} plant an empty tree
 * @property {boolean} wholeSegments whether its nodes are whole segments
 * @property {boolean} greedy whether to offer a lookup without backtracking
 * @property {Record<string, { routes: string[], path: string }>} presets by
 *   the key of their name
 */

/**
 * A table of routes that the reader types, the tree that the chapter's code
 * makes of it, and a lookup in it step by step.
 */
export class RouteTreeExplorer {
  /**
   * @param {HTMLElement} host
   * @param {Subject} subject
   */
  constructor(host, subject) {
    this.host = host
    this.subject = subject
    this.t = translator(catalogs, languageOf(host))
    /** @type {Stage[]} */
    this.stages = []
    /** @type {Planter} */
    this.planter = subject.plant()
    /** @type {Step[]} */
    this.steps = []
    this.stepper = new Stepper(host, this.t('lookup'), () => this.show())
    host.classList.add('route-tree')
    this.build()
    this.load(Object.keys(subject.presets)[0])
  }

  build() {
    const { t, subject } = this
    const routesId = uniqueId('routes')
    const pathId = uniqueId('path')
    const stageId = uniqueId('stage')
    this.routes = /** @type {HTMLTextAreaElement} */ (
      element('textarea', { id: routesId, rows: 6, ...plain })
    )
    this.path = /** @type {HTMLInputElement} */ (
      element('input', { id: pathId, type: 'text', maxlength: 200, ...plain })
    )
    this.stage = /** @type {HTMLInputElement} */ (
      element('input', { id: stageId, type: 'range', min: 0 })
    )
    this.stageCount = element('span', { 'aria-hidden': 'true' })
    this.problems = element('ul', { class: 'problems', role: 'status' })
    this.change = element('p', { class: 'change', role: 'status' })
    this.drawing = element('div', { class: 'tree' })
    this.characters = element('p', { class: 'characters' })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.outcome = element('div', { class: 'outcome' })
    this.greedy = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox' })
    )
    const greedySwitch = element(
      'label',
      { class: 'switch' },
      this.greedy,
      t('greedy'),
    )
    this.host.append(
      element('p', { class: 'widget-title' }, t(subject.title)),
      this.presetButtons(),
      element('label', { for: routesId }, t('routes')),
      this.routes,
      this.problems,
      element(
        'div',
        { class: 'stage' },
        element(
          'span',
          {},
          element('label', { for: stageId }, t('stage')),
          ': ',
          this.stageCount,
        ),
        this.stage,
      ),
      this.change,
      this.drawing,
      element('label', { for: pathId }, t('path')),
      this.path,
      ...(subject.greedy ? [greedySwitch] : []),
      this.stepper.toolbar,
      this.characters,
      this.sentence,
      this.outcome,
    )
    this.listen()
  }

  presetButtons() {
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

  listen() {
    this.routes?.addEventListener('input', () => {
      this.press('')
      this.grow()
    })
    this.stage?.addEventListener('input', () => this.lookUp())
    this.path?.addEventListener('input', () => this.lookUp())
    this.greedy?.addEventListener('change', () => this.lookUp())
  }

  /** @param {string} name of a preset */
  load(name) {
    const { routes, path, greedy, subject } = this
    if (!routes || !path || !greedy) return
    const preset = subject.presets[name]
    routes.value = preset.routes.join('\n')
    path.value = preset.path
    greedy.checked = false
    this.press(name)
    this.grow()
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
    const { routes, stage, problems, subject, t } = this
    if (!routes || !stage || !problems) return
    const { stages } = grow(linesOf(routes.value), subject.plant)
    this.stages = stages
    stage.max = String(stages.length)
    stage.value = stage.max
    problems.replaceChildren(
      ...stages
        .filter(({ error }) => error !== '')
        .map(({ route, error }) =>
          element(
            'li',
            { class: 'problem' },
            element('strong', {}, t('refused', { route })),
            ' ',
            element('span', { lang: 'en' }, error),
          ),
        ),
    )
    this.lookUp()
  }

  /** How many routes of the table are in the tree that is shown. */
  get shown() {
    return Number(this.stage?.value ?? 0)
  }

  /** Looks the path up in the tree that is shown. */
  lookUp() {
    const { stages, subject, path, greedy } = this
    const routes = stages.slice(0, this.shown).map(({ route }) => route)
    this.planter = grow(routes, subject.plant).planter
    this.tree = this.planter.view()
    this.steps = path?.value.startsWith('/')
      ? walk(this.tree, path.value, {
          backtracking: !greedy?.checked,
          wholeSegments: subject.wholeSegments,
        })
      : []
    this.stepper.reset(this.steps.length, this.steps.length - 1)
    this.show()
  }

  show() {
    this.showStage()
    this.drawing?.replaceChildren(this.drawTree())
    this.showCharacters()
    this.showStep()
  }

  /** What the route that was added last has done. */
  showStage() {
    const { t, stage, stageCount, change, stages, shown } = this
    if (!stage || !stageCount || !change) return
    const words = t('stageOf', { shown, total: stages.length })
    stageCount.textContent = words
    stage.setAttribute('aria-valuetext', words)
    const last = stages[shown - 1]
    const said = last ? this.describeChange(last) : t('change.empty')
    if (change.textContent !== said) change.textContent = said
  }

  /** @param {Stage} stage */
  describeChange({ route, error, changed }) {
    const { t } = this
    if (error) return t('change.refused', { route })
    const kinds = [...changed.values()]
    const count = kinds.filter((kind) => kind === 'new').length
    const parts = [t('change.added', { route })]
    if (kinds.includes('split')) parts.push(t('change.split'))
    if (count > 0) parts.push(t('change.new', { count }))
    else if (kinds.includes('ends')) parts.push(t('change.ends'))
    return parts.join(' ')
  }

  drawTree() {
    const { t, tree, steps, stages, shown } = this
    const { at } = this.stepper
    /** @type {Map<string, string[]>} */
    const marks = new Map()
    /** @param {TreeNode} node @param {string} mark */
    const mark = (node, mark) =>
      marks.set(node.id, [...(marks.get(node.id) ?? []), mark])
    for (const [index, { type, node }] of steps.entries()) {
      if (index > at) break
      if (index === at) mark(node, 'current')
      if (type === 'enter' || type === 'capture') mark(node, 'entered')
      if (type === 'mismatch' || type === 'dead') mark(node, 'failed')
      if (type === 'found') mark(node, 'found')
    }
    const changed = stages[shown - 1]?.changed ?? new Map()
    /** @param {TreeNode} node @returns {HTMLElement} */
    const draw = (node) => {
      const names = marks.get(node.id) ?? []
      const isDone = names.includes('found')
      // A node that failed and was then entered again is judged by the last.
      const shownMarks = isDone
        ? names.filter((name) => name !== 'failed')
        : names
      const label = element('code', { class: 'label' }, node.label)
      const chip = element(
        'span',
        {
          class: ['node', node.kind, ...shownMarks].join(' '),
          'data-change': changed.get(node.id) ?? null,
          'data-id': node.id,
        },
        label,
        ...(node.route === null
          ? []
          : [element('span', { class: 'route' }, `GET ${node.route}`)]),
        ...(changed.has(node.id)
          ? [
              element(
                'span',
                { class: 'badge' },
                t(`badge.${changed.get(node.id)}`),
              ),
            ]
          : []),
        ...(shownMarks.includes('current')
          ? [element('span', { class: 'visually-hidden' }, t('here'))]
          : []),
      )
      if (node.children.length === 0) return element('li', {}, chip)
      return element(
        'li',
        {},
        chip,
        element('ul', {}, ...node.children.map(draw)),
      )
    }
    return element(
      'ul',
      { 'aria-label': t('tree') },
      ...(tree ? [draw(tree)] : []),
    )
  }

  /** The path: what is consumed, what was captured, what is left. */
  showCharacters() {
    const { steps, path, characters, t } = this
    const { at } = this.stepper
    if (!characters || !path) return
    const step = steps[at]
    const position = step?.type === 'lost' ? 0 : (step?.position ?? 0)
    const consumed = path.value.slice(0, position)
    const rest = path.value.slice(position)
    characters.replaceChildren(
      element('span', { class: 'caption' }, t('consumed'), ' '),
      element('code', { class: 'consumed' }, consumed || '–'),
      ' ',
      element('span', { class: 'caption' }, t('rest'), ' '),
      element('code', { class: 'rest' }, rest || '–'),
    )
  }

  showStep() {
    const { t, steps, sentence, outcome } = this
    if (!sentence || !outcome) return
    const { at } = this.stepper
    const step = steps[at]
    const said = step ? this.describe(step) : t('needsSlash')
    if (sentence.textContent !== said) sentence.textContent = said
    sentence.dataset.type = step?.type ?? ''
    const isEnd = step && at === steps.length - 1
    outcome.replaceChildren(...(isEnd ? this.result() : []))
  }

  /**
   * @param {Step} step
   * @returns {string}
   */
  describe({ type, node, value = '', position }) {
    const rest = this.path?.value.slice(position) ?? ''
    return this.t(`step.${type}`, {
      label: node.label,
      value,
      rest: rest === '' ? this.t('nothingLeft') : rest,
      route: node.route ?? '',
    })
  }

  /** What the chapter's own find answers. */
  result() {
    const { t, planter, path, greedy, steps } = this
    if (greedy?.checked && steps.at(-1)?.type === 'lost') {
      const found = planter.find(path?.value ?? '')
      const words = found
        ? t('result.missed', { route: found.route })
        : t('result.none')
      return [element('p', {}, words)]
    }
    const found = planter.find(path?.value ?? '')
    if (!found) return [element('p', {}, t('result.none'))]
    const names = Object.keys(found.params)
    const params = element(
      'dl',
      {},
      ...names.flatMap((name) => [
        element('dt', {}, element('code', {}, `req.params.${name}`)),
        element(
          'dd',
          {},
          element('code', {}, JSON.stringify(found.params[name])),
        ),
      ]),
    )
    return [
      element(
        'p',
        {},
        element('strong', {}, t('result.found')),
        ' ',
        element('code', {}, `GET ${found.route}`),
      ),
      ...(names.length > 0 ? [params] : []),
    ]
  }
}

/** Of a field for code: nothing is corrected, nothing is capitalised. */
const plain = {
  spellcheck: 'false',
  autocapitalize: 'off',
  autocomplete: 'off',
}
