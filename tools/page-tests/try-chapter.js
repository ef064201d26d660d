/**
 * A reader's own server against what the chapters promise: every test of the
 * chapter and of those before it.
 */
import path from 'node:path'
import { fromRoot } from '../lib/paths.js'
import { beginTrial, say, Totals, tellPassed, voice } from './own-server.js'
import { failureLines } from './page-test.js'
import { runFiles } from './run.js'
import { cumulativeTests } from './suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./run.js').FileResult} FileResult */

/**
 * Says what came of a file of tests.
 *
 * @param {FileResult} result
 * @param {string} app
 * @param {Totals} totals
 * @returns {string[]} what failed, for the list at the end
 */
function tellFile(result, app, totals) {
  const { file, tests, trouble } = result
  const name = path.basename(file)
  const troubles = trouble === '' ? [] : [result]
  const own = { title: name, tests, absent: [], troubles }
  totals.add(own)
  say(`  ${fromRoot(file)}`)
  tellPassed(own)
  for (const line of failureLines(own, app, voice)) {
    say(`  ${line}`.trimEnd())
  }
  return [
    ...tests
      .filter(({ outcome }) => outcome === 'failed')
      .map((test) => `${test.name} (${name})`),
    ...troubles.map(() => `${name} was not run to its end`),
  ]
}

/**
 * @param {string} app absolute path
 * @param {Chapter} chapter
 * @returns {Promise<number>} exit status
 */
export async function tryChapter(app, chapter) {
  const trial = beginTrial(app, chapter)
  if (!trial) return 1
  const { node, wanted } = trial
  const totals = new Totals()
  /** @type {{ id: string, title: string, failed: string[] }[]} */
  const broken = []
  for (const { chapter: each, files } of cumulativeTests(wanted)) {
    if (files.length === 0) continue
    say(`${each.id}: ${each.title}`)
    /** @type {string[]} */
    const failed = []
    await runFiles(
      files.map((file) => ({ chapter: each, file, only: null })),
      {
        app,
        node,
        done: (result) => failed.push(...tellFile(result, app, totals)),
      },
    )
    if (failed.length > 0) broken.push({ ...each, failed })
    say('')
  }
  const verdict = broken.length === 0 ? 'keeps' : 'does not keep'
  say(`${app}\n${verdict} what the chapters up to ${chapter.id} promise.`)
  for (const { id, title, failed } of broken) {
    say(`\n${id}: ${title}`)
    for (const name of failed) say(`  ✗ ${name}`)
  }
  if (broken.length > 0) say('')
  say(String(totals))
  return totals.failed === 0 ? 0 : 1
}
