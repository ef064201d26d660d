/**
 * `{{#figure NAME}}`: a drawing of the chapter with its caption. A drawing is
 * made once for each language, and kept for the next build.
 */

import { chapters } from '../book-model/chapters.js'
import {
  FigureError,
  figureNames,
  Labels,
  readFigure,
  typographic,
} from '../book-model/figures.js'
import { ContentCache, contentHash } from '../lib/content-cache.js'
import { escapeHtml, oneLine } from './html.js'

/** @typedef {import('../book-model/figures.js').Figure} Figure */

/**
 * @param {string} caption
 * @returns {string} HTML
 */
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
 * @param {string} drawing HTML
 * @param {string} language of the page
 * @returns {string} one line of HTML
 */
function figureElement({ name, text, language: own }, drawing, language) {
  const id = `figure-${name}`
  const lang = own === language ? '' : ` lang="${own}"`
  return oneLine(
    `<figure class="drawing" id="${id}"${lang} aria-labelledby="${id}-caption">${drawing}<figcaption id="${id}-caption">${captionHtml(text.caption)}</figcaption></figure>`,
  )
}

/**
 * What draws: it is loaded when there is something to draw.
 *
 * @param {Figure} figure
 * @returns {Promise<() => string>} draws it
 */
async function drawer(figure) {
  const { finishDrawing } = await import('./drawing.js')
  if (figure.kind === 'svg') return () => finishDrawing(figure, figure.source)
  const { graphSvg } = await import('./graph.js')
  const graphviz = await loadGraphviz(figure)
  return () => {
    const labels = new Labels(figure)
    return finishDrawing(figure, graphSvg(figure, labels, graphviz), labels)
  }
}

/**
 * @param {Figure} figure that needs it
 * @returns {Promise<import('./graph.js').Graphviz>}
 * @throws {FigureError} where it is not installed
 */
async function loadGraphviz({ file }) {
  try {
    const { Graphviz } = await import('@hpcc-js/wasm-graphviz')
    return await Graphviz.load()
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new FigureError(
      `${file}: Graphviz cannot be loaded; run npm install: ${message}`,
    )
  }
}

/** The figures of all chapters in one language, drawn. */
export class Figures {
  #language
  /** @type {ContentCache<string>} */
  #cache
  /** @type {Map<string, string | FigureError>} by chapter and name */
  #made = new Map()

  /** @param {string} language */
  constructor(language) {
    this.#language = language
    this.#cache = new ContentCache(`figures-${language}`)
  }

  /**
   * Draws what has changed, and keeps it for the next build.
   */
  async draw() {
    for (const { slug } of chapters()) await this.drawChapter(slug)
    this.#cache.save()
  }

  /**
   * What is wrong with a drawing is said where a page shows it.
   *
   * @param {string} slug of the only chapter that is wanted
   */
  async drawChapter(slug) {
    for (const name of figureNames(slug)) {
      this.#made.set(`${slug}/${name}`, await this.#drawn(slug, name))
    }
  }

  /**
   * @param {string} slug of a chapter
   * @param {string} name
   * @returns {Promise<string | FigureError>}
   */
  async #drawn(slug, name) {
    try {
      const figure = readFigure(slug, name, this.#language)
      const key = contentHash(JSON.stringify(figure))
      const draw = this.#cache.has(key) ? () => '' : await drawer(figure)
      const drawing = this.#cache.get(key, draw)
      return figureElement(figure, drawing, this.#language)
    } catch (error) {
      if (error instanceof FigureError) return error
      throw error
    }
  }

  /**
   * @param {import('../book-model/markdown.js').Directive} directive
   * @param {string} slug of the chapter that shows it
   * @returns {string} one line of HTML
   * @throws {FigureError}
   */
  html({ target, rest, attributes }, slug) {
    const more = [...rest, ...Object.keys(attributes)]
    if (target === '' || more.length > 0) {
      throw new FigureError(
        `got ${more.length > 0 ? `"${more.join(' ')}" behind the name` : 'no name'}, expected {{#figure NAME}}`,
      )
    }
    const made = this.#made.get(`${slug}/${target}`)
    if (made instanceof FigureError) throw made
    // Without a drawing, it says what there is.
    if (made === undefined) readFigure(slug, target, this.#language)
    return made ?? ''
  }
}
