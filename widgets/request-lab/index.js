/// <reference path="../../site/types.d.ts" />

import programText from 'source:./program.js'
import catalogs from 'strings:./strings'
import treeCatalogs from 'strings:../route-tree/strings'
import { element, reachWhenScrolling, uniqueId } from '../../site/dom.js'
import { load, loadFiles } from '../../site/load.js'
import { languageOf, translator } from '../../site/strings.js'
import { plantRadix } from '../route-tree/radix.js'
import { plantTrie } from '../route-tree/trie.js'
import { walk } from '../route-tree/walk.js'
import { describeStep, withCode } from '../route-tree/words.js'
import {
  linesOf,
  readResult,
  searchedMethod,
  statusesOf,
  toForm,
  toText,
  toWire,
  treeOf,
} from './model.js'
import { presetsOf } from './presets.js'

/** @import { Form, Line, Result, SeenRequest } from './model.js' */
/** @import { Translate } from '../../site/strings.js' */

/**
 * Longer requests are not sent, in characters: enough for a head that Node.js
 * refuses (16 KiB).
 */
const LONGEST = 20_000

/** Longer answers are cut where they are shown, in lines. */
const MOST_LINES = 200

/** The place of the request as text among the tabs. */
const TEXT_TAB = 1

/** The trees that can be walked in the page. */
const TREES = {
  ch07: { plant: plantTrie, wholeSegments: true },
  ch09: { plant: plantRadix, wholeSegments: false },
  ch10: { plant: plantRadix, wholeSegments: false },
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const CODE = { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }

class RequestLab extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Lab(this)
  }
}

/** A request that the reader writes, and what the chapter's server makes of it. */
class Lab {
  /** @type {AbortController | null} of the run that is under way */
  #running = null
  #showText = () => {}

