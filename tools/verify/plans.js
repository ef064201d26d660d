/** What the checks are made of: files to look for, and commands to run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { siteFile } from '../book-model/chapters.js'
import { fences } from '../book-model/markdown.js'
import {
  bookCode,
  browserCode,
  fromRoot,
  root,
  srcDir,
  translationsDir,
} from '../lib/paths.js'
import { cumulativeTests } from '../page-tests/suite.js'
import { chromium, node } from '../processes/toolchain.js'
import { kinds, storeNames } from '../stores/stores.js'
import { isSettled } from './settled.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('../stores/programs.js').StoreName} StoreName */

/**
 * What to do for one cell of the table: run a command, say why it cannot be
 * run, say why it fails without running anything, or nothing at all, where
 * the check has no meaning.
 *
 * @typedef {{ argv: string[], cwd?: string,
 *   env?: Record<string, string | undefined>, stores?: StoreName[] }
 *   | { skip: string } | { fail: string } | null} Plan
 */

/**
 * A page that its author is at work on.
 *
 * @typedef {object} AuthoredPage
 * @property {string} file below src/
 * @property {Chapter | undefined} chapter undefined for the introduction
 * @property {string} text
 * @property {string[]} sources absolute paths: the English page, and its
 *   translations
 */

/**
 * @param {string} file below src/
 * @param {Chapter | undefined} chapter
 * @returns {AuthoredPage}
 */
export function authoredPage(file, chapter) {
  const english = path.join(srcDir, file)
  const translations = languages().map((code) =>
    path.join(translationsDir, code, file),
  )
  return {
    file,
    chapter,
    text: readFileSync(english, 'utf8'),
    sources: [english, ...translations.filter((one) => existsSync(one))],
  }
}

/** @returns {string[]} codes of the languages that the book is translated to */
export const languages = () =>
  existsSync(translationsDir)
    ? readdirSync(translationsDir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

/**
 * @param {string} file below src/
 * @returns {string[]} where it is below the site's folder, in each language
 */
export const builtPages = (file) =>
  ['', ...languages()].map((code) => path.join(code, siteFile(file)))

/**
 * The files below a folder, without what npm and cargo put there.
 *
 * @param {string} folder
 * @param {(file: string) => boolean} wanted
 * @returns {string[]} absolute paths, sorted
 */
export function filesIn(folder, wanted) {
  if (!existsSync(folder)) return []
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'target', '.cache'].includes(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) found.push(...filesIn(file, wanted))
    else if (wanted(file)) found.push(file)
  }
  return found.sort()
}

/** @param {string} file */
export const isTest = (file) => file.endsWith('.test.js')
/** @param {string} file */
export const isBrowserTest = (file) =>
  /^(.+\.)?browser\.test\.js$/.test(path.basename(file))
/** @param {string} file whether it is a costly test: `// @nightly` */
export const isNightly = (file) =>
  /^\/\/ @nightly$/m.test(readFileSync(file, 'utf8'))
/** @param {string} file */
const isExercise = (file) => file.split(path.sep).includes('exercises')

/** The totals are read from its output. */
export const reporter = `--test-reporter=${new URL('failures.js', import.meta.url)}`

/**
 * @param {string} runner a Node
 * @param {string[]} files after options of the test runner, if there are any
 * @param {Omit<Extract<Plan, { argv: string[] }>, 'argv'>} [rest]
 * @returns {Plan}
 */
export function nodeTest(runner, files, rest = {}) {
  return { argv: [runner, '--test', reporter, ...files], ...rest }
}

/**
 * @param {string} file from the root
 * @param {...string} args
 * @returns {Plan}
 */
export function script(file, ...args) {
  if (!existsSync(path.join(root, file))) return { fail: `${file} is missing` }
  return { argv: [process.execPath, path.join(root, file), ...args] }
}

/**
 * A chapter's own tests; those of its exercises are another check.
 *
 * @param {Chapter} chapter
 */
export const ownTests = (chapter) =>
  filesIn(chapter.codeDir, (file) => isTest(file) && !isExercise(file))

/**
 * @param {Chapter[]} earlier
 * @param {Chapter} chapter
 * @param {boolean} [all] false where the chapter before it is tested in the
 *   same run, with what it settles
 * @returns {string[]} the tests of the chapters before it that still apply
 */
export function earlierTests(earlier, chapter, all = true) {
  const files = cumulativeTests([...earlier, chapter])
    .slice(0, -1)
    .flatMap(({ files }) => files)
  const previous = earlier.at(-1)
  if (all || !previous) return files
  return files.filter((file) => !isSettled(file, chapter, previous))
}

/**
 * @param {Chapter[]} all
 * @returns {string} what to say of tests that are not run once more
 */
