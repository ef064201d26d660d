import { withAnswer } from '../common/progress.js'
import { prediction } from './predict.js'

/** @import { Translate } from './strings.js' */

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
      new Question(question, t).start((isRight) => {
        store.update((all) => withAnswer(all, id, isRight, new Date()))
      })
    }
    quiz.classList.add('interactive')
  }
}

/** A question with its options, each followed by why it is right or wrong. */
class Question {
  /** @param {Element} element @param {Translate} t */
  constructor(element, t) {
    this.element = element
    this.t = t
    this.options = [...element.querySelectorAll('.option')]
    this.whys = [...element.querySelectorAll('.why')]
    this.check = /** @type {HTMLElement} */ (element.querySelector('.check'))
    this.output = /** @type {HTMLElement} */ (element.querySelector('.verdict'))
    this.correct = this.whys.map(
      (why) => why.getAttribute('data-correct') === 'true',
    )
    this.inputs = this.options.map(
      (option) =>
        /** @type {HTMLInputElement} */ (option.querySelector('input')),
    )
    this.labels = this.whys.map((why) => {
      const label = document.createElement('span')
      label.className = 'visually-hidden'
      why.prepend(label)
      return label
    })
  }

  /** @param {(isRight: boolean) => void} onAnswer */
  start(onAnswer) {
    const { element, t, options, whys } = this
    options.forEach((option, i) => {
      option.after(whys[i])
    })
    for (const details of element.querySelectorAll('details')) details.remove()
    this.predicted = prediction(element, t)
    this.#reset()
    this.#showCheck()
    element.addEventListener('change', () => this.#reset())
    this.check.addEventListener('click', () => this.#answer(onAnswer))
  }

  /** The button, which Enter presses. */
  #showCheck() {
    const { t, check, inputs } = this
    check.hidden = false
    check.title = t('quizEnter')
    const key = document.createElement('kbd')
    key.textContent = 'Enter'
    key.setAttribute('aria-hidden', 'true')
    check.append(' ', key)
    check.setAttribute('aria-keyshortcuts', 'Enter')
    for (const input of inputs) {
      input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        check.click()
      })
    }
  }

  /** @param {(isRight: boolean) => void} onAnswer */
  #answer(onAnswer) {
    const { t, output } = this
    const chosen = this.inputs.map((input) => input.checked)
    const result = verdict(chosen, this.correct)
    this.#reset()
    output.textContent = t(
      { none: 'quizNone', right: 'quizRight', partly: 'quizPartly' }[
        /** @type {'none' | 'right' | 'partly'} */ (result)
      ] ?? 'quizWrong',
    )
    output.classList.add(result === 'right' ? 'good' : 'bad')
    if (result === 'none') return
    onAnswer(result === 'right')
    this.#explain(chosen)
    this.predicted?.show()
  }

  /** @param {boolean[]} chosen */
  #explain(chosen) {
    const { t, options, whys, correct, labels } = this
    options.forEach((option, i) => {
      option.classList.toggle('is-right', correct[i])
      option.classList.toggle('is-wrong', chosen[i] && !correct[i])
      if (chosen[i]) option.setAttribute('data-chosen', t('quizYours'))
      const outcome = outcomeOf(chosen[i], correct[i])
      whys[i].setAttribute('data-outcome', outcome)
      labels[i].textContent = t(`quizOutcome.${outcome}`)
      whys[i].removeAttribute('hidden')
    })
  }

  #reset() {
    const { output, options, whys } = this
    output.textContent = ''
    output.classList.remove('good', 'bad')
    for (const option of options) {
      option.classList.remove('is-right', 'is-wrong')
      option.removeAttribute('data-chosen')
    }
    for (const why of whys) why.setAttribute('hidden', '')
    this.predicted?.hide()
  }
}
