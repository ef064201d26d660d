/// <reference path="../../site/types.d.ts" />
import { element } from '../../site/dom.js'
import { keysOf } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Recipe, Way } from './model.js' */

/** @type {Way[]} */
const WAYS = ['added', 'literal', 'deleted', 'bare']

/** An object that a reader makes: its keys, and the way to them. */
export class Row {
  letter = ''

  /**
   * @param {Translate} t
   * @param {{ changed: () => void, removed: () => void }} tell
   */
  constructor(t, { changed, removed }) {
    this.t = t
    this.keys = /** @type {HTMLInputElement} */ (
      element('input', { type: 'text', spellcheck: 'false', maxlength: 80 })
    )
    this.keys.addEventListener('input', changed)
    this.way = /** @type {HTMLSelectElement} */ (
      element(
        'select',
        {},
        ...WAYS.map((way) =>
          element('option', { value: way }, t(`way.${way}`)),
        ),
      )
    )
    this.way.addEventListener('change', changed)
    this.gone = element('button', { type: 'button' }, '×')
    this.gone.addEventListener('click', removed)
    this.shown = element('span', { class: 'letter', 'aria-hidden': 'true' })
    this.code = element('code', { class: 'made' })
    this.element = element(
      'li',
      {},
      element(
        'div',
        { class: 'recipe' },
        this.shown,
        this.keys,
        this.way,
        this.gone,
      ),
      this.code,
    )
  }

  /**
   * @param {string} keys
   * @param {Way} way
   */
  set(keys, way) {
    this.keys.value = keys
    this.way.value = way
  }

  focus() {
    this.keys.focus()
  }

  /** @returns {Recipe} */
  get recipe() {
    const way = /** @type {Way} */ (this.way.value)
    return { keys: keysOf(this.keys.value), way }
  }

  /**
   * @param {number} index among all objects
   * @param {number} count of them
   */
  name(index, count) {
    const letter = String.fromCharCode(97 + index)
    this.letter = letter
    this.shown.textContent = letter
    this.keys.setAttribute('aria-label', this.t('keysOf', { letter }))
    this.way.setAttribute('aria-label', this.t('wayOf', { letter }))
    this.gone.setAttribute('aria-label', this.t('remove', { letter }))
    this.gone.setAttribute('aria-disabled', String(count === 1))
    this.code.textContent = programOf(letter, this.recipe)
  }
}

/**
 * @param {string} name of the object
 * @param {Recipe} recipe
 * @returns {string} the lines that make it
 */
export function programOf(name, { keys, way }) {
  /** @param {string} key */
  const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key)
  /** @param {string} key */
  const member = (key) =>
    isName(key) ? `${name}.${key}` : `${name}[${JSON.stringify(key)}]`
  if (way === 'literal') {
    const inside = keys.map(
      (key) => `${isName(key) ? key : JSON.stringify(key)}: 0`,
    )
    return inside.length === 0
      ? `const ${name} = {}`
      : `const ${name} = { ${inside.join(', ')} }`
  }
  const begun = way === 'bare' ? 'Object.create(null)' : '{}'
  const lines = [
    `const ${name} = ${begun}`,
    ...keys.map((key) => `${member(key)} = 0`),
    ...(way === 'deleted' && keys.length > 0
      ? [`delete ${member(keys[0])}`]
      : []),
  ]
  return lines.join('; ')
}