  /** @param {HTMLElement} host */
  constructor(host) {
    const box = /** @type {HTMLElement | null} */ (
      host.closest('[data-widget]')
    )
    this.host = host
    this.chapter = box?.dataset.chapter ?? ''
    const language = languageOf(host)
    this.t = translator(catalogs, language)
    this.say = translator(treeCatalogs, language)
    this.form = new RequestForm(this.t, () => this.#formChanged())
    this.raw = /** @type {HTMLTextAreaElement} */ (
      element('textarea', {
        id: uniqueId('raw'),
        rows: 8,
        ...CODE,
      })
    )
    this.send = /** @type {HTMLButtonElement} */ (
      element('button', { type: 'submit', class: 'send' }, this.t('send'))
    )
    this.state = element('p', { class: 'state', role: 'status' })
    this.results = element('div', { class: 'results' })
    this.#build()
    this.#load(presetsOf(this.chapter)[0])
  }

  #build() {
    const { t, raw, form } = this
    raw.addEventListener('input', () => {
      this.#press('')
      this.#rawChanged()
    })
    const hintId = uniqueId('hint')
    raw.setAttribute('aria-describedby', hintId)
    const text = element(
      'div',
      {},
      element('label', { for: raw.id }, t('raw')),
      raw,
      element('p', { class: 'hint-line', id: hintId }, t('rawHint')),
    )
    const tabs = new Tabs(t('how'), [
      { name: t('form'), panel: form.element },
      { name: t('text'), panel: text },
    ])
    this.#showText = () => tabs.select(TEXT_TAB)
    const request = element(
      'form',
      { novalidate: true },
      tabs.list,
      ...tabs.panels,
      element('div', { class: 'toolbar' }, this.send),
    )
    request.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!this.#running) this.#run()
    })
    request.addEventListener('submit', (event) => {
      event.preventDefault()
      if (this.#running) this.#stop(t('stopped'))
      else this.#run()
    })
    this.host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      this.#presets(),
      request,
      this.state,
      this.results,
    )
  }

  #presets() {
    const { t } = this
    const buttons = presetsOf(this.chapter).map((preset) => {
      const button = element(
        'button',
        { type: 'button' },
        t(`preset.${preset.name}`),
      )
      button.dataset.preset = preset.name
      button.addEventListener('click', () => this.#load(preset))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  /** @param {{ name: string, text: string }} preset */
  #load({ name, text }) {
    this.raw.value = text
    const hasForm = this.#rawChanged()
    this.#press(name)
    if (hasForm) return
    this.#showText()
    this.state.textContent = this.t('asText')
  }

  /** @param {string} name of the preset that is shown, '' for none */
  #press(name) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const pressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /** @returns {boolean} whether a form can say the same */
  #rawChanged() {
    const form = toForm(this.raw.value)
    this.form.show(form)
    this.#stop()
    return form !== null
  }

  /**
   * Ends a run, and takes away the answer to another request.
   *
   * @param {string} [message]
   */
  #stop(message) {
    this.#running?.abort()
    this.#running = null
    this.send.textContent = this.t('send')
    if (message) return this.#fail(message)
    this.state.className = 'state'
    this.state.textContent = ''
    this.results.replaceChildren()
  }

  #formChanged() {
    this.#press('')
    this.raw.value = toText(this.form.value)
    this.#stop()
  }

  async #run() {
    const { t, send, state, results } = this
    const { length } = this.raw.value
    if (length > LONGEST) {
      return this.#fail(t('tooLong', { count: length, most: LONGEST }))
    }
    const running = new AbortController()
    this.#running = running
    send.textContent = t('stop')
    results.replaceChildren()
    state.className = 'state'
    state.textContent = t('running')
    try {
      await this.#ask(running.signal)
    } catch (error) {
      if (running.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      this.#fail(t('failed', { reason }))
    } finally {
      if (this.#running === running) {
        this.#running = null
        send.textContent = t('send')
      }
    }
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    const { t, chapter } = this
    const loaded = await Promise.all([
      load('sandbox'),
      loadFiles(chapter),
    ]).catch(() => null)
    if (signal.aborted) return
    if (!loaded) return this.#fail(t('notLoaded'))
    const [{ runProgram }, files] = loaded
    const mark = uniqueId('request-lab-result')
    let printed = ''
    let errors = ''
    const outcome = await runProgram(
      {
        chapter,
        files: {
          ...files,
          'request-lab/program.js': programText,
        },
        entry: 'request-lab/program.js',
        args: [toWire(this.raw.value), mark],
      },
      {
        signal,
        onEvent: (/** @type {any} */ event) => {
          if (event.type !== 'output') return
          if (event.stream === 'stderr') errors += event.text
          else printed += event.text
        },
      },
    )
    if (signal.aborted) return
    const { result, rest } = readResult(printed, mark)
    if (result) this.#show(result, errors + rest.trim())
    else this.#fail(this.#reason(outcome), errors)
  }

  /** @param {any} outcome of a run without a result */
  #reason({ ended, error }) {
    const { t } = this
    if (ended === 'timeout') return t('timeout')
    return t('failed', { reason: error?.message ?? ended })
  }

  /**
   * @param {string} message
   * @param {string} [printed]
   */
  #fail(message, printed = '') {
    this.state.className = 'state problem'
    this.state.textContent = message
    this.results.replaceChildren(...this.#printed(printed))
  }

  /**
   * @param {Result} result
   * @param {string} printed by the server
   */
  #show(result, printed) {
    const { t, state, results } = this
    const { bytes, closed, code } = result
    const key = code ? `error.${code}` : closed ? 'answeredClosed' : 'answered'
    const lines = answerLines(result)
    state.className = code ? 'state problem' : 'state done'
    state.textContent = t(key, {
      statuses: statusesOf(lines).join(', '),
      bytes: bytes.length,
    })
    const unfinished = result.clientEnded
      ? [element('p', { class: 'unfinished' }, t('unfinished'))]
      : []
    results.replaceChildren(
      ...unfinished,
      ...this.#routes(result),
      ...this.#answer(lines),
      ...this.#printed(printed),
    )
  }

  /** @param {string} printed */
  #printed(printed) {
    if (printed.trim() === '') return []
    const text = element('pre', {}, element('code', {}, printed.trim()))
    reachWhenScrolling(text)
    return [section(this.t('printed')), text]
  }

  /** @param {Result} result */
  #routes(result) {
    const { t } = this
    if (result.requests.length === 0) {
      const why = result.clientEnded ? 'notReachedYet' : 'notReached'
      return [section(t('route')), element('p', {}, t(why))]
    }
    const several = result.requests.length > 1
    return result.requests.flatMap((request, index) => [
      section(several ? t('routeOf', { number: index + 1 }) : t('route')),
      this.#way(request, result),
      ...this.#search(request, result),
      this.#found(request),
    ])
  }

  /**
   * What the router has looked for.
   *
   * @param {SeenRequest} request
   * @param {Result} result
   */
  #way(request, { routes }) {
    const { t, chapter } = this
    const kind = chapter === 'ch06' ? 'table' : 'tree'
    const [first, ...others] = request.lookups
    if (!first) return element('p', {}, t('noLookup'))
    const { path, route, message } = first
    const method = searchedMethod(routes, first.method)
    const hasTree = treeOf(routes, method) !== null
    const key = message
      ? 'way.bad'
      : route
        ? `way.${kind}.found`
        : hasTree
          ? `way.${kind}.nothing`
          : `way.${kind}.none`
    const values = { method, path, route: route ?? '', message: message ?? '' }
    const items = [element('li', {}, ...withCode(t, key, values))]
    if (method !== first.method) {
      const instead = { method: first.method, other: method }
      const words = withCode(t, `way.${kind}.instead`, instead)
      items.unshift(element('li', {}, ...words))
    }
    const named = others.filter((lookup) => lookup.method !== '*')
    if (named.length > 0) {
      const methods = named
        .filter((lookup) => lookup.route !== null)
        .map((lookup) => lookup.method)
        .join(', ')
      const more = methods === '' ? 'way.noMethods' : 'way.methods'
      items.push(element('li', {}, ...withCode(t, more, { path, methods })))
    }
    return element('ol', { class: 'way' }, ...items)
  }

  /**
   * The walk through the tree, where the page has the chapter's tree.
   *
   * @param {SeenRequest} request
   * @param {Result} result
   */
  #search({ lookups }, { routes }) {
    const { t, say, chapter } = this
    const tree = /** @type {any} */ (TREES)[chapter]
    const [first] = lookups
    const paths = first ? treeOf(routes, first.method) : null
    if (!tree || !paths || !first.path.startsWith('/')) return []
    const planter = tree.plant()
    for (const path of paths) planter.add(path)
    const label = searchedMethod(routes, first.method)
    const root = { ...planter.view(), label }
    const { normalize } = planter
    const { wholeSegments } = tree
    const asked = first.path
    const steps = walk(root, asked, { wholeSegments, normalize })
    const items = steps
      // Its words name the tree of GET.
      .filter(({ type }) => type !== 'start')
      .map((step) => element('li', {}, ...describeStep(say, step, { asked })))
    const summary = t('steps', { count: items.length })
    return [
      element(
        'details',
        { class: 'steps' },
        element('summary', {}, summary),
        element('ol', {}, ...items),
      ),
    ]
  }

  /** @param {SeenRequest} request */
  #found({ params, query, handler }) {
    const { t } = this
    const values = (/** @type {[string, unknown][]} */ entries) =>
      entries.length === 0
        ? t('none')
        : element(
            'ul',
            {},
            ...entries.map(([name, value]) =>
              element(
                'li',
                {},
                element('code', {}, name),
                ': ',
                element('code', {}, JSON.stringify(value)),
              ),
            ),
          )
    const rows = element(
      'dl',
      {},
      element('dt', {}, t('handler')),
      element('dd', {}, ...this.#handler(handler)),
      element('dt', {}, element('code', {}, 'req.params')),
      element('dd', {}, values(params)),
      element('dt', {}, t('query')),
      element('dd', {}, query.message ?? values(query.value ?? [])),
    )
    return rows
  }

  /** @param {SeenRequest['handler']} handler */
  #handler(handler) {
    const { t } = this
    if (!handler) return [t('noHandler')]
    const source = element('pre', {}, element('code', {}, handler.source))
    reachWhenScrolling(source)
    return [
      element(
        'details',
        {},
        element(
          'summary',
          {},
          handler.name ? element('code', {}, handler.name) : t('unnamed'),
        ),
        source,
      ),
    ]
  }

  /** @param {Line[]} all */
  #answer(all) {
    const { t } = this
    if (all.length === 0) return []
    const items = all
      .slice(0, MOST_LINES)
      .map(({ kind, text, end }) =>
        element(
          'li',
          { class: `line ${kind}` },
          element(
            'span',
            { class: 'visually-hidden' },
            `${t(`line.${kind}`)}: `,
          ),
          element('code', {}, text),
          ...(end ? [element('i', { class: 'end' }, end)] : []),
        ),
      )
    const list = element(
      'ol',
      { class: 'wire', 'aria-label': t('answer'), role: 'list' },
      ...items,
    )
    reachWhenScrolling(list)
    const isCut = all.length > MOST_LINES
    return [
      section(t('answer')),
      element('p', { class: 'hint-line' }, t('answerHint')),
      list,
      ...(isCut
        ? [element('p', {}, t('cut', { most: MOST_LINES, count: all.length }))]
        : []),
    ]
  }
}

