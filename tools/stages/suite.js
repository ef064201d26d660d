/** Which tests a chapter's server is held to: its own, and earlier ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('../manuscript/chapters.js').Chapter} Chapter */

/**
 * The tests that stand in `test/` itself: later chapters run them again.
 *
 * @param {Chapter} chapter
 * @returns {string[]} absolute paths, sorted
 */
export function lastingTests({ codeDir }) {
  const folder = path.join(codeDir, 'test')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.js'))
    .sort()
    .map((name) => path.join(folder, name))
}

/**
 * The tests of some chapters that still apply at the last of them: those that
 * stand in `test/`, but for what one of them drops by name.
 *
 * @param {Chapter[]} all in reading order
 * @returns {{ chapter: Chapter, files: string[] }[]}
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
    files: lastingTests(chapter).filter((file) => !dropped.includes(file)),
  }))
}

/**
 * @param {string} file of tests, absolute path
 * @returns {string[]} the modules beside the server that it is about, such as
 *   `lib/http/body.js`
 */
export const modulesOf = (file) => [
  ...new Set(
    [...readFileSync(file, 'utf8').matchAll(/\blibrary\(\s*'([^']+)'/g)].map(
      ([, name]) => name,
    ),
  ),
]

/**
 * The modules beside the server that a test file needs and that are not there.
 *
 * @param {string} file of tests
 * @param {string} app absolute path of the server
 * @returns {string[]} such as `lib/http/body.js`
 */
export const missingModules = (file, app) =>
  modulesOf(file).filter(
    (name) => !existsSync(path.join(path.dirname(app), name)),
  )

/**
 * @param {string} name such as `lib/http/body.js`
 * @param {Chapter[]} wanted
 * @returns {{ chapter: Chapter, file: string } | undefined} where it comes
 *   first
 */
export const originOf = (name, wanted) =>
  wanted
    .map((chapter) => ({ chapter, file: path.join(chapter.codeDir, name) }))
    .find(({ file }) => existsSync(file))
