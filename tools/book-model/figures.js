/**
 * The figures of a chapter: a drawing, `figures/NAME.svg` beside the chapter's
 * pages, and its words, `figures/strings.json`, of which each language has its
 * own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readJson } from '../lib/files.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { chapterOf, chapters } from './chapters.js'
import { sourceLanguage } from './languages.js'

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
 * @property {string} language of the text
 */

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
 * @param {string} slug of a chapter
 * @param {string} name
 * @returns {string} absolute path of its drawing
 * @throws {Error} when there is none
 */
function drawingOf(slug, name) {
  const names = figureNames(slug)
  const file = path.join(folderOf(slug), `${name}.svg`)
  if (names.includes(name)) return file
  throw new Error(
    `there is no ${fromRoot(file)}; there are: ${names.join(', ') || 'none'}`,
  )
}

/** @param {unknown} text */
const isText = (text) => typeof text === 'string' && text.trim() !== ''

/**
 * @param {string} slug of a chapter
 * @param {string} name
 * @param {string} language in which it is read; English where that has no text
 *   for it yet
 */
export function readFigure(slug, name, language) {
  const drawing = drawingOf(slug, name)
  const own = figureStrings(slug, language)
  const english = figureStrings(slug, sourceLanguage.code)
  const isOwn = name in (readJson(own) ?? {})
  const file = isOwn ? own : english
  const { [name]: entry } = readJson(file) ?? {}
  const { caption, alt, labels = {}, ...rest } = entry ?? {}
  const isWhole =
    [caption, alt, ...Object.values(labels)].every(isText) &&
    Object.keys(rest).length === 0
  if (!isWhole) {
    throw new Error(
      `${fromRoot(file)}: got "${name}": ${JSON.stringify(entry)}, expected "${name}": { "caption": "…", "alt": "…", "labels": { "key": "…" } }`,
    )
  }
  return {
    name,
    file: fromRoot(drawing),
    source: readFileSync(drawing, 'utf8'),
    text: { caption, alt, labels },
    language: isOwn ? language : sourceLanguage.code,
  }
}

/**
 * Quotation marks and apostrophes as mdBook sets those of the prose.
 *
 * @param {string} text
 */
export const typographic = (text) =>
  text.replace(/(?<=[\p{L}\p{N}])'/gu, '’').replace(/"([^"]*)"/g, '“$1”')
