import { withAnswer } from '../../tools/learn/progress.js'
import { prediction } from './predict.js'

/** @import { Translate } from '../strings.js' */

/**
 * @param {boolean[]} chosen
 * @param {boolean[]} correct
 * @returns {'none' | 'right' | 'partly' | 'wrong'}
 */
export function verdict(chosen, correct) {
  if (!chosen.includes(true)) return 'none'
  if (chosen.every((choice, i) => choice === correct[i])) return 'right'
  return chosen.some((choice, i) => choice && correct[i]) ? 'partly' : 'wrong'
}

/**
 * @param {boolean} chosen
 * @param {boolean} correct
 * @returns {'right' | 'missed' | 'wrong' | 'open'} open: rightly not chosen
 */
export function outcomeOf(chosen, correct) {
  if (correct) return chosen ? 'right' : 'missed'
  return chosen ? 'wrong' : 'open'
}

/**
 * Answers are checked here, one question at a time, instead of being folded
 * away below all of its options.
 *
 * @param {Document} document
 * @param {Translate} t
 * @param {import('./progress.js').ProgressStore} store
 */
export function startQuizzes(document, t, store) {
  for (const quiz of document.querySelectorAll('.quiz')) {
    for (const question of quiz.querySelectorAll('.question')) {
      const id = `${quiz.getAttribute('data-quiz')}/${question.getAttribute('data-id')}`
      startQuestion(question, t, (isRight) => {
        store.update((all) => withAnswer(all, id, isRight, new Date()))
      })
    }
    quiz.classList.add('interactive')
  }
}

/**
 * @param {Element} question
 * @param {Translate} t
 * @param {(isRight: boolean) => void} onAnswer
 */
function startQuestion(question, t, onAnswer) {
  const options = [...question.querySelectorAll('.option')]
  const whys = [...question.querySelectorAll('.why')]
  const check = /** @type {HTMLElement} */ (question.querySelector('.check'))
  const output = /** @type {HTMLElement} */ (question.querySelector('.verdict'))
  const correct = whys.map((why) => why.getAttribute('data-correct') === 'true')
  const inputs = options.map(
    (option) => /** @type {HTMLInputElement} */ (option.querySelector('input')),
  )
  const labels = whys.map((why) => {
    const label = document.createElement('span')
    label.className = 'visually-hidden'
    why.prepend(label)
    return label
  })
  options.forEach((option, i) => {
    option.after(whys[i])
  })
  for (const details of question.querySelectorAll('details')) details.remove()
  const predicted = prediction(question, t)
  reset()
  check.hidden = false
  check.title = t('quizEnter')
  const key = document.createElement('kbd')
  key.textContent = 'Enter'
  key.setAttribute('aria-hidden', 'true')
  check.append(' ', key)
  check.setAttribute('aria-keyshortcuts', 'Enter')
  question.addEventListener('change', reset)
  for (const input of inputs) {
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      check.click()
    })
  }
  check.addEventListener('click', () => {
    const chosen = inputs.map((input) => input.checked)
    const result = verdict(chosen, correct)
    reset()
    output.textContent = t(
      { none: 'quizNone', right: 'quizRight', partly: 'quizPartly' }[
        /** @type {'none' | 'right' | 'partly'} */ (result)
      ] ?? 'quizWrong',
    )
    output.classList.add(result === 'right' ? 'good' : 'bad')
    if (result === 'none') return
    onAnswer(result === 'right')
    options.forEach((option, i) => {
      option.classList.toggle('is-right', correct[i])
      option.classList.toggle('is-wrong', chosen[i] && !correct[i])
      if (chosen[i]) option.setAttribute('data-chosen', t('quizYours'))
      const outcome = outcomeOf(chosen[i], correct[i])
      whys[i].setAttribute('data-outcome', outcome)
      labels[i].textContent = t(`quizOutcome.${outcome}`)
      whys[i].removeAttribute('hidden')
    })
    predicted?.show()
  })

  function reset() {
    output.textContent = ''
    output.classList.remove('good', 'bad')
    for (const option of options) {
      option.classList.remove('is-right', 'is-wrong')
      option.removeAttribute('data-chosen')
    }
    for (const why of whys) why.setAttribute('hidden', '')
    predicted?.hide()
  }
}
