/// <reference path="../../site/types.d.ts" />
/** Controls of simulators: a range with its value, and buttons to choose from. */
import { element, uniqueId } from '../../site/dom.js'

/**
 * A slider, with its label and what it is set to above it.
 *
 * @param {string} name
 * @param {string} label
 * @param {{ min: number, max: number, step?: number, value: number }} range
 * @param {(value: string) => void} changed
 * @param {(value: string) => string} [words] how a value is said
 * @returns {{ input: HTMLInputElement, row: HTMLElement }}
 */
export function slider(name, label, range, changed, words = (value) => value) {
  const id = uniqueId(name)
  const input = /** @type {HTMLInputElement} */ (
    element('input', { id, type: 'range', ...range })
  )
  const said = element('span', { 'aria-hidden': 'true' })
  const say = () => {
    said.textContent = words(input.value)
    input.setAttribute('aria-valuetext', said.textContent)
  }
  say()
  const head = element('label', { for: id }, label)
  const row = element(
    'div',
    { class: 'rate' },
    element('span', {}, head, ': ', said),
    input,
  )
  input.addEventListener('input', () => {
    say()
    changed(input.value)
  })
  return { input, row }
}

/**
 * Buttons of which one is pressed, the first at the beginning.
 *
 * @template Value
 * @param {string} name
 * @param {string} caption
 * @param {{ value: Value, name: string }[]} choices
 * @param {(value: Value) => void} chosen
 * @param {HTMLElement[]} [others] buttons that follow them
 * @returns {HTMLElement[]} the caption, and the buttons
 */
export function choice(name, caption, choices, chosen, others = []) {
  const id = uniqueId(name)
  const buttons = choices.map(({ value, name: title }, index) => {
    const button = element('button', { type: 'button' }, title)
    button.setAttribute('aria-pressed', String(index === 0))
    button.addEventListener('click', () => {
      for (const other of buttons) {
        other.setAttribute('aria-pressed', String(other === button))
      }
      chosen(value)
    })
    return button
  })
  const group = { class: 'toolbar', role: 'group', 'aria-labelledby': id }
  return [
    element('p', { class: 'caption', id }, caption),
    element('div', group, ...buttons, ...others),
  ]
}
