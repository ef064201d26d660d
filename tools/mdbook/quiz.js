import path from 'node:path'
import MarkdownIt from 'markdown-it'
import { fill } from '../book-model/languages.js'
import { readLines } from '../book-model/listing.js'
import { isRunInPage, readQuiz } from '../book-model/quiz.js'
import { escapeHtml, oneLine } from './html.js'
import { plainListingHtml } from './listing-html.js'

/** @typedef {import('../book-model/quiz.js').Option} Option */
/** @typedef {import('../book-model/quiz.js').Question} Question */

/** With the apostrophes and quotation marks that mdBook sets on the pages. */
const markdown = new MarkdownIt({ html: false, typographer: true }).disable(
  'replacements',
)

/** @param {Option} option */
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
 */
function questionHtml(question, number, codeFolder, chapter, t) {
  const name = `${chapter}-${question.id}`
  const type = question.type === 'multiple' ? 'checkbox' : 'radio'
  const code = question.code
    ? plainListingHtml(
        path.join(codeFolder, question.code),
        readLines(path.join(codeFolder, question.code)),
        isRunInPage(question),
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
 * @param {import('../book-model/chapters.js').Chapter} chapter
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
