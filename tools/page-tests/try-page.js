/**
 * A reader's own server against what should hold after a page, or at the end
 * of a chapter.
 */
import { fromRoot } from '../lib/paths.js'
import { node } from '../processes/toolchain.js'
import { failureLines, failuresOf, runEarlier, runStages } from './by-page.js'
import {
  findCommand,
  pageTitle,
  readStages,
  shortName,
  stagesFile,
  stagesOf,
} from './data.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./by-page.js').StageResult} StageResult */

/** @param {string} line */
const say = (line) => console.log(line)

/** @param {number} count */
const tests = (count) => (count === 1 ? '1 test' : `${count} tests`)

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
  } else if (passed.length > 0) say(`  ✓ ${tests(passed.length)}`)
  for (const line of failureLines(result, app)) {
    say(`  ${line}`.trimEnd())
  }
  say('')
}

/**
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @returns {string} what a page without tests of its own has to say
 */
function sayOfPage(chapter, page) {
  const stages = stagesOf(chapter)
  if (stages.some((stage) => stage.page === page)) return ''
  const at = chapter.pages.indexOf(page)
  const before = stages.findLast(
    (stage) => chapter.pages.indexOf(stage.page) < at,
  )
  const since = before
    ? `the same should hold as after ${shortName(before.page)}`
    : `what should hold is what earlier chapters promise`
  return `This page makes no test pass: ${since}.\n`
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
  if (asked && !readStages(chapter)) {
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
  const note = asked ? sayOfPage(chapter, page) : ''
  if (note) say(note)
  const options = { app, node: runner }
  const results = await runStages(chapter, page, options)
  for (const result of results) {
    tellStage(result, pageTitle(result.page), app, result.page === asked)
  }
  const earlier = await runEarlier(chapter, page, options)
  const [first, ...others] = earlier.chapters
  if (first) {
    const until = others.length > 0 ? ` to ${others.at(-1)}` : ''
    const title = `${first}${until}`
    tellStage({ ...earlier, title }, 'what earlier chapters promise', app)
  }
  const all = [...results, earlier]
  const isGood = all.every((result) => failuresOf(result) === 0)
  sayVerdict(app, chapter, page, isGood)
  say(totals(all))
  return isGood ? 0 : 1
}

/**
 * @param {string} app
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @param {boolean} isGood
 */
function sayVerdict(app, chapter, page, isGood) {
  const after = `what it should after ${shortName(page)}.`
  say(`${app}\n${isGood ? 'does' : 'does not do yet'} ${after}`)
  if (!isGood) return
  const at = chapter.pages.indexOf(page)
  const next = stagesOf(chapter).find(
    (stage) => chapter.pages.indexOf(stage.page) > at,
  )
  if (next) {
    say(`The next page that adds something to it: ${shortName(next.page)}`)
  }
}