export function sayOfSettled(all) {
  /** @param {boolean} every */
  const count = (every) =>
    all.flatMap((chapter, i) => earlierTests(all.slice(0, i), chapter, every))
      .length
  const most = count(true)
  return (
    `Chapters run ${count(false)} of ${most} files of earlier tests again; for ` +
    'the rest nothing has changed since the chapter before. --full runs all'
  )
}

/**
 * Tests against a chapter's server, each file in a process of its own, as
 * `npm test` runs them.
 *
 * @param {Chapter} chapter
 * @param {string[]} files
 * @returns {Plan}
 */
export function chapterTests(chapter, files) {
  const { path: runner, reason } = node(26)
  if (!runner) return { fail: reason }
  const stores = storesOf(files)
  return nodeTest(runner, files, { ...onServerOf(chapter), stores })
}

/**
 * @param {string[]} files of tests
 * @returns {StoreName[]} whose addresses they, or programs beside them, ask for
 */
export function storesOf(files) {
  const folders = new Set(files.map((file) => path.dirname(file)))
  const texts = [...folders]
    .flatMap((folder) => filesIn(folder, (file) => file.endsWith('.js')))
    .map((file) => readFileSync(file, 'utf8'))
  return storeNames.filter((name) =>
    texts.some((text) => text.includes(kinds[name].variable)),
  )
}

/** @param {Chapter} chapter @param {Record<string, string>} [env] */
const onServerOf = ({ codeDir }, env) => ({
  cwd: codeDir,
  env: { APP: path.join(codeDir, 'server.js'), ...env },
})

/**
 * The same of many files, in a process for those of each chapter: each of them
 * has a process of its own where it is new.
 *
 * @param {Chapter} chapter
 * @param {string[]} files
 * @param {number} major of the Node that runs them
 * @param {Record<string, string>} [env] what the tests are told besides
 * @returns {Plan}
 */
export function testsTogether(chapter, files, major, env) {
  const { path: runner, reason } = node(major)
  if (!runner) return major === 26 ? { fail: reason } : { skip: reason }
  const together = script('tools/verify/together.js', runner, ...files)
  return together && 'argv' in together
    ? { ...together, ...onServerOf(chapter, env), stores: storesOf(files) }
    : together
}

/** @param {Chapter} chapter */
export const noTests = (chapter) => ({
  fail: `${fromRoot(chapter.codeDir)} has no test (*.test.js)`,
})

/**
 * @param {() => Plan} plan
 * @returns {Plan}
 */
export function inChromium(plan) {
  const tool = chromium()
  return tool.path ? plan() : { skip: tool.reason }
}

/** What a test reads that builds a book of its own. */
const machinery = ['book.toml', 'theme/', ...browserCode, ...bookCode]

/**
 * Tests of what has changed, or of what reaches it. A test says in a comment
 * what it reads besides the programs that it names: `// @reads code/`.
 *
 * @param {string[]} files of tests, absolute paths
 * @param {Changes} changes
 * @returns {string[]}
 */
export const affectedTests = (files, changes) =>
  files.filter((file) => {
    if (changes.isAll || changes.reach([file])) return true
    const text = readFileSync(file, 'utf8')
    const [, read = ''] = /^\/\/ @reads (.+)$/m.exec(text) ?? []
    return changes.touch([
      `${fromRoot(path.dirname(file))}/*.*`,
      ...read.split(/[\s,]+/).filter(Boolean),
      ...(text.includes('bookMachinery') ? machinery : []),
    ])
  })

/**
 * @param {Chapter} chapter
 * @returns {number} of commands in the transcripts of its pages
 */
export const commandsOf = (chapter) =>
  chapter.pages
    .map((page) => path.join(srcDir, page))
    .filter((file) => existsSync(file))
    .flatMap((file) => fences(readFileSync(file, 'utf8'), 'console'))
    .flatMap(({ content }) => content)
    .filter((line) => line.startsWith('$ ')).length

/**
 * What the checks of a chapter's pages read of them.
 *
 * @param {Chapter} chapter
 * @returns {string[]} patterns of paths
 */
export const pagesOf = ({ slug }) => [
  'src/SUMMARY.md',
  `src/${slug}/`,
  `translations/*/${slug}/`,
]

/**
 * What a chapter's pages name of the repository.
 *
 * @param {Chapter} chapter
 * @returns {string[]} patterns of paths
 */
export const namedOn = (chapter) =>
  chapter.pages
    .map((page) => path.join(srcDir, page))
    .filter((file) => existsSync(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\bcode\/[\w./-]*\w/g),
    ])
    .flatMap(([name]) => [name, `${name}/`])
