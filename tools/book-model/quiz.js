import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Option
 * @property {string} [text] Markdown
 * @property {string} [output] exactly what the program prints
 * @property {boolean} [correct]
 * @property {string} why Markdown
 */
/**
 * @typedef {object} Question
 * @property {string} id
 * @property {'choice' | 'multiple' | 'output'} type
 * @property {string} prompt Markdown
 * @property {string} [code] a file of the chapter's code folder
 * @property {boolean} [local] whether no page can run it
 * @property {Option[]} options
 */

/** @param {Question} question */
export const asksForOutput = ({ type }) => type === 'output'

/** @param {Question} question @returns {boolean} whether the page runs its code */
export const isRunInPage = (question) =>
  asksForOutput(question) && !question.local

/**
 * @param {Question} question
 * @returns {string | undefined} what it should be, where it is not so
 */
function expectedOf({ id, type, code, local, options = [] }) {
  const right = options.filter(({ correct }) => correct).length
  const isOutput = type === 'output'
  /** @type {[boolean, string][]} */
  const rules = [
    [/^[a-z0-9-]+$/.test(id ?? ''), 'an id such as littles-law'],
    [
      ['choice', 'multiple', 'output'].includes(type),
      'the type choice, multiple or output',
    ],
    [options.length >= 2 && right > 0, 'two options, one of them correct'],
    [type === 'multiple' || right === 1, 'one correct option'],
    [!isOutput || Boolean(code), '"code", whose output is asked for'],
    [isOutput || local === undefined, '"local" of a question about output'],
    [options.every(({ why }) => why), 'a "why" of each option'],
  ]
  return rules.find(([isSo]) => !isSo)?.[1]
}

/**
 * Reads a quiz and checks that it can be asked.
 *
 * @param {string} file absolute path of a quiz.json
 * @throws {Error} that names the question and what is wrong with it
 */
export function readQuiz(file) {
  /** @type {{ questions: Question[] }} */
  const { questions } = JSON.parse(readFileSync(file, 'utf8'))
  if (!(questions?.length > 0)) {
    throw new Error('expected a list "questions" with at least one question')
  }
  const ids = questions.map(({ id }) => id)
  for (const [i, question] of questions.entries()) {
    const expected =
      ids.indexOf(question.id) === i ? expectedOf(question) : 'an id of its own'
    if (!expected) continue
    throw new Error(`question "${question.id}": expected ${expected}`)
  }
  return questions
}
