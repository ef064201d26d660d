/** A reader's own server against what should hold after a page. */
import { fromRoot } from '../lib/paths.js'
import {
  findCommand,
  pageTitle,
  readStages,
  shortName,
  stagesFile,
  stagesOf,
} from './data.js'
import { beginTrial, say, Totals, tellPassed, voice } from './own-server.js'
import { failureLines, runEarlier, runStages } from './page-test.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./page-test.js').StageResult} StageResult */

/** @param {number} count */
const tests = (count) => (count === 1 ? '1 test' : `${count} tests`)

/**
 * @param {StageResult} result
 * @param {string} title of the page
 * @param {string} app
 * @param {boolean} isAsked whether each test is named that passes
 */
function tellStage(result, title, app, isAsked) {
  say(`${result.title}: ${title}`)
  const passed = result.tests.filter(({ outcome }) => outcome !== 'failed')
  if (isAsked) tellPassed(result)
  else if (passed.length > 0) say(`  ✓ ${tests(passed.length)}`)
  for (const line of failureLines(result, app, voice)) {
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

/**
 * @param {string} app absolute path
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @returns {Promise<number>} exit status
 */
export async function tryPage(app, chapter, page) {
  if (!readStages(chapter)) {
    console.error(
      `${fromRoot(stagesFile(chapter))} is missing, which says what should ` +
        `hold after a page; write it with: ${findCommand(chapter)}`,
    )
    return 1
  }
  const after = `after “${pageTitle(page)}”, ${shortName(page)}`
  const trial = beginTrial(app, chapter, after)
  if (!trial) return 1
  const note = sayOfPage(chapter, page)
  if (note) say(note)
  const totals = new Totals()
  const options = { app, node: trial.node }
  for (const result of await runStages(chapter, page, options)) {
    totals.add(result)
    tellStage(result, pageTitle(result.page), app, result.page === page)
  }
  const earlier = await runEarlier(chapter, page, options)
  totals.add(earlier)
  const [first, ...others] = earlier.chapters
  if (first) {
    const until = others.length > 0 ? ` to ${others.at(-1)}` : ''
    const title = `${first}${until}`
    tellStage(
      { ...earlier, title },
      'what earlier chapters promise',
      app,
      false,
    )
  }
  sayVerdict(app, chapter, page, totals)
  return totals.failed === 0 ? 0 : 1
}

/**
 * @param {string} app
 * @param {Chapter} chapter
 * @param {string} page below src/
 * @param {Totals} totals
 */
function sayVerdict(app, chapter, page, totals) {
  const after = `what it should after ${shortName(page)}.`
  if (totals.failed > 0) say(`${app}\ndoes not do yet ${after}`)
  else {
    say(`${app}\ndoes ${after}`)
    const at = chapter.pages.indexOf(page)
    const next = stagesOf(chapter).find(
      (stage) => chapter.pages.indexOf(stage.page) > at,
    )
    if (next) {
      say(`The next page that adds something to it: ${shortName(next.page)}`)
    }
  }
  say(String(totals))
}
