/**
 * The exercises of the book, with what their page says of them in the
 * reader's language.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { listing } from '../book-model/listing.js'
import { headings, scan } from '../book-model/markdown.js'
import { exercisesIn } from '../exercise-runner/exercise.js'
import { withoutStamp } from '../l10n/state.js'
import { srcDir, translationsDir } from '../lib/paths.js'
import { inlineText } from '../mdbook/expand.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../book-model/markdown.js').Block} Block */

/**
 * @typedef {object} Exercise
 * @property {string} id `ch03/02-name`
 * @property {string} name `02-name`
 * @property {string} folder absolute path
 * @property {Chapter} chapter
 */

/**
 * @typedef {object} ExerciseText
 * @property {string} title
 * @property {string} task Markdown, without directives
 * @property {string[]} hints Markdown
 * @property {string} afterword Markdown: what the page says below the hints
 */

/** @returns {Exercise[]} of the whole book, in reading order */
export const allExercises = () =>
  chapters().flatMap((chapter) =>
    exercisesIn(chapter.codeDir).map(({ name, folder }) => ({
      id: `${chapter.id}/${name}`,
      name,
      folder,
      chapter,
    })),
  )

/** @param {string} language @param {string} page path below src/ */
function pageText(language, page) {
  const folder =
    language === 'en' ? srcDir : path.join(translationsDir, language)
  const file = path.join(folder, page)
  return existsSync(file) ? withoutStamp(readFileSync(file, 'utf8')) : null
}

/** @param {Chapter} chapter @param {string} language */
export function chapterTitle(chapter, language) {
  const text = pageText(language, chapter.pages[0])
  return (text && headings(text)[0]?.text) || chapter.title
}

/**
 * @param {Exercise} exercise
 * @param {string} language English where the page is not translated
 */
export function exerciseText(exercise, language) {
  for (const code of new Set([language, 'en'])) {
    for (const page of exercise.chapter.pages) {
      const text = pageText(code, page)
      const found = text && sectionOf(text, exercise, code)
      if (found) return found
    }
  }
  return { title: exercise.name, task: '', hints: [], afterword: '' }
}

/**
 * @param {string} text a page
 * @param {Exercise} exercise
 * @param {string} language
 * @returns {ExerciseText | null} null when the page does not have it
 */
function sectionOf(text, exercise, language) {
  const blocks = scan(text)
  const index = blocks.findIndex(
    (block) =>
      block.type === 'directive' &&
      block.name === 'exercise' &&
      block.target === exercise.name,
  )
  if (index === -1) return null
  const heading = blocks
    .slice(0, index)
    .findLast((block) => block.type === 'heading')
  const next = blocks.slice(index).find((block) => block.type === 'heading')
  const lines = text.split('\n')
  const start = heading ? heading.start + 1 : 0
  const end = next?.start ?? lines.length
  const own = blocks.filter(
    (block) => block.start >= start && block.start < end,
  )
  /** @type {string[]} */
  const hints = []
  /** @type {(string | null)[]} null for a line that is told apart */
  const rest = plainLines(lines, own, exercise, language)
  for (const block of own) {
    if (block.type !== 'directive' || block.name !== 'hint') continue
    let close = block.start + 1
    while (close < end && lines[close].trim() !== '{{/hint}}') close += 1
    hints.push(joined(rest.slice(block.start + 1, close)))
    rest.fill(null, block.start, close + 1)
  }
  const middle = blocks[index].start
  return {
    title: heading?.text ?? exercise.name,
    task: joined(rest.slice(start, middle)),
    hints,
    afterword: joined(rest.slice(middle + 1, end)),
  }
}

/** @param {(string | null)[]} lines */
const joined = (lines) =>
  lines
    .filter((line) => line !== null)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/**
 * The lines of a page with the figures in its sentences written out, and its
 * listings as code.
 *
 * @param {string[]} lines
 * @param {Block[]} blocks
 * @param {Exercise} exercise
 * @param {string} language
 */
function plainLines(lines, blocks, { chapter }, language) {
  /** @type {(string | null)[]} */
  const plain = [...lines]
  for (const block of blocks) {
    if (block.type !== 'directive' || block.name === 'hint') continue
    const { start, source } = block
    // A chart or a quiz is nothing for a terminal.
    const text =
      block.name === 'listing'
        ? listingText(block, chapter)
        : (inlineText(block, language, chapter) ?? '')
    plain[start] = plain[start]?.replace(source, () => text) ?? null
  }
  return plain
}

/**
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {Chapter} chapter
 */
function listingText({ target, attributes }, chapter) {
  const { from, without } = attributes
  const shown = listing(target, chapter.codeDir, from, without)
  const code = shown.lines
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
  return [`\`${shown.path}\`:`, '', '```js', ...code, '```'].join('\n')
}
