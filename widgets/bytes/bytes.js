/// <reference path="../../site/types.d.ts" />
/** Bytes by part, to be pointed at or gone through with the arrow keys. */
import { element, uniqueId } from '../../site/dom.js'

/**
 * @typedef {object} Cell a byte
 * @property {number} byte
 * @property {string} shown what it means
 * @property {boolean} [isFault] whether it is the one that is wrong
 *
 * @typedef {{ kind: string, words: string, cells: Cell[] }} Part
 */

/** @type {Record<number, string>} */
const NAMES = { 9: 'HT', 10: 'LF', 13: 'CR', 32: 'SP' }

/**
 * @param {number} byte
 * @returns {string} the character, or the name of one that cannot be seen
 */
export function glyph(byte) {
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte)
  return NAMES[byte] ?? '·'
}

/**
 * @param {number} byte
 * @returns {string} two hexadecimal digits
 */
export function hex(byte) {
  return byte.toString(16).padStart(2, '0')
}

export class Bytes {
  /**
   * @param {string} label
   * @param {string} help how to go through the parts
   */
  constructor(label, help) {
    const id = uniqueId('help')
    this.grid = element('div', {
      class: 'bytes',
      role: 'listbox',
      'aria-label': label,
      'aria-describedby': id,
    })
    this.partName = element('p', { class: 'part-name', 'aria-hidden': 'true' })
    this.elements = [
      element('p', { id, class: 'help' }, help),
      this.grid,
      this.partName,
    ]
    this.grid.addEventListener('keydown', (event) => this.#move(event))
    for (const type of ['click', 'focusin', 'pointerover']) {
      this.grid.addEventListener(type, (event) => {
        const target = /** @type {Element} */ (event.target)
        const part = target.closest('.part')
        if (part) this.#name(part, type !== 'pointerover')
      })
    }
  }

  /** @param {Part[]} parts */
  show(parts) {
    this.grid.replaceChildren(...parts.map(drawPart))
    this.partName.textContent = ''
  }

  /**
   * @param {Element} part
   * @param {boolean} select whether the keys go on from here
   */
  #name(part, select) {
    const words = part.querySelector('.visually-hidden')
    this.partName.textContent = words?.textContent ?? ''
    if (!select) return
    for (const other of this.grid.children) {
      const selected = other === part
      other.setAttribute('tabindex', selected ? '0' : '-1')
      other.setAttribute('aria-selected', String(selected))
    }
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const parts = /** @type {HTMLElement[]} */ ([...this.grid.children])
    const current = parts.indexOf(/** @type {HTMLElement} */ (event.target))
    const next = {
      ArrowRight: current + 1,
      ArrowDown: current + 1,
      ArrowLeft: current - 1,
      ArrowUp: current - 1,
      Home: 0,
      End: parts.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    parts[next]?.focus()
  }
}

/**
 * @param {Part} part
 * @param {number} index
 * @returns {HTMLElement}
 */
function drawPart({ kind, words, cells }, index) {
  return element(
    'span',
    {
      class: `part kind-${kind}`,
      role: 'option',
      tabindex: index === 0 ? 0 : -1,
      'aria-selected': 'false',
    },
    element('span', { class: 'visually-hidden' }, words),
    ...cells.map(({ byte, shown, isFault }) =>
      element(
        'span',
        { class: `byte${isFault ? ' at-fault' : ''}`, 'aria-hidden': 'true' },
        element('b', { class: shown.length > 1 && 'name' }, shown),
        element('i', {}, hex(byte)),
      ),
    ),
  )
}

/**
 * The colors of the parts.
 *
 * @param {string} label
 * @param {string[]} kinds
 * @param {(kind: string) => string} nameOf
 */
export function legend(label, kinds, nameOf) {
  const items = kinds.map((kind) =>
    element('li', { class: `kind-${kind}` }, nameOf(kind)),
  )
  return element('ul', { class: 'legend', 'aria-label': label }, ...items)
}
