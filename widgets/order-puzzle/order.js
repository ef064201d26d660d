/// <reference path="../../site/types.d.ts" />
import { element } from '../../site/dom.js'
import { moved } from './model.js'

/** @import { Translate } from '../../site/strings.js' */

/** Lines to choose from, and the order that a reader has given them. */
export class Order {
  /** @type {string[]} */
  order = []
  /** @type {string[]} */
  #all = []
  /** @type {string | null} the line that is being dragged */
  #dragged = null

  /**
   * @param {Translate} t
   * @param {(message: string) => void} changed is told what has happened
   */
  constructor(t, changed) {
    this.t = t
    this.changed = changed
    this.pool = element('ul', { class: 'pool', 'aria-label': t('pool') })
    this.placed = element('ol', { class: 'placed', 'aria-label': t('order') })
    this.placed.addEventListener('keydown', (event) => this.#key(event))
    this.placed.addEventListener('dragover', (event) => this.#over(event))
    this.placed.addEventListener('drop', (event) => event.preventDefault())
    this.element = element(
      'div',
      { class: 'stage' },
      element('div', {}, caption(t('pool')), this.pool),
      element('div', {}, caption(t('order')), this.placed),
    )
  }

  /** @param {string[]} lines to be put into an order */
  load(lines) {
    this.#all = lines
    this.order = []
    this.#show()
  }

  #show() {
    const { t, order } = this
    const left = this.#all.filter((line) => !order.includes(line))
    const said = (/** @type {string} */ key) => element('li', {}, t(key))
    this.pool.replaceChildren(
      ...(left.length === 0 ? [said('poolEmpty')] : left.map(this.#choice)),
    )
    this.placed.replaceChildren(
      ...(order.length === 0 ? [said('orderEmpty')] : order.map(this.#row)),
    )
  }

  /** @param {string} line */
  #choice = (line) => {
    const { t } = this
    const button = element(
      'button',
      { type: 'button', class: 'line', 'aria-label': t('add', { line }) },
      line,
    )
    button.addEventListener('click', () => {
      const index = [...this.pool.children].indexOf(
        /** @type {Element} */ (button.parentElement),
      )
      this.#put([...this.order, line], t('added', this.#at(line, 1)))
      // The focus stays where the next line is chosen.
      const rest = this.pool.querySelectorAll('button')
      const next = rest[Math.min(index, rest.length - 1)]
      if (next) next.focus()
      else this.#focus(line, 'earlier')
    })
    return element('li', {}, button)
  }

  /**
   * @param {string} line
   * @param {number} index
   */
  #row = (line, index) => {
    const { t } = this
    const { length } = this.order
    const item = element(
      'li',
      { draggable: 'true' },
      element('code', {}, line),
      this.#button('earlier', '↑', line, index === 0),
      this.#button('later', '↓', line, index === length - 1),
      this.#button('remove', '×', line, false),
    )
    item.dataset.line = line
    item.addEventListener('dragstart', (event) => {
      this.#dragged = line
      event.dataTransfer?.setData('text/plain', line)
    })
    item.addEventListener('dragend', () => {
      this.#dragged = null
      // The ends of the order have changed.
      this.#put(this.order, t('moved', this.#at(line)))
    })
    return item
  }

  /**
   * @param {'earlier' | 'later' | 'remove'} action
   * @param {string} sign
   * @param {string} line
   * @param {boolean} isOver whether there is nowhere to go
   */
  #button(action, sign, line, isOver) {
    const label = this.t(action, { line })
    const button = element(
      'button',
      { type: 'button', 'aria-label': label, title: label },
      sign,
    )
    button.dataset.action = action
    // aria-disabled keeps the focus where it is.
    if (isOver) button.setAttribute('aria-disabled', 'true')
    button.addEventListener('click', () => this.#act(action, line))
    return button
  }

  /**
   * @param {string} action
   * @param {string} line
   */
  #act(action, line) {
    if (action === 'remove') return this.#remove(line)
    const from = this.order.indexOf(line)
    const to = from + (action === 'earlier' ? -1 : 1)
    if (to < 0 || to >= this.order.length) return
    this.order = moved(this.order, from, to)
    this.#put(this.order, this.t('moved', this.#at(line)))
    this.#focus(line, action)
  }

  /** @param {string} line */
  #remove(line) {
    const from = this.order.indexOf(line)
    const rest = this.order.toSpliced(from, 1)
    this.#put(rest, this.t('removed', { line }))
    const near = rest[Math.min(from, rest.length - 1)]
    if (near !== undefined) this.#focus(near, 'remove')
    else this.pool.querySelector('button')?.focus()
  }

  /**
   * @param {string[]} order
   * @param {string} message
   */
  #put(order, message) {
    this.order = order
    this.#show()
    this.changed(message)
  }

  /**
   * @param {string} line
   * @param {number} [more] lines that are about to come
   */
  #at(line, more = 0) {
    const { length } = this.order
    const index = this.order.indexOf(line)
    return {
      line,
      place: (index < 0 ? length : index) + 1,
      count: length + more,
    }
  }

  /**
   * @param {string} line
   * @param {string} action
   */
  #focus(line, action) {
    const row = [...this.placed.children].find(
      (item) => item instanceof HTMLElement && item.dataset.line === line,
    )
    const button = row?.querySelector(`[data-action="${action}"]`)
    if (button instanceof HTMLElement) button.focus()
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event
    if (!(target instanceof HTMLButtonElement)) return
    const line = target.closest('li')?.dataset.line
    if (line === undefined) return
    const action = { ArrowUp: 'earlier', ArrowDown: 'later' }[key]
    if (action === undefined && key !== 'Delete') return
    event.preventDefault()
    this.#act(action ?? 'remove', line)
  }

  /** @param {DragEvent} event */
  #over(event) {
    const dragged = this.#dragged
    if (dragged === null) return
    event.preventDefault()
    const row =
      event.target instanceof Element ? event.target.closest('li') : null
    const line = row?.dataset.line
    if (line === undefined || line === dragged) return
    this.order = moved(
      this.order,
      this.order.indexOf(dragged),
      this.order.indexOf(line),
    )
    // The row that is dragged must stay in the page.
    const rows = new Map(
      [...this.placed.children].map((item) => [
        item instanceof HTMLElement ? item.dataset.line : '',
        item,
      ]),
    )
    for (const each of this.order) {
      const item = rows.get(each)
      if (item) this.placed.append(item)
    }
  }
}

/** @param {string} text */
const caption = (text) => element('p', { class: 'caption' }, text)
