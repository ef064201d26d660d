/**
 * Which page makes which test pass. `page-tests.json` beside a chapter's pages
 * says it; the reader's walk finds it out and writes it:
 *
 *     node tools/reader-walk/cli.js page-tests ch05
 */
import path from 'node:path'
import { chapters, chaptersUntil } from '../book-model/chapters.js'
import { headings } from '../book-model/markdown.js'
import { readJson, textOf } from '../lib/files.js'
import { codeDir, srcDir } from '../lib/paths.js'
import { cumulativeTests } from './suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/**
 * By test file, `ch05/test/fields.test.js`, and by the test's name: the page
 * after which it passes for good, such as `fields.md`. It has all tests of the
 * chapter itself, and the files of earlier ones of which some test does not
 * pass from its first page on. Where there is no name, it passes before the
 * chapter has changed anything.
 *
 * @typedef {Record<string, Record<string, string>>} Stages
 */

/**
 * @typedef {object} Found
 * @property {Record<string, string>} sources what it was found out from, see
 *   sources.js
 * @property {Stages} tests
 */

/**
 * A page that makes tests pass.
 *
 * @typedef {object} Stage
 * @property {string} page below src/
 * @property {{ file: string, name: string }[]} tests of the chapter that pass
 *   from there on; the file is an absolute path
 */

/** @param {Chapter} chapter */
export const stagesFile = ({ slug }) =>
  path.join(srcDir, slug, 'page-tests.json')

/** @param {Chapter} chapter @returns {string} the command that writes it */
export const findCommand = ({ id }) =>
  `node tools/reader-walk/cli.js page-tests ${id}`

/** @param {string} file of tests, absolute path */
export const testId = (file) =>
  path.relative(codeDir, file).split(path.sep).join('/')

/** @param {string} page below src/ @returns {string} `ch05/fields` */
export const shortName = (page) =>
  page.replace(/^(ch\d\d)-[^/]+/, '$1').replace(/(\/README)?\.md$/, '')

/** @param {string} page below src/ @returns {string} its first heading */
export const pageTitle = (page) =>
  headings(textOf(path.join(srcDir, page)))[0]?.text ?? page

/**
 * @param {Chapter} chapter
 * @returns {Found} empty where it has not been found out yet
 */
export function readFound(chapter) {
  return { sources: {}, tests: {}, ...readJson(stagesFile(chapter)) }
}

/**
 * @param {Chapter} chapter
 * @returns {Stages | null} null where it has not been found out yet
 */
export const readStages = (chapter) =>
  readJson(stagesFile(chapter)) && readFound(chapter).tests

/** @param {Found} found @returns {string} as the file has it */
export const formatFound = (found) => `${JSON.stringify(found, null, 2)}\n`

/**
 * @param {Chapter} chapter
 * @param {string} name of a page's file
 * @returns {number} its place; the last for a page that is gone, and -1 for
 *   what is before all
 */
export function indexOfPage({ slug, pages: all }, name) {
  if (name === '') return -1
  const index = all.indexOf(`${slug}/${name}`)
  return index === -1 ? all.length - 1 : index
}

/**
 * The pages of a chapter that make tests pass, in reading order.
 *
 * @param {Chapter} chapter
 * @param {boolean} [all] whether the first page has those, too, that passed
 *   before
 */
export function stagesOf(chapter, all = false) {
  const stages = readStages(chapter) ?? {}
  /** @type {Stage[]} */
  const found = chapter.pages.map((page) => ({ page, tests: [] }))
  for (const [id, byName] of Object.entries(stages)) {
    if (!id.startsWith(`${chapter.id}/`)) continue
    const file = path.join(codeDir, id)
    for (const [name, page] of Object.entries(byName)) {
      const index = indexOfPage(chapter, page)
      if (index >= 0 || all)
        found[Math.max(index, 0)].tests.push({ file, name })
    }
  }
  return found.filter(({ tests }) => tests.length > 0)
}

/**
 * @typedef {object} Wanted
 * @property {Chapter} chapter whose test it is
 * @property {string} file absolute path
 * @property {string[] | null} only names of the tests that should pass; null
 *   for all
 * @property {number} [timeout] how long it may take, in seconds
 */

/**
 * What should hold after a page.
 *
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @returns {Wanted[]} files of which at least one test should pass
 */
export function wantedAfter(chapter, page) {
  const stages = readStages(chapter) ?? {}
  const at = chapter.pages.indexOf(page)
  /** @type {Wanted[]} */
  const wanted = []
  for (const { chapter: own, files } of cumulativeTests(
    chaptersUntil(chapter),
  )) {
    for (const file of files) {
      const known = stages[testId(file)] ?? {}
      const names = Object.keys(known)
      const now = names.filter(
        (name) => indexOfPage(chapter, known[name]) <= at,
      )
      const isWhole = now.length === names.length
      if (!isWhole && now.length === 0) continue
      wanted.push({ chapter: own, file, only: isWhole ? null : now })
    }
  }
  return wanted
}

/**
 * @param {string} file of tests, absolute path
 * @param {string} name
 * @returns {string | null} the page that explains it, below src/; the chapter's
 *   first one where that is unknown
 */
export function pageOfTest(file, name) {
  const id = testId(file)
  const chapter = chapters().find((one) => id.startsWith(`${one.id}/`))
  if (!chapter) return null
  const page = readStages(chapter)?.[id]?.[name]
  return page ? `${chapter.slug}/${page}` : chapter.pages[0]
}
