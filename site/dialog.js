import { element, uniqueId } from './dom.js'

/**
 * A modal dialog of its own: it has the focus, Escape closes it, and the focus
 * returns to where it was. mdBook's keys do nothing meanwhile.
 *
 * @param {HTMLElement} title
 * @param {string} className
 * @returns {HTMLDialogElement} closed, in the page; it leaves it when closed
 */
export function makeDialog(title, className) {
  title.id ||= uniqueId('dialog')
  const dialog = /** @type {HTMLDialogElement} */ (
    element('dialog', { class: className, 'aria-labelledby': title.id })
  )
  const before = document.activeElement
  dialog.addEventListener('keydown', (event) => event.stopPropagation())
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  })
  // A click beside it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  return dialog
}

/**
 * @param {object} words
 * @param {string} words.title a question
 * @param {string} words.text what would be lost
 * @param {string} words.yes does it
 * @param {string} words.no
 * @returns {Promise<boolean>} false also when it is closed
 */
export function ask({ title, text, yes, no }) {
  const heading = element('h2', {}, title)
  const dialog = makeDialog(heading, 'velocy-dialog question')
  dialog.setAttribute('role', 'alertdialog')
  const words = element('p', { id: uniqueId('dialog') }, text)
  dialog.setAttribute('aria-describedby', words.id)
  const refuse = element('button', { type: 'button', autofocus: true }, no)
  const agree = element('button', { type: 'button' }, yes)
  dialog.append(
    element(
      'div',
      { class: 'dialog-body' },
      heading,
      words,
      element('div', { class: 'dialog-buttons' }, refuse, agree),
    ),
  )
  return new Promise((resolve) => {
    refuse.addEventListener('click', () => dialog.close())
    agree.addEventListener('click', () => dialog.close('yes'))
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'yes')
    })
    dialog.showModal()
  })
}
