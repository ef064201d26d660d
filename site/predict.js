import { element } from './dom.js'
import { addToolbar } from './runnable.js'

/** @import { Translate } from './strings.js' */

/**
 * A question about the output of a program: once it is answered, the page runs
 * the program and shows what it prints.
 *
 * @param {Element} question
 * @param {Translate} t
 * @returns {{ show: () => void, hide: () => void } | null} null for a question
 *   without such a program
 */
export function prediction(question, t) {
  const figure = question.querySelector('.listing[data-run]')
  const program = figure?.getAttribute('data-run')
  if (!program) return null
  /** @type {HTMLElement | undefined} */
  let box
  return {
    show() {
      if (box) {
        box.hidden = false
        return
      }
      const title = element('p', { class: 'predicted-title' }, t('predicted'))
      box = element('div', { class: 'predicted', 'data-run': program }, title)
      const bar = addToolbar(box, t)
      question.append(box)
      bar.querySelector('button')?.click()
    },
    hide() {
      if (box) box.hidden = true
    },
  }
}
