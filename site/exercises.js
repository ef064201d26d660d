/**
 * Exercises: a button that opens the editor, and the hints that a reader has
 * seen. What happens in the editor is playground/exercise.js, loaded on first
 * use.
 */
import { progressOf, withHints } from '../common/progress.js'
import { element } from './dom.js'
import { load } from './load.js'

/** @import { Translate } from './strings.js' */
/** @typedef {import('./progress.js').ProgressStore} ProgressStore */

/**
 * @param {Element} exercise
 * @returns {HTMLDetailsElement[]} the hints below it, up to what comes next
 */
export function hintsOf(exercise) {
  const hints = []
  for (
    let next = exercise.nextElementSibling;
    next && !next.matches('.exercise, h1, h2, h3, h4, h5, h6');
    next = next.nextElementSibling
  ) {
    if (next.matches('details.hint')) hints.push(next)
  }
  return /** @type {HTMLDetailsElement[]} */ (hints)
}

/**
 * @param {Document} document
 * @param {object} options
 * @param {ProgressStore} options.store
 * @param {Translate} options.t
 */
export function startExercises(document, { store, t }) {
  for (const found of document.querySelectorAll('.exercise[data-exercise]')) {
    const box = /** @type {HTMLElement} */ (found)
    const id = box.dataset.exercise ?? ''
    hintsOf(box).forEach((hint, index) => {
      hint.addEventListener('toggle', () => {
        if (!hint.open) return
        store.update((progress) => withHints(progress, id, index + 1))
      })
    })
    startExercise(box, id, { store, t })
  }
}

/**
 * @param {HTMLElement} box
 * @param {string} id
 * @param {{ store: ProgressStore, t: Translate }} options
 */
function startExercise(box, id, { store, t }) {
  const button = element('button', { type: 'button', class: 'solve' })
  const state = element('span', { class: 'exercise-state' })
  // The text around may not be translated yet.
  const { lang } = document.documentElement
  const note = element('p', { class: 'exercise-note', role: 'status', lang })
  const start = element('div', { class: 'exercise-start', lang }, state)
  // What cannot be done in the page says so by itself.
  const isHere = box.hasAttribute('data-run')
  if (isHere) start.prepend(button)
  box.prepend(start, note)

  const update = () => {
    const hasPassed = progressOf(store.load(), id)?.status === 'passed'
    state.textContent = hasPassed ? `✓ ${t('exercise.passed')}` : ''
    start.hidden = !isHere && !hasPassed
    button.textContent = t(
      store.draft(id) === null ? 'exercise.solve' : 'exercise.goOn',
    )
  }
  store.addEventListener('change', update)
  update()

  button.addEventListener('click', async () => {
    button.setAttribute('aria-disabled', 'true')
    note.textContent = t('exercise.loading')
    try {
      const { openExercise } = await load('exercise')
      await openExercise(box, { store })
      button.remove()
      note.textContent = ''
    } catch (error) {
      console.error(error)
      note.textContent = t('exercise.loadFailed')
      button.removeAttribute('aria-disabled')
    }
  })
}
