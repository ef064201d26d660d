/** `{{#figure NAME}}`: a drawing of the chapter with its caption. */
import { FigureError, readFigure, typographic } from '../book-model/figures.js'
import { finishDrawing } from './drawing.js'
import { escapeHtml, oneLine } from './html.js'

/** @typedef {import('../book-model/figures.js').Figure} Figure */

/** @param {string} caption @returns {string} HTML */
const captionHtml = (caption) =>
  caption
    .split('`')
    .map((part, i) =>
      i % 2 === 1
        ? `<code>${escapeHtml(part)}</code>`
        : escapeHtml(typographic(part)),
    )
    .join('')

/**
 * @param {Figure} figure
 * @param {string} language of the page
 * @returns {string} one line of HTML
 * @throws {FigureError}
 */
export function figureElement(figure, language) {
  const { name, text, language: own } = figure
  const id = `figure-${name}`
  const lang = own === language ? '' : ` lang="${own}"`
  return oneLine(
    `<figure class="drawing" id="${id}"${lang} aria-labelledby="${id}-caption">${finishDrawing(figure)}<figcaption id="${id}-caption">${captionHtml(text.caption)}</figcaption></figure>`,
  )
}

/**
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} slug of the chapter that has the figure
 * @param {string} language of the page
 * @returns {string} one line of HTML
 * @throws {FigureError}
 */
export function figureHtml({ target, rest, attributes }, slug, language) {
  const more = [...rest, ...Object.keys(attributes)]
  if (target === '' || more.length > 0) {
    throw new FigureError(
      `got ${more.length > 0 ? `"${more.join(' ')}" after the name` : 'no name'}, expected {{#figure NAME}}`,
    )
  }
  return figureElement(readFigure(slug, target, language), language)
}
