import { element } from '../dom.js'
import { load } from './load.js'

/** @import { Translate } from '../strings.js' */

/**
 * Each listing that can be run gets its buttons. What they do is loaded when
 * one of them is pressed: playground/runnable.js.
 *
 * @param {Document} document
 * @param {Translate} t
 */
export function startRunnables(document, t) {
  for (const figure of document.querySelectorAll('.listing[data-run]')) {
    // A question does not tell its answer before it is asked for.
    if (figure.closest('.question')) continue
    addToolbar(/** @type {HTMLElement} */ (figure), t)
  }
}

/**
 * @param {HTMLElement} box with `data-run="ch07/steps/1-order.js"`
 * @param {Translate} t
 * @returns {HTMLElement} the toolbar, at its end
 */
export function addToolbar(box, t) {
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
  bar.addEventListener('click', async (event) => {
    const button = /** @type {Element} */ (event.target).closest('button')
    const action = button?.dataset.action
    if (!action || busy) return
    busy = true
    state.textContent = t('run.loading')
    try {
      const { attach } = await load('runnable')
      await attach(box)[action]()
      state.textContent = ''
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      state.textContent = t('run.failed', { reason })
    } finally {
      busy = false
    }
  })
  box.append(bar)
  return bar
}
