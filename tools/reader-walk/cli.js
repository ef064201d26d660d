#!/usr/bin/env node
/**
 * Types and runs what the built pages of chapters show, as a reader does:
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
 */
import path from 'node:path'
import {
  chapterNamed,
  chapters,
  previousChapter,
} from '../book-model/chapters.js'
import { counted } from '../lib/message.js'
import { root } from '../lib/paths.js'
import { format } from '../lint/problems.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { sayMissed } from '../stores/stores.js'
import { StageFinder } from './stages.js'
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
  console.log(
    `walk: ${chapter.id}: ${listings} listings typed and ${commands} commands run in ${seconds} s, ${problems.length === 0 ? 'no failure' : counted(problems.length, 'failure')}`,
  )
  return isGood
}

endChildrenOnSignal()

/**
 * @param {string[]} args as above
 * @returns {Promise<boolean>} whether nothing is wrong
 */
async function main(args) {
  const [first, ...rest] = args
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