/** @param {Result} result */
const answerLines = ({ bytes, requests }) =>
  linesOf(
    Uint8Array.from(bytes),
    requests.map(({ method }) => method),
  )

/** @param {string} title */
const section = (title) => element('p', { class: 'part-title' }, title)

/** Method, target, header fields and body. */
class RequestForm {
  /**
   * @param {Translate} t
   * @param {() => void} onchange
   */
  constructor(t, onchange) {
    this.t = t
    this.onchange = onchange
    const list = uniqueId('methods')
    this.method = field({ list, size: 8 })
    this.target = field({})
    this.body = /** @type {HTMLTextAreaElement} */ (
      element('textarea', { id: uniqueId('body'), rows: 3, ...CODE })
    )
    this.rows = element('ul', { class: 'fields' })
    this.problem = element('p', { class: 'problem', role: 'status' })
    this.add = element('button', { type: 'button' }, t('addField'))
    this.add.addEventListener('click', () => {
      this.#addRow(['', '']).focus()
    })
    const options = METHODS.map((value) => element('option', { value }))
    this.fields = element(
      'fieldset',
      {},
      element('legend', { class: 'visually-hidden' }, t('form')),
      element(
        'div',
        { class: 'request-line' },
        labelled(t('method'), this.method),
        labelled(t('target'), this.target),
        element('datalist', { id: list }, ...options),
      ),
      element('p', { class: 'label' }, t('headers')),
      this.rows,
      this.add,
      labelled(t('body'), this.body),
    )
    this.fields.addEventListener('input', onchange)
    this.element = element('div', {}, this.problem, this.fields)
  }

