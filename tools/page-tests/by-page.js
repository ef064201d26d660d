/** A chapter's tests on a reader's server, told by the pages they come from. */
import { basename } from 'node:path'
import { readStages, shortName, stagesOf, testId, wantedAfter } from './data.js'
import { explainFile, explainTest } from './explain.js'
import { runFiles } from './run.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./run.js').FileResult} FileResult */
/** @typedef {import('./run.js').Tested} Tested */

/**
 * @typedef {object} StageResult
 * @property {string} title `ch05/fields`, or a chapter's id
 * @property {Tested[]} tests that ran
 * @property {{ name: string, file: string }[]} absent tests that did not run
 * @property {FileResult[]} troubles of files that were not run to their end
 */

/** How many failures are explained; whoever mends those, sees the next. */
const explainedAtMost = 3

/** @param {StageResult} result @returns {number} */
export const failuresOf = ({ tests, absent, troubles }) =>
  tests.filter(({ outcome }) => outcome === 'failed').length +
  (absent.length > 0 ? absent.length : troubles.length)

/**
 * What came of the chapter's own tests, by the page that makes them pass.
 *
 * @param {Chapter} chapter
 * @param {string} page below src/, up to which they are wanted
 * @param {FileResult[]} results
 * @returns {(StageResult & { page: string })[]} in reading order
 */
export function byPage(chapter, page, results) {
  const until = chapter.pages.indexOf(page)
  const stages = readStages(chapter) ?? {}
  const expected = stagesOf(chapter, true).filter(
    ({ page: own }) => chapter.pages.indexOf(own) <= until,
  )
  const byFile = new Map(results.map((result) => [result.file, result]))
  const found = expected.map(({ page: own, tests }) => {
    const ran = tests.flatMap(({ file, name }) => {
      const result = byFile.get(file)
      return result?.tests.filter((test) => test.name === name) ?? []
    })
    const absent = tests.filter(
      ({ file, name }) =>
        !ran.some((test) => test.file === file && test.name === name),
    )
    const files = new Set(tests.map(({ file }) => file))
    const troubles = results.filter(
      ({ file, trouble }) => trouble !== '' && files.has(file),
    )
    const title = shortName(own)
    return { page: own, title, tests: ran, absent, troubles }
  })
  // Tests that are assigned to no page yet belong to what is looked at.
  const others = results.flatMap(({ file, tests }) =>
    tests.filter(({ name }) => stages[testId(file)]?.[name] === undefined),
  )
  const known = expected.flatMap(({ tests }) => tests.map(({ file }) => file))
  const troubles = results.filter(
    ({ file, trouble }) => trouble !== '' && !known.includes(file),
  )
  if (others.length + troubles.length === 0) return found
  const last = found.at(-1)
  if (last?.page === page) {
    last.tests.push(...others)
    last.troubles.push(...troubles)
  } else {
    const title = shortName(page)
    found.push({ page, title, tests: others, absent: [], troubles })
  }
  return found
}

/** @param {string[]} lines @param {number} by @returns {string[]} */
const indented = (lines, by) =>
  lines.map((line) => `${' '.repeat(by)}${line}`.trimEnd())

/**
 * What failed, and why.
 *
 * @param {StageResult} result
 * @param {string} app absolute path
 * @returns {string[]}
 */
export function failureLines(result, app) {
  const { tests, absent, troubles } = result
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const others = absent.filter(
    ({ file }) => !troubles.some((trouble) => trouble.file === file),
  )
  return [
    ...failedLines(failed, app),
    ...troubles.flatMap((trouble) => troubleLines(trouble, result)),
    ...namesOf(others),
    ...(others.length > 0
      ? ['    it was not run: the tests ended before it']
      : []),
  ]
}

/**
 * @param {{ name: string }[]} tests
 * @returns {string[]} a line for each, and one for those that are too many
 */
function namesOf(tests) {
  const rest = tests.length - explainedAtMost
  const shown = rest > 1 ? tests.slice(0, explainedAtMost) : tests
  return [
    ...shown.map(({ name }) => `✗ ${name}`),
    ...(rest > 1 ? [`✗ and ${rest} more`] : []),
  ]
}

/**
 * @param {FileResult} trouble of a file that was not run to its end
 * @param {StageResult} result
 * @returns {string[]}
 */
function troubleLines(trouble, { tests, absent }) {
  const { file } = trouble
  const own = absent.filter((test) => test.file === file)
  const shown = own.length > 0 ? own : [{ name: basename(file) }]
  // A test that has failed says more than what was printed.
  const isTold = tests.some(
    (test) => test.file === file && test.outcome === 'failed',
  )
  const told = isTold ? { ...trouble, output: '' } : trouble
  const reason = explainFile(told, own[0]?.name ?? '')
  return [...namesOf(shown), ...indented(reason, 4)]
}

/**
 * @param {Tested[]} failed
 * @param {string} app
 * @returns {string[]}
 */
function failedLines(failed, app) {
  /** @type {string[]} */
  const lines = []
  let before = ''
  for (const [i, test] of failed.entries()) {
    lines.push(`✗ ${test.name}`)
    if (i >= explainedAtMost) continue
    const reason = explainTest(test, app)
    // Each test may have a server, and a port, of its own.
    const text = reason.join('\n').replaceAll(/(Host: \S+):\d+/g, '$1')
    const isSame = text === before
    before = text
    lines.push(...indented(isSame ? ['the same as above'] : reason, 4))
  }
  if (failed.length > explainedAtMost)
    lines.push('    These are explained once the first ones pass.')
  return lines
}

/**
 * Runs what should hold after a page.
 *
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @param {object} options
 * @param {string} options.app
 * @param {string} options.node
 * @returns {Promise<(StageResult & { page: string })[]>}
 */
export async function runStages(chapter, page, options) {
  const wanted = wantedAfter(chapter, page).filter(
    (one) => one.chapter.id === chapter.id,
  )
  return byPage(chapter, page, await runFiles(wanted, options))
}

/**
 * Runs what earlier chapters promise, and should hold after a page.
 *
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @param {object} options
 * @param {string} options.app
 * @param {string} options.node
 * @returns {Promise<StageResult & { chapters: string[] }>} with their ids
 */
export async function runEarlier(chapter, page, options) {
  const wanted = wantedAfter(chapter, page).filter(
    (one) => one.chapter.id !== chapter.id,
  )
  const results = await runFiles(wanted, options)
  return {
    title: '',
    tests: results.flatMap(({ tests }) => tests),
    absent: [],
    troubles: results.filter(({ trouble }) => trouble !== ''),
    chapters: [...new Set(wanted.map((one) => one.chapter.id))],
  }
}
