import { element } from './dom.js'
import { editOf, forgetEdits } from './edits.js'
import { load } from './load.js'

/** @import { Translate } from './strings.js' */

/**
 * Each listing that can be run gets its buttons. What they do is loaded when
 * one of them is pressed, or when there is a text that the reader has changed:
 * playground/runnable.js.
 *
 * @param {Document} document
 * @param {Translate} t
 * @param {EventTarget} store of the progress; what it erases includes the
 *   changes
 */
export function startRunnables(document, t, store) {
  store.addEventListener('erase', forgetEdits)
  for (const figure of document.querySelectorAll('.listing[data-run]')) {
    // A question does not tell its answer before it is asked for.
    if (figure.closest('.question')) continue
    addToolbar(/** @type {HTMLElement} */ (figure), t, { restores: true })
  }
}

/**
 * @param {HTMLElement} box with `data-run="ch07/steps/1-order.js"`
 * @param {Translate} t
 * @param {object} [options]
 * @param {boolean} [options.restores] whether a text that the reader has
 *   changed is shown at once
 * @returns {HTMLElement} the toolbar, at its end
 */
export function addToolbar(box, t, { restores = false } = {}) {
  const file = box.dataset.run?.replace(/^\w+\//, '') ?? ''
  const state = element('span', { class: 'run-state', role: 'status' })
  const bar = element(
    'div',
    { class: 'run-bar', role: 'group', 'aria-label': t('run.bar', { file }) },
    ...['run', 'edit', 'reset'].map((action) =>
      element(
        'button',
        { type: 'button', 'data-action': action, hidden: action === 'reset' },
        t(`run.${action}`),
      ),
    ),
    state,
  )
  let busy = false
  /** @param {string} action a method of what playground/runnable.js has */
  const act = async (action) => {
    if (busy) return
    busy = true
    // To put a listing back, nothing is loaded; it may ask.
    if (action !== 'reset') state.textContent = t('run.loading')
    try {
      const { attach } = await load('runnable')
      await attach(box)[action]()
      state.textContent = ''
    } catch (error) {
      state.textContent = t('run.failed')
      // The reason is of use in the console only.
      reportError(error)
    } finally {
      busy = false
    }
  }
  bar.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button')
    if (button?.dataset.action) act(button.dataset.action)
  })
  if (restores && editOf(box.dataset.run ?? '') !== null) act('restore')
  box.append(bar)
  return bar
}
