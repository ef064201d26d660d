#!/usr/bin/env node
/**
 * Types and runs what the built pages of chapters show, as a reader does, and
 * begins each as those do who begin there:
 *
 *     node tools/reader-walk/cli.js [chNN …]
 *
 * With `page-tests`, it builds the book first, runs the chapter's tests on the
 * reader's folder after each page, and writes down which page makes which test
 * pass, in the page-tests.json of each chapter:
 *
 *     node tools/reader-walk/cli.js page-tests [--no-build] [--own] [chNN …]
 *
 * With --own, only the chapter's own tests are run: what its pages do to those
 * of earlier chapters is kept as it was.
 *
 * With `starts`, it begins each road as the introduction does:
 *
 *     node tools/reader-walk/cli.js starts
 */
import path from 'node:path'
import {
  chapterNamed,
  chapters,
  previousChapter,
} from '../book-model/chapters.js'
import { root } from '../lib/paths.js'
import { format } from '../lint/problems.js'
import { endAllGroups } from '../processes/groups.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { sayMissed } from '../stores/stores.js'
import { removeWorkspaces } from '../transcripts/workspace.js'
import { StageFinder } from './stages.js'
import { tryRoads } from './starts.js'
import { walkChapter } from './walk.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** What may stand behind `page-tests`, besides chapters. */
const flags = ['--no-build', '--own']

async function build() {
  const script = path.join(root, 'tools', 'verify', 'build.js')
  const { status, output } = await run(process.execPath, [script], {
    cwd: root,
    timeout: Number.POSITIVE_INFINITY,
  })
  if (status !== 0) throw new Error(`the book does not build:\n${output}`)
}

/**
 * @param {Chapter} chapter
 * @param {StageFinder} [finder]
 * @returns {Promise<boolean>} whether nothing is wrong; outputs that differ
 *   are told, and do not keep what was found from being written
 */
async function walk(chapter, finder) {
  const start = performance.now()
  const before = previousChapter(chapter.id)
  const walked = await walkChapter(chapter, before, finder)
  const { problems, misprints, commands, listings, missed } = walked
  // Where the folder is not the reader's, its tests say nothing.
  if (finder && problems.length === misprints) problems.push(...finder.write())
  const isGood = problems.length === (finder ? misprints : 0)
  for (const problem of problems) console.log(`${format(problem)}\n`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (missed.length > 0) console.log(sayMissed(missed))
  const tests = finder ? `, ${finder.summary()}` : ''
  console.log(
    `walk: ${chapter.id}: ${listings} listings typed and ${commands} commands run in ${seconds} s${tests}, ${failures(problems.length)}`,
  )
  return isGood
}

/** @param {number} count */
const failures = (count) =>
  count === 0
    ? 'no failure'
    : `${count} ${count === 1 ? 'failure' : 'failures'}`

/** @returns {Promise<boolean>} whether nothing is wrong */
async function start() {
  const [first] = chapters()
  const problems = await tryRoads('README.md', first)
  for (const problem of problems) console.log(`${format(problem)}\n`)
  console.log(`starts: the roads begun, ${failures(problems.length)}`)
  return problems.length === 0
}

endChildrenOnSignal()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endAllGroups()
    removeWorkspaces()
  })
}

/**
 * @param {string[]} args as above
 * @returns {Promise<boolean>} whether nothing is wrong
 */
async function main(args) {
  const [first, ...rest] = args
  if (first === 'starts') return start()
  const writes = first === 'page-tests'
  const options = writes ? rest : args
  const ids = options.filter((one) => !flags.includes(one))
  const wanted = ids.length > 0 ? ids.map(chapterNamed) : chapters()
  if (writes && !options.includes('--no-build')) await build()
  let isGood = true
  for (const chapter of wanted) {
    const isOwn = options.includes('--own')
    const finder = writes ? new StageFinder(chapter, runner(), isOwn) : null
    const isIdle = !finder || finder.isIdle
    if (!(await walk(chapter, isIdle ? undefined : finder))) isGood = false
  }
  return isGood
}

/** @returns {string} the Node that tests are run with */
function runner() {
  const tool = node(26)
  if (!tool.path) throw new Error(tool.reason)
  return tool.path
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
