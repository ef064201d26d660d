/**
 * A reader's own server against what should hold after a page, or at the end
 * of a chapter.
 */
import { counted } from '../lib/message.js'
import { fromRoot } from '../lib/paths.js'
import { node } from '../processes/toolchain.js'
import { failureLines, failuresOf, runUntil } from './by-page.js'
import {
  findCommand,
  pageTitle,
  readStages,
  shortName,
  stagesFile,
} from './data.js'
import { lastingTests, stepTests } from './suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./by-page.js').StageResult} StageResult */

/** @param {string} line */
const say = (line) => console.log(line)

/**
 * @param {StageResult} result
 * @param {string} title of the page
 * @param {string} app
 * @param {boolean} [isAsked] whether each test is named that passes
 */
function tellStage(result, title, app, isAsked = false) {
  say(`${result.title}: ${title}`)
  const passed = result.tests.filter(({ outcome }) => outcome !== 'failed')
  if (isAsked) {
    for (const { name, outcome } of passed) {
      say(`  ${outcome === 'passed' ? '✓' : '–'} ${name}`)
    }
  } else if (passed.length > 0) say(`  ✓ ${counted(passed.length, 'test')}`)
  for (const line of failureLines(result, app)) {
    say(`  ${line}`.trimEnd())
  }
  say('')
}

/** @param {StageResult[]} results @returns {string} `3 passed, 1 failed` */
function totals(results) {
  const all = results.flatMap((result) => result.tests)
  const count = (/** @type {string} */ wanted) =>
    all.filter(({ outcome }) => outcome === wanted).length
  const failed = results.reduce((sum, one) => sum + failuresOf(one), 0)
  const skipped = count('skipped')
  const rest = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${count('passed')} passed, ${failed} failed${rest}`
}

/**
 * @param {string} app absolute path
 * @param {Chapter} chapter
 * @param {string} [asked] page below src/; all of the chapter unless told
 * @returns {Promise<number>} exit status
 */
export async function tryPage(app, chapter, asked) {
  const page = asked ?? chapter.pages[chapter.pages.length - 1]
  const own = [...lastingTests(chapter), ...stepTests(chapter)]
  if (own.length > 0 && !readStages(chapter)) {
    console.error(
      `${fromRoot(stagesFile(chapter))} is missing, which says what should ` +
        `hold after a page; write it with: ${findCommand(chapter)}`,
    )
    return 1
  }
  const { path: runner, version, reason } = node(26)
  if (!runner) {
    console.error(reason)
    return 1
  }
  say(`${app}\nwith Node ${version.replace(/^v/, '')}`)
  say(`after “${pageTitle(page)}”, ${shortName(page)}\n`)
  const options = { app, node: runner }
  const { stages, earlier } = await runUntil(chapter, page, options)
  for (const result of stages) {
    tellStage(result, pageTitle(result.page), app, result.page === asked)
  }
  if (earlier.title) tellStage(earlier, 'what earlier chapters promise', app)
  const all = [...stages, earlier]
  const isGood = all.every((result) => failuresOf(result) === 0)
  const after = `what it should after ${shortName(page)}.`
  say(`${app}\n${isGood ? 'does' : 'does not do yet'} ${after}`)
  say(totals(all))
  return isGood ? 0 : 1
}
