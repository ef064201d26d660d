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
 * Reads a quiz and checks that it can be asked.
 *
 * @param {string} file absolute path of a quiz.json
 * @returns {Question[]}
 * @throws {Error} that names the question and what is wrong with it
 */
export function readQuiz(file) {
  const { questions } = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(questions) || questions.length === 0) {
    throw new Error('expected a list "questions" with at least one question')
  }
  const ids = new Set()
  for (const question of questions) {
    const where = `question "${question.id}"`
    if (!/^[a-z0-9-]+$/.test(question.id ?? '') || ids.has(question.id)) {
      throw new Error(
        `${where}: expected an id of its own, such as littles-law`,
      )
    }
    ids.add(question.id)
    if (!['choice', 'multiple', 'output'].includes(question.type)) {
      throw new Error(
        `${where}: got type "${question.type}", expected choice, multiple or output`,
      )
    }
    const right = question.options?.filter(
      (/** @type {Option} */ option) => option.correct,
    ).length
    if (!(question.options?.length >= 2) || !right) {
      throw new Error(
        `${where}: expected two options or more, one of them correct`,
      )
    }
    if (question.type !== 'multiple' && right !== 1) {
      throw new Error(`${where}: ${right} options are correct, expected one`)
    }
    if (asksForOutput(question) && !question.code) {
      throw new Error(`${where}: a question about output needs "code"`)
    }
    if (question.local !== undefined && !asksForOutput(question)) {
      throw new Error(`${where}: only a question about output is "local"`)
    }
    for (const option of question.options) {
      if (!option.why) {
        throw new Error(`${where}: every option needs its "why"`)
      }
    }
  }
  return questions
}
