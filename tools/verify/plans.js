/** What the checks are made of: commands to run, and what they read. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chapterOf, pages, siteFile } from '../book-model/chapters.js'
import { figureStrings } from '../book-model/figures.js'
import { translationLanguages } from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { filesBelow, textOf } from '../lib/files.js'
import {
  bookCode,
  browserCode,
  root,
  srcDir,
  translationsDir,
} from '../lib/paths.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../stores/programs.js').StoreName} StoreName */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('./checks.js').Check} Check */

/**
 * What to do for a check: run a command, say why it can't be run, say why it
 * fails without running anything, or nothing, where it has no meaning.
 *
 * @typedef {{ argv: string[], cwd?: string,
 *   env?: Record<string, string | undefined>, stores?: StoreName[] }
 *   | { skip: string } | { fail: string } | null} Plan
 */

/**
 * What a check is run on.
 *
 * @typedef {object} Subject
 * @property {Chapter} chapter of a check of the whole book, the last one
 * @property {Chapter[]} earlier the chapters before it
 * @property {Changes} changes
 * @property {boolean} all false where a whole run takes part of what is alike
 * @property {string} [page] the only page that is checked, below src/
 */

/** @returns {string[]} codes of the languages that the book is translated to */
const languages = () => translationLanguages().map(({ code }) => code)

/** @param {string} page below src/ */
const english = (page) => textOf(path.join(srcDir, page))

/** @param {string} page below src/ @param {string} name of a directive */
export const isOn = (page, name) => directives(english(page), name).length > 0

/** @param {string} page below src/ @returns {string[]} it, and translations */
const sourcesOf = (page) =>
  [srcDir, ...languages().map((code) => path.join(translationsDir, code))]
    .map((folder) => path.join(folder, page))
    .filter((file) => existsSync(file))

/** @param {string} page below src/ @returns {string[]} what is spelled of it */
function spelledOf(page) {
  const slug = chapterOf(page)?.slug ?? ''
  const figures = ['en', ...languages()].map((code) =>
    figureStrings(slug, code),
  )
  const without = translationLanguages()
    .filter(({ spelling }) => !spelling)
    .map(({ code }) => path.join(translationsDir, code, path.sep))
  return [...sourcesOf(page), ...(isOn(page, 'figure') ? figures : [])]
    .filter((file) => existsSync(file))
    .filter((file) => !without.some((folder) => file.startsWith(folder)))
}

/** @type {Record<string, (subject: Subject) => string[]>} in `run` */
const words = {
  '{chapter}': ({ chapter }) => [chapter.id],
  '{page}': ({ page }) => (page ? [page] : []),
  '{target}': ({ page, chapter }) => [page ?? chapter.id],
  '{outside}': ({ page }) =>
    page
      ? [page]
      : pages()
          .map(({ file }) => file)
          .filter((file) => !chapterOf(file)),
  '{built}': ({ page }) =>
    page
      ? ['', ...languages()].map((code) => path.join(code, siteFile(page)))
      : [],
  '{sources}': ({ page }) => (page ? ['--no-globs', ...sourcesOf(page)] : []),
  '{spelled}': ({ page }) => (page ? spelledOf(page) : []),
}

/** What the built site is made of. */
const site = [
  'book.toml',
  'src/',
  'translations/',
  'code/',
  'results/',
  'theme/',
  ...browserCode,
  ...bookCode,
]

/** @type {Record<string, (subject: Subject) => string[]>} in `reads` */
const patterns = {
  '{tests before}': ({ earlier }) =>
    earlier.map(({ id }) => `code/${id}/test/`),
  '{named}': ({ chapter }) =>
    chapter.pages
      .flatMap((page) => [...english(page).matchAll(/\bcode\/[\w./-]*\w/g)])
      .flatMap(([name]) => [name, `${name}/`]),
  '{browser}': () => browserCode,
  '{site}': () => site,
}

/**
 * @param {Check} check
 * @param {Subject} subject
 * @returns {string[]} patterns of paths that it reads
 */
export const readsOf = ({ reads }, subject) =>
  reads.flatMap(
    (pattern) =>
      patterns[pattern]?.(subject) ??
      pattern
        .replace('{chapter}', subject.chapter.id)
        .replace('{previous}', subject.earlier.at(-1)?.id ?? 'none')
        .replace('{slug}', subject.chapter.slug),
  )

/** @param {Check} check @param {Subject} subject @returns {Plan} */
export function planOf(check, subject) {
  const { page } = subject
  if (page && check.on && !isOn(page, check.on)) return null
  if (page && check.outside && chapterOf(page)) return null
  const made = check.plan?.(subject)
  const plan = made === undefined ? command(check.run ?? '', subject) : made
  const tool = check.wants?.()
  return plan && tool && !tool.path ? { skip: tool.reason } : plan
}

/** @param {string} run @param {Subject} subject @returns {Plan} */
function command(run, subject) {
  const [file, ...args] = run
    .split(' ')
    .flatMap((word) => words[word]?.(subject) ?? word)
  if (!existsSync(path.join(root, file))) return { fail: `${file} is missing` }
  return { argv: [process.execPath, path.join(root, file), ...args] }
}

/**
 * @param {string} folder
 * @param {(file: string) => boolean} wanted
 * @returns {string[]} absolute paths of files below it, sorted
 */
export const filesIn = (folder, wanted) =>
  filesBelow(folder)
    .map((name) => path.join(folder, name))
    .filter(wanted)
