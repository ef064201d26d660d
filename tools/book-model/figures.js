/**
 * The figures of a chapter: a drawing, `figures/NAME.svg` beside the chapter's
 * pages, and its words, `figures/strings.json`, of which each language has its
 * own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nearest } from '../lib/nearest.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { chapterOf, chapters } from './chapters.js'
import { sourceLanguage } from './languages.js'

/** A figure that cannot be shown, with what to do about it. */
export class FigureError extends Error {}

/**
 * What is read in a figure, in one language.
 *
 * @typedef {object} FigureText
 * @property {string} caption Markdown, of which code spans are known
 * @property {string} alt for readers who do not see it
 * @property {Record<string, string>} labels by their names in the drawing
 */

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} file of the drawing, from the root
 * @property {string} source
 * @property {FigureText} text
 * @property {string} textFile from the root
 * @property {string} language of the text
 */

const expected = '{ "caption": "…", "alt": "…", "labels": { "key": "…" } }'

/** @param {string} slug of a chapter */
const folderOf = (slug) => path.join(srcDir, slug, 'figures')

/**
 * @param {string} slug of a chapter
 * @returns {string[]} the names of its figures
 */
export function figureNames(slug) {
  const folder = folderOf(slug)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => path.basename(file, '.svg'))
    .sort()
}

/**
 * A page shows the figures of its chapter, and one outside of all chapters any
 * figure, since their names are unique in the book.
 *
 * @param {string} file of the page, below src/
 * @param {string} name of the figure
 * @returns {string | undefined} the slug of the chapter that it belongs to
 */
export const figureOwner = (file, name) =>
  chapterOf(file)?.slug ??
  chapters().find(({ slug }) => figureNames(slug).includes(name))?.slug

/**
 * @param {string} slug of a chapter
 * @param {string} language
 * @returns {string} absolute path
 */
export const figureStrings = (slug, language) =>
  language === sourceLanguage.code
    ? path.join(folderOf(slug), 'strings.json')
    : path.join(translationsDir, language, slug, 'figures', 'strings.json')

/**
 * @param {string} file absolute path of a strings.json
 * @returns {Record<string, unknown>} by the names of figures
 * @throws {FigureError} when it is not JSON
 */
function readStrings(file) {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new FigureError(`${fromRoot(file)} is not JSON: ${message}`)
  }
}

/**
 * @param {string} file of the strings, from the root
 * @param {string} name of the figure
 * @param {any} entry
 * @throws {FigureError} when it is not as it should be
 */
function checkText(file, name, entry) {
  /** @param {string} got @returns {never} */
  const fail = (got) => {
    throw new FigureError(
      `${file}, "${name}": got ${got}, expected ${expected}`,
    )
  }
  if (typeof entry !== 'object' || entry === null) fail(JSON.stringify(entry))
  const { caption, alt, labels = {}, ...rest } = entry
  for (const [key, value] of Object.entries({ caption, alt })) {
    if (typeof value !== 'string' || value.trim() === '') fail(`no "${key}"`)
  }
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) fail(`"${unknown}"`)
  for (const [key, value] of Object.entries(labels)) {
    if (!labelKey.test(key)) {
      fail(`the label "${key}", which is no name of small letters and hyphens`)
    }
    if (typeof value !== 'string' || value.trim() === '') {
      fail(`an empty label "${key}"`)
    }
  }
  return { caption, alt, labels }
}

const labelKey = /^[a-z][a-z0-9-]*$/

/**
 * @param {string} slug of a chapter
 * @param {string} name
 * @returns {string} absolute path of its drawing
 * @throws {FigureError} when there is none
 */
function drawingOf(slug, name) {
  const names = figureNames(slug)
  const file = path.join(folderOf(slug), `${name}.svg`)
  if (names.includes(name)) return file
  const close = nearest(name, names)
  throw new FigureError(
    `there is no ${fromRoot(file)}; ${close ? `did you mean "${close}"? There are: ${names.join(', ')}` : 'the chapter has no drawings yet'}`,
  )
}

/**
 * @param {string} slug of a chapter
 * @param {string} name
 * @param {string} language in which it is read; English where that has no text
 *   for it yet
 * @returns {Figure}
 * @throws {FigureError}
 */
export function readFigure(slug, name, language) {
  const drawing = drawingOf(slug, name)
  const own = figureStrings(slug, language)
  const english = figureStrings(slug, sourceLanguage.code)
  const isOwn = Object.hasOwn(readStrings(own), name)
  const file = isOwn ? own : english
  const strings = readStrings(file)
  const textFile = fromRoot(file)
  if (!Object.hasOwn(strings, name)) {
    throw new FigureError(
      `${textFile} has nothing for "${name}"; add "${name}": ${expected}`,
    )
  }
  return {
    name,
    file: fromRoot(drawing),
    source: readFileSync(drawing, 'utf8'),
    text: checkText(textFile, name, strings[name]),
    textFile,
    language: isOwn ? language : sourceLanguage.code,
  }
}

/** A place for a label in a drawing. */
const place = /\{([a-z][a-z0-9-]*)\}/g

/** The labels of a figure, and which of them its drawing has used. */
export class Labels {
  #figure
  /** @type {Set<string>} */
  #used = new Set()

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure
  }

  /**
   * @param {string} text of the drawing
   * @param {string} where it stands, for messages
   * @returns {string} with the labels in it
   * @throws {FigureError} for a label that there is not
   */
  fill(text, where) {
    return text.replace(place, (_, key) => {
      const { text: own, textFile, name } = this.#figure
      if (!Object.hasOwn(own.labels, key)) {
        const known = Object.keys(own.labels)
        throw new FigureError(
          `${where}: {${key}} has no label; ${textFile} has for "${name}": ${known.join(', ') || 'none'}`,
        )
      }
      this.#used.add(key)
      return typographic(own.labels[key])
    })
  }

  /** @throws {FigureError} for labels that the drawing does not have */
  requireAllUsed() {
    const { text, textFile, name, file } = this.#figure
    const unused = Object.keys(text.labels).filter(
      (key) => !this.#used.has(key),
    )
    if (unused.length === 0) return
    const places = unused.map((key) => `{${key}}`).join(', ')
    throw new FigureError(
      `${file} has no ${places}, which ${textFile} has labels for, in "${name}"; draw them, or remove the labels`,
    )
  }
}

/**
 * Quotation marks and apostrophes as mdBook sets those of the prose.
 *
 * @param {string} text
 */
export const typographic = (text) =>
  text.replace(/(?<=[\p{L}\p{N}])'/gu, '’').replace(/"([^"]*)"/g, '“$1”')