  /** @param {[name: string, value: string]} header */
  #addRow([name, value]) {
    const { t } = this
    const nameField = field({ 'aria-label': t('fieldName') })
    const valueField = field({ 'aria-label': t('fieldValue') })
    nameField.value = name
    valueField.value = value
    const remove = element(
      'button',
      { type: 'button', 'aria-label': t('removeField') },
      '×',
    )
    const row = element('li', {}, nameField, valueField, remove)
    remove.addEventListener('click', () => {
      row.remove()
      this.add.focus()
      this.onchange()
    })
    this.rows.append(row)
    return nameField
  }

  /** @param {Form | null} form null: what is written has no form */
  show(form) {
    const { t, fields, problem } = this
    problem.textContent = form ? '' : t('noForm')
    problem.hidden = form !== null
    fields.toggleAttribute('disabled', form === null)
    // What is not to be sent is not to be seen either.
    this.method.value = form?.method ?? ''
    this.target.value = form?.target ?? ''
    this.body.value = form?.body ?? ''
    this.rows.replaceChildren()
    for (const header of form?.headers ?? []) this.#addRow(header)
  }

  /** @returns {Form} */
  get value() {
    /** @type {[string, string][]} */
    const headers = Array.from(this.rows.children, (row) => {
      const [name, value] = row.querySelectorAll('input')
      return [name.value, value.value]
    })
    return {
      method: this.method.value,
      target: this.target.value,
      // One that is not filled in yet is none.
      headers: headers.filter(([name, value]) => name !== '' || value !== ''),
      body: this.body.value,
    }
  }
}

/**
 * @param {Record<string, string | number>} attributes
 * @returns {HTMLInputElement}
 */
const field = (attributes) =>
  /** @type {HTMLInputElement} */ (
    element('input', {
      id: uniqueId('field'),
      type: 'text',
      ...CODE,
      ...attributes,
    })
  )

/**
 * @param {string} name
 * @param {HTMLElement} control
 */
const labelled = (name, control) =>
  element('div', {}, element('label', { for: control.id }, name), control)

/** Panels of which one is shown (WAI-ARIA's tabs). */
class Tabs {
  /**
   * @param {string} name
   * @param {{ name: string, panel: HTMLElement }[]} entries
   */
  constructor(name, entries) {
    this.panels = entries.map(({ panel }) => panel)
    this.buttons = entries.map((entry, index) => this.#button(entry, index))
    this.list = element(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': name },
      ...this.buttons,
    )
    this.list.addEventListener('keydown', (event) => this.#move(event))
    this.select(0)
  }

  /**
   * @param {{ name: string, panel: HTMLElement }} entry
   * @param {number} index
   */
  #button({ name, panel }, index) {
    panel.id ||= uniqueId('panel')
    panel.setAttribute('role', 'tabpanel')
    const button = element(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: uniqueId('tab'),
        'aria-controls': panel.id,
      },
      name,
    )
    panel.setAttribute('aria-labelledby', button.id)
    button.addEventListener('click', () => this.select(index))
    return button
  }

  /** @param {number} selected */
  select(selected) {
    this.buttons.forEach((button, index) => {
      const isSelected = index === selected
      button.setAttribute('aria-selected', String(isSelected))
      button.tabIndex = isSelected ? 0 : -1
      this.panels[index].hidden = !isSelected
    })
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const { length } = this.buttons
    const current = this.buttons.indexOf(
      /** @type {HTMLElement} */ (event.target),
    )
    const next = {
      ArrowRight: (current + 1) % length,
      ArrowLeft: (current + length - 1) % length,
      Home: 0,
      End: length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    this.select(next)
    this.buttons[next].focus()
  }
}

customElements.define('request-lab', RequestLab)
