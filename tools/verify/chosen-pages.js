/**
 * The pages that the tests of the built site look at: those that can look or
 * run otherwise than before.
 */
import path from 'node:path'
import { chapters, pages } from '../book-model/chapters.js'
import { textOf } from '../lib/files.js'
import { browserCode, root, srcDir } from '../lib/paths.js'
import { languages } from './plans.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./changes.js').Changes} Changes */

/** The variable by which verify names them to its tests. */
const variable = 'CHOSEN_PAGES'

/** @returns {string[]} below src/; all where none are named */
export const chosenPages = () =>
  process.env[variable]?.split(',') ?? pages().map(({ file }) => file)

/** Whether these are all. */
export const areAllChosen = () => process.env[variable] === undefined

/**
 * @param {string[] | null} files below src/; null for all
 * @returns {{ env: Record<string, string | undefined> }} for a test
 */
export const choosePages = (files) => ({
  env: { [variable]: files?.join(',') },
})

/** What every page is made of. */
const everyPage = [
  'book.toml',
  'theme/',
  ...browserCode,
  'src/SUMMARY.md',
  'translations/*/*',
  'tools/mdbook/',
  'code/contenders/',
]

/**
 * The pages that can look or run otherwise than before.
 *
 * @param {Changes} changes
 * @returns {string[] | null} below src/, or all of them
 */
export function affectedPages(changes) {
  const builder = ['preprocess.js', 'render.js'].map((name) =>
    path.join(root, 'tools', 'mdbook', name),
  )
  if (changes.isAll || changes.touch(everyPage) || changes.reach(builder)) {
    return null
  }
  const all = chapters()
  const results = changes
    .among(['results/'])
    .map((file) => path.basename(file, '.json'))
  return pages()
    .map(({ file }) => file)
    .filter((file) => {
      const text = textOf(path.join(srcDir, file))
      const at = all.findIndex((chapter) => chapter.pages.includes(file))
      // A listing is compared with that of the chapter before.
      const codes = all.slice(Math.max(0, at - 1), at + 1)
      const own = [
        `src/${file}`,
        ...languages().map((code) => `translations/${code}/${file}`),
        ...(at < 0 ? [] : codes.map(({ id }) => `code/${id}/`)),
        ...(at < 0 ? [] : tablesOf(all[at])),
        ...codeInLab(text),
      ]
      return (
        changes.touch(own) ||
        changes.reach(widgetsOn(text)) ||
        results.some((result) => text.includes(result))
      )
    })
}

/**
 * @param {string} text of a page
 * @returns {string[]} absolute paths: widgets run modules of the chapters
 */
const widgetsOn = (text) =>
  [...text.matchAll(/data-widget="([\w-]+)"/g)].map(([, name]) =>
    path.join(root, 'widgets', name, 'index.js'),
  )

/** @param {string} text of a page @returns {string[]} patterns */
const codeInLab = (text) =>
  [...text.matchAll(/data-chapter="(ch\d\d)"/g)].map(([, id]) => `code/${id}/`)

/**
 * @param {Chapter} chapter
 * @returns {string[]} patterns of its quiz, its ranges and its figures
 */
const tablesOf = ({ slug }) => [
  `src/${slug}/*.json`,
  `src/${slug}/figures/`,
  `translations/*/${slug}/*.json`,
  `translations/*/${slug}/figures/`,
]
