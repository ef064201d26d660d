/** A chapter's tests on a reader's server, told by the pages they come from. */
import { basename } from 'node:path'
import { shortName, stagesOf, wantedAfter } from './data.js'
import { explainFile, explainTest } from './explain.js'
import { runFiles } from './run.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./run.js').FileResult} FileResult */
/** @typedef {import('./run.js').Tested} Tested */

/**
 * @typedef {object} StageResult
 * @property {string} title `ch05/fields`, or a chapter's id
 * @property {Tested[]} tests that ran
 * @property {Test[]} absent tests that did not run
 * @property {FileResult[]} troubles of files that were not run to their end
 */

/** How many failures are explained; whoever mends those, sees the next. */
const explainedAtMost = 3

/** @param {StageResult} result @returns {number} */
export const failuresOf = ({ tests, absent, troubles }) =>
  tests.filter(({ outcome }) => outcome === 'failed').length +
  (absent.length > 0 ? absent.length : troubles.length)

/**
 * @param {Chapter} chapter
 * @param {string} page below src/, up to which they are wanted
 * @param {FileResult[]} results
 * @returns {(StageResult & { page: string })[]} what came of the chapter's own
 *   tests, by the page that makes them pass, in reading order
 */
const byPage = (chapter, page, results) =>
  stagesOf(chapter, true)
    .filter(
      ({ page: own }) =>
        chapter.pages.indexOf(own) <= chapter.pages.indexOf(page),
    )
    .map(({ page: own, tests }) => {
      const ran = results
        .flatMap((result) => result.tests)
        .filter((one) => tests.some((test) => isSame(test, one)))
      return {
        page: own,
        title: shortName(own),
        tests: ran,
        absent: tests.filter((test) => !ran.some((one) => isSame(test, one))),
        troubles: results.filter(
          ({ file, trouble }) =>
            trouble !== '' && tests.some((test) => test.file === file),
        ),
      }
    })

/** @typedef {{ name: string, file: string }} Test */

/** @param {Test} a @param {Test} b */
const isSame = (a, b) => a.file === b.file && a.name === b.name

/** @param {string[]} lines @returns {string[]} */
const indented = (lines) => lines.map((line) => `    ${line}`.trimEnd())

/** @param {{ name: string }[]} tests */
const namesOf = (tests) => tests.map(({ name }) => `✗ ${name}`)

/**
 * What failed, and why.
 *
 * @param {StageResult} result
 * @param {string} app absolute path
 */
export function failureLines({ tests, absent, troubles }, app) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const rest = absent.filter(
    ({ file }) => !troubles.some((trouble) => trouble.file === file),
  )
  return [
    ...failed.flatMap((test, i) => [
      ...namesOf([test]),
      ...(i < explainedAtMost ? indented(explainTest(test, app)) : []),
    ]),
    ...troubles.flatMap((trouble) => {
      const own = absent.filter(({ file }) => file === trouble.file)
      const [{ name }] = [...own, { name: basename(trouble.file) }]
      return [
        ...namesOf(own.length > 0 ? own : [{ name }]),
        ...indented(explainFile(trouble, name)),
      ]
    }),
    ...namesOf(rest),
    ...(rest.length > 0
      ? ['    it was not run: the tests ended before it']
      : []),
  ]
}

/**
 * Runs what should hold after a page: what the chapter's pages until there
 * make pass, and what earlier chapters promise.
 *
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @param {{ app: string, node: string }} options
 */
export async function runUntil(chapter, page, options) {
  const wanted = wantedAfter(chapter, page)
  const results = await runFiles(wanted, options)
  const ids = wanted.map((one) => one.chapter.id)
  const others = results.filter((_, i) => ids[i] !== chapter.id)
  const chapters = [...new Set(ids)].filter((id) => id !== chapter.id)
  return {
    stages: byPage(chapter, page, results),
    /** @type {StageResult} */
    earlier: {
      title: [...new Set([chapters[0], chapters.at(-1)])].join(' to '),
      tests: others.flatMap(({ tests }) => tests),
      absent: [],
      troubles: others.filter(({ trouble }) => trouble !== ''),
    },
  }
}
