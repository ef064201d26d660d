/// <reference path="../../site/types.d.ts" />
import resultText from 'source:../../results/ch12-shapes.json'
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { readings } from './figures.js'
import { explore, stateOf } from './model.js'
import { presets } from './presets.js'
import { Row } from './row.js'

/** @import { Shape } from './model.js' */

/** There are figures for so many shapes. */
const MOST_OBJECTS = 8

class ShapeExplorer extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Explorer(this)
  }
}

/** Objects, the shapes that V8 gives them, and what it takes to read them. */
class Explorer {
  /** @type {Row[]} */
  #rows = []

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.language = languageOf(host)
    this.t = translator(catalogs, this.language)
    this.figures = readings(JSON.parse(resultText))
    const { t } = this
    this.objects = element('ul', {
      class: 'objects',
      'aria-label': t('objects'),
    })
    this.add = element('button', { type: 'button' }, t('add'))
    this.add.dataset.action = 'add'
    this.add.addEventListener('click', () => {
      if (this.#rows.length < MOST_OBJECTS) this.#append('id', 'added').focus()
      this.#show()
    })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.tree = element('div', { class: 'transitions' })
    this.measured = element('div', { class: 'measured' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.#choice(),
      this.objects,
      element('div', { class: 'toolbar' }, this.add),
      this.sentence,
      caption(t('tree')),
      this.tree,
      caption(t('measured')),
      this.measured,
      element('p', { class: 'note' }, t('note', this.figures.setting)),
    )
    reachWhenScrolling(this.tree)
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

  /** @param {string} name of a preset */
  #load(name) {
    this.#rows = []
    this.objects.replaceChildren()
    for (const [keys, way] of presets[name]) this.#append(keys, way)
    this.#show()
  }

  /**
   * @param {string} keys
   * @param {import('./model.js').Way} way
   */
  #append(keys, way) {
    const row = new Row(this.t, {
      changed: () => this.#show(),
      removed: () => this.#remove(row),
    })
    row.set(keys, way)
    this.#rows.push(row)
    this.objects.append(row.element)
    return row
  }

  /** @param {Row} row */
  #remove(row) {
    if (this.#rows.length === 1) return
    const at = this.#rows.indexOf(row)
    this.#rows.splice(at, 1)
    row.element.remove()
    this.#rows[Math.min(at, this.#rows.length - 1)].focus()
    this.#show()
  }

  #show() {
    const { t } = this
    const count = this.#rows.length
    for (const [index, row] of this.#rows.entries()) row.name(index, count)
    this.add.setAttribute('aria-disabled', String(count === MOST_OBJECTS))
    const recipes = this.#rows.map((row) => row.recipe)
    const { roots, dictionaries, shapes } = explore(recipes)
    const parts = [
      t(`shapes.${shapes === 1 ? 'one' : 'many'}`, { count: shapes }),
      t(`state.${stateOf(shapes)}`),
    ]
    if (dictionaries.length > 0) {
      const names = this.#names(dictionaries)
      parts.push(t('dictionaries', { names }))
    }
    this.sentence.textContent = parts.join(' ')
    this.tree.replaceChildren(this.#branch(roots))
    const isMixed = shapes > 0 && dictionaries.length > 0
    const yours = shapes === 0 ? 'dictionary' : String(shapes)
    this.measured.replaceChildren(this.#table(isMixed ? null : yours))
  }

  /** @param {number[]} objects */
  #names(objects) {
    return objects.map((index) => this.#rows[index].letter).join(', ')
  }

  /**
   * @param {Shape[]} shapes
   * @returns {HTMLElement}
   */
  #branch(shapes) {
    const items = shapes.map((shape) => {
      const { key, room, number, objects, children } = shape
      const label =
        key === ''
          ? element('span', {}, this.t('root', { room }))
          : element('code', {}, `+ ${key}`)
      const item = element('li', {}, label)
      if (number !== null) {
        const names = this.#names(objects)
        const text = this.t('shape', { number, names })
        item.append(' ', element('span', { class: 'shape' }, text))
      }
      if (children.length > 0) item.append(this.#branch(children))
      return item
    })
    return element('ul', {}, ...items)
  }

  /** @param {string | null} yours the row that is marked */
  #table(yours) {
    const { t, figures } = this
    const format = new Intl.NumberFormat(this.language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    const rows = figures.reads.map(({ id, ns }) => {
      const name =
        id === 'dictionary'
          ? t('none')
          : t(id === '1' ? 'of.one' : 'of', { count: id })
      const bar = element('span', { class: 'bar', 'aria-hidden': 'true' })
      bar.style.inlineSize = `${(ns / figures.longest) * 100}%`
      return element(
        'tr',
        { class: id === yours ? 'yours' : 'other' },
        element('th', { scope: 'row' }, name),
        element('td', { class: 'room' }, bar),
        element('td', {}, `${format.format(ns)} ns`),
        element('td', {}, id === yours ? t('yours') : ''),
      )
    })
    const heads = ['shapes', 'bar', 'time', 'mark'].map((name) =>
      element('th', { scope: 'col' }, t(`head.${name}`)),
    )
    return element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows),
    )
  }
}

/** @param {string} text */
const caption = (text) => element('p', { class: 'caption' }, text)

customElements.define('shape-explorer', ShapeExplorer)
