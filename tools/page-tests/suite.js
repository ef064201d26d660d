/** Which tests a chapter's server is held to: its own, and earlier ones. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** What a program imports, or starts by a URL; `Buffer.from('a')` is neither. */
export const imported =
  /(?<!\.)\b(?:from|import|require|new URL)\s*\(?\s*(['"])([^'"\n]+)\1/g

/**
 * The tests that stand in `test/` itself: later chapters run them again.
 *
 * @param {Chapter} chapter
 * @returns {string[]} absolute paths, sorted
 */
export const lastingTests = ({ codeDir }) => testsIn(path.join(codeDir, 'test'))

/** @param {string} folder @returns {string[]} absolute paths, sorted */
function testsIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.js'))
    .sort()
    .map((name) => path.join(folder, name))
}

/** How a test gets a program of the chapter's `steps/`. */
const ofSteps = /\b(?:addressOf|library)\(\s*'(steps\/[^']*)'/g

/**
 * @param {string} file of tests, absolute path
 * @returns {string[]} the programs beside the server that it is about, such as
 *   `steps/1-hello.js`, and folders of them, such as `steps/loop/`
 */
export const stepsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(ofSteps)].map(([, name]) => name)

/**
 * The tests in `test/own/` of programs that readers have typed on the way.
 *
 * @param {Chapter} chapter
 * @returns {string[]} absolute paths, sorted
 */
export const stepTests = ({ codeDir }) =>
  testsIn(path.join(codeDir, 'test', 'own')).filter(
    (file) => stepsOf(file).length > 0,
  )

/**
 * The tests of some chapters that still apply at the last of them: those that
 * stand in `test/`, but for what one of them drops by name, and those of the
 * last one's steps.
 *
 * @param {Chapter[]} all in reading order
 */
export function cumulativeTests(all) {
  const dropped = all.flatMap(({ codeDir }) => {
    const file = path.join(codeDir, 'test', 'dropped.json')
    if (!existsSync(file)) return []
    const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')))
    return names.map((name) => path.resolve(codeDir, '..', name))
  })
  return all.map((chapter) => ({
    chapter,
    files: [
      ...lastingTests(chapter).filter((file) => !dropped.includes(file)),
      ...(chapter === all.at(-1) ? stepTests(chapter) : []),
    ],
  }))
}

/**
 * @param {string} file absolute path
 * @param {Map<string, string>} [texts]
 * @returns {Map<string, string>} its text and those of the files that it
 *   imports from its own folder, or below, by path
 */
export function withHelpers(file, texts = new Map()) {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
  if (texts.has(file) || !isFile) return texts
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  for (const [, , specifier] of text.matchAll(imported)) {
    if (!specifier.startsWith('./')) continue
    withHelpers(path.resolve(path.dirname(file), specifier), texts)
  }
  return texts
}

/** @param {string} text @returns {string[]} the modules that it takes */
const modulesIn = (text) =>
  [...text.matchAll(/\blibrary\(\s*'([^']+)'/g)].map(([, name]) => name)

/**
 * @param {string} file of tests, absolute path
 * @returns {string[]} the modules beside the server that it is about, such as
 *   `lib/http/body.js`
 */
export const modulesOf = (file) => [
  ...new Set(modulesIn(readFileSync(file, 'utf8'))),
]

/**
 * The modules beside the server that a test file, or a helper of it, needs and
 * that are not there.
 *
 * @param {string} file of tests
 * @param {string} app absolute path of the server
 * @returns {string[]} such as `lib/http/body.js`
 */
export const missingModules = (file, app) =>
  [...new Set([...withHelpers(file).values()].flatMap(modulesIn))].filter(
    (name) => !existsSync(path.join(path.dirname(app), name)),
  )

/**
 * @param {string} file of tests
 * @returns {boolean} whether it says that it needs a process of its own
 */
export const isAlone = (file) =>
  /^\/\/ @alone\b/m.test(readFileSync(file, 'utf8'))
