import { readFileSync } from 'node:fs'
import path from 'node:path'
import MarkdownIt from 'markdown-it'
import { readLines } from '../lib/listing.js'
import { escapeHtml, oneLine } from './html.js'
import { plainListingHtml } from './listing-html.js'
import { fill } from './strings.js'

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
 * @property {Option[]} options
 */

const markdown = new MarkdownIt({ html: false })

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
    if (question.type === 'output' && !question.code) {
      throw new Error(`${where}: a question about output needs "code"`)
    }
    for (const option of question.options) {
      if (!option.why) {
        throw new Error(`${where}: every option needs its "why"`)
      }
    }
  }
  return questions
}

/**
 * @param {Option} option
 * @returns {string}
 */
function optionBody(option) {
  if (option.output !== undefined) {
    return `<pre><code class="nohighlight">${escapeHtml(option.output.replace(/\n$/, ''))}</code></pre>`
  }
  return markdown.renderInline(option.text ?? '')
}

/**
 * @param {Question} question
 * @param {number} number from 1
 * @param {string} codeFolder absolute
 * @param {string} chapter
 * @param {Record<string, any>} t
 * @returns {string}
 */
function questionHtml(question, number, codeFolder, chapter, t) {
  const name = `${chapter}-${question.id}`
  const type = question.type === 'multiple' ? 'checkbox' : 'radio'
  const code = question.code
    ? plainListingHtml(
        path.join(codeFolder, question.code),
        readLines(path.join(codeFolder, question.code)),
        { run: question.type === 'output' },
      )
    : ''
  const options = question.options
    .map(
      (option, i) =>
        `<label class="option"><input type="${type}" name="${name}" value="${i}"> <span>${optionBody(option)}</span></label>`,
    )
    .join('')
  const answers = question.options
    .map(
      (option) =>
        `<div class="why" data-correct="${Boolean(option.correct)}"><div class="why-option"><strong>${option.correct ? t.quizRight : t.quizWrong}:</strong> ${optionBody(option)}</div>${markdown.render(option.why)}</div>`,
    )
    .join('')
  return (
    `<fieldset class="question" data-id="${question.id}" data-type="${question.type}"><legend>${fill(t.quizQuestion, { number })}</legend>` +
    `<div class="prompt">${markdown.render(question.prompt)}</div>${code}${options}` +
    `<button type="button" class="check" hidden>${t.quizCheck}</button><output class="verdict" aria-live="polite"></output>` +
    `<details class="answers"><summary>${t.quizAnswers}</summary>${answers}</details></fieldset>`
  )
}

/**
 * A chapter's quiz: legible without JavaScript, where the answers are folded.
 *
 * @param {string} file absolute path of the quiz.json
 * @param {import('../lib/chapters.js').Chapter} chapter
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 */
export function quizHtml(file, chapter, t) {
  const questions = readQuiz(file)
    .map((question, i) =>
      questionHtml(question, i + 1, chapter.codeDir, chapter.id, t),
    )
    .join('')
  return oneLine(
    `<section class="quiz" data-quiz="${chapter.id}" aria-label="${t.quizTitle}">${questions}</section>`,
  )
}
