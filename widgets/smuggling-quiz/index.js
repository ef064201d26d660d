/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { answersOf, countRight, NAMES, readBy, readByEngine } from './model.js'
import { streams } from './streams.js'

/** @import { Answers, Request } from './model.js' */

/** Questions of each stream: two counts, and what the engine says. */
const QUESTIONS = /** @type {const} */ (['a', 'b', 'engine'])
const COUNTS = ['1', '2', '3']
const VERDICTS = ['takes', 'refuses']

class SmugglingQuiz extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Quiz(this)
  }
}

/** Streams of bytes, and how many requests their readers find in them. */
class Quiz {
  #at = 0
  /** @type {Map<string, Answers>} what has been guessed, by stream */
  #guesses = new Map()

  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.choice = element('div', {
      class: 'toolbar',
      role: 'group',
      'aria-label': t('streams'),
    })
    this.choice.append(...NAMES.map((_, index) => this.#chooser(index)))
    this.caption = element('p', { class: 'caption' })
    this.bytes = element('div', { class: 'wire' })
    this.form = element('div', { class: 'questions' })
    this.check = this.#button('check', () => this.#check())
    this.next = this.#button('next', () =>
      this.#go((this.#at + 1) % NAMES.length),
    )
    const again = this.#button('again', () => {
      this.#guesses.clear()
      this.#go(0)
    })
    this.state = element('p', { class: 'state', role: 'status' })
    this.results = element('div', { class: 'results' })
    this.score = element('p', { class: 'score' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.choice,
      this.caption,
      this.bytes,
      this.form,
      element('div', { class: 'toolbar' }, this.check, this.next, again),
      this.state,
      this.score,
      this.results,
    )
    this.#go(0)
  }

  /**
   * @param {string} action
   * @param {() => void} act
   */
  #button(action, act) {
    const button = element('button', { type: 'button' }, this.t(action))
    button.dataset.action = action
    button.addEventListener('click', act)
    return button
  }

  /** @param {number} index of a stream */
  #chooser(index) {
    const button = element('button', { type: 'button' })
    button.addEventListener('click', () => this.#go(index))
    return button
  }

  get #name() {
    return NAMES[this.#at]
  }

  /** @param {number} index of a stream */
  #go(index) {
    this.#at = index
    const { bytes } = streams[this.#name]
    const numbers = { number: index + 1, count: NAMES.length }
    this.caption.textContent = this.t('bytes', numbers)
    this.bytes.replaceChildren(...signs(bytes))
    const guess = this.#guesses.get(this.#name)
    this.form.replaceChildren(
      ...QUESTIONS.map((question) => this.#question(question, guess)),
    )
    this.state.textContent = ''
    if (guess) this.#answer(guess)
    else this.results.replaceChildren()
    this.#update()
  }

  /**
   * @param {(typeof QUESTIONS)[number]} question
   * @param {Answers | undefined} guess
   */
  #question(question, guess) {
    const { t } = this
    const isEngine = question === 'engine'
    const chosen = guess && choiceOf(guess, question)
    const name = uniqueId(question)
    const options = (isEngine ? VERDICTS : COUNTS).map((value) =>
      element(
        'label',
        {},
        element('input', {
          type: 'radio',
          name,
          value,
          checked: value === chosen,
        }),
        isEngine ? t(`option.${value}`) : value,
      ),
    )
    const box = element(
      'fieldset',
      { disabled: guess !== undefined },
      element('legend', {}, t(`question.${question}`)),
      isEngine ? '' : element('p', { class: 'rule' }, this.#rule(question)),
      element('div', { class: 'options' }, ...options),
    )
    box.dataset.question = question
    return box
  }

  /** @param {'a' | 'b'} reader */
  #rule(reader) {
    return this.t(`rule.${streams[this.#name][reader]}`)
  }

  #check() {
    if (this.#guesses.has(this.#name)) return
    const [a, b, engine] = QUESTIONS.map((question) => {
      const input = this.form.querySelector(
        `[data-question="${question}"] input:checked`,
      )
      return input instanceof HTMLInputElement ? input.value : null
    })
    if (a === null || b === null || engine === null) {
      this.state.textContent = this.t('missing')
      return
    }
    const guess = { a: Number(a), b: Number(b), takes: engine === 'takes' }
    this.#guesses.set(this.#name, guess)
    for (const box of this.form.querySelectorAll('fieldset')) {
      box.disabled = true
    }
    this.#answer(guess)
    this.#update()
  }

  /** @param {Answers} guess */
  #answer(guess) {
    const { t } = this
    const name = this.#name
    const { bytes, a, b } = streams[name]
    const answers = answersOf(name)
    const right = countRight(guess, answers)
    const read = readByEngine(bytes)
    this.state.textContent = `${t('right', { right })} ${t(`why.${name}`)}`
    const [markA, markB, markEngine] = QUESTIONS.map((question) =>
      choiceOf(guess, question) === choiceOf(answers, question)
        ? t('yes')
        : t('no'),
    )
    const found = read.requests.map((request, index) =>
      this.#request(request, index),
    )
    if (read.refusal) {
      const { status, detail } = read.refusal
      found.push(
        part('refused', t('refused'), signs(read.refused), [
          element('strong', {}, `${status} ${detail}`),
        ]),
      )
      if (read.unread) {
        found.push(part('unread', t('unread'), signs(read.unread)))
      }
    }
    const verdict = t(read.refusal ? 'option.refuses' : 'option.takes')
    const engine = this.#reading(t('reader.engine'), verdict, markEngine, found)
    engine.classList.add('of-engine')
    this.results.replaceChildren(
      this.#reading(t('reader.a'), answers.a, markA, this.#all(bytes, a)),
      this.#reading(t('reader.b'), answers.b, markB, this.#all(bytes, b)),
      engine,
    )
  }

  /**
   * @param {string} bytes
   * @param {import('./streams.js').Rule} rule
   */
  #all(bytes, rule) {
    return readBy(bytes, rule).map((one, index) => this.#request(one, index))
  }

  /**
   * @param {string} who
   * @param {string | number} answer
   * @param {string} mark whether it was guessed
   * @param {HTMLElement[]} parts
   */
  #reading(who, answer, mark, parts) {
    const count =
      typeof answer === 'number'
        ? this.t(answer === 1 ? 'count.one' : 'count.many', { count: answer })
        : answer
    return element(
      'div',
      { class: 'reading' },
      element('p', { class: 'caption' }, `${who}: ${count}. ${mark}`),
      element('ol', { 'aria-label': who }, ...parts),
    )
  }

  /**
   * @param {Request} request
   * @param {number} index
   */
  #request({ head, body }, index) {
    const { t } = this
    const label = t('request', { number: index + 1 })
    const kind = index % 2 === 0 ? 'odd' : 'even'
    const more =
      body === ''
        ? []
        : [element('span', { class: 'label' }, t('body')), code(signs(body))]
    return part(kind, label, signs(head), more)
  }

  #update() {
    const { t } = this
    const name = this.#name
    for (const [index, button] of [...this.choice.children].entries()) {
      const guess = this.#guesses.get(NAMES[index])
      const number = index + 1
      const right = guess ? countRight(guess, answersOf(NAMES[index])) : 0
      button.textContent = guess ? `${number} · ${right}/3` : `${number}`
      button.setAttribute(
        'aria-label',
        t(guess ? 'stream.done' : 'stream', { number, right }),
      )
      button.setAttribute('aria-pressed', String(index === this.#at))
    }
    const isDone = this.#guesses.has(name)
    this.check.setAttribute('aria-disabled', String(isDone))
    let right = 0
    for (const [one, guess] of this.#guesses) {
      right += countRight(guess, answersOf(one))
    }
    const count = this.#guesses.size
    const numbers = { right, of: 3 * count, streams: NAMES.length }
    const key = count < NAMES.length ? 'score' : 'score.all'
    this.score.textContent = count > 0 ? t(key, numbers) : ''
  }
}

/**
 * @param {Answers} answers
 * @param {(typeof QUESTIONS)[number]} question
 * @returns {string} as the options have it
 */
function choiceOf(answers, question) {
  if (question !== 'engine') return String(answers[question])
  return answers.takes ? 'takes' : 'refuses'
}

/**
 * @param {string} kind
 * @param {string} label
 * @param {Node[]} bytes
 * @param {Node[]} [more]
 */
const part = (kind, label, bytes, more = []) =>
  element(
    'li',
    { class: kind },
    element('span', { class: 'label' }, label),
    code(bytes),
    ...more,
  )

/** @param {Node[]} bytes */
const code = (bytes) => element('code', {}, ...bytes)

/**
 * @param {string} bytes
 * @returns {Node[]} a row for each line, with names for what is not seen
 */
function signs(bytes) {
  return bytes.split(/(?<=\n)/).map((line) =>
    element(
      'span',
      { class: 'row' },
      ...line
        .split(/([\r\n])/)
        .filter((text) => text !== '')
        .map((text) =>
          text === '\r' || text === '\n'
            ? element('span', { class: 'control' }, text === '\r' ? 'CR' : 'LF')
            : text,
        ),
    ),
  )
}

customElements.define('smuggling-quiz', SmugglingQuiz)
