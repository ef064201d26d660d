/** `{{#figure NAME}}`: a drawing of the chapter with its caption. */
import { readFigure, typographic } from '../book-model/figures.js'
import { finishDrawing } from './drawing.js'
import { escapeHtml, oneLine } from './html.js'

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
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} slug of the chapter that has the figure
 * @param {string} language of the page
 * @returns {string} one line of HTML
 */
export function figureHtml({ target: name, rest, attributes }, slug, language) {
  if (!name || rest.length > 0 || Object.keys(attributes).length > 0) {
    throw new Error('expected {{#figure NAME}}')
  }
  const figure = readFigure(slug, name, language)
  const id = `figure-${name}`
  const lang = figure.language === language ? '' : ` lang="${figure.language}"`
  return oneLine(
    `<figure class="drawing" id="${id}"${lang} aria-labelledby="${id}-caption">${finishDrawing(figure)}<figcaption id="${id}-caption">${captionHtml(figure.text.caption)}</figcaption></figure>`,
  )
}
