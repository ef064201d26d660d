#!/usr/bin/env node
/**
 * Types and runs what the built pages of chapters show, as a reader does, and
 * runs the chapter's tests on the reader's folder after each page:
 *
 *     node tools/reader-walk/cli.js [chNN …]
 *
 * With `stages`, it builds the book first, and writes down which page makes
 * which test pass, in the page-tests.json of each chapter:
 *
 *     node tools/reader-walk/cli.js page-tests [--no-build] [--own] [chNN …]
 *
 * With `starts`, it begins each chapter as its first page tells those who begin
 * there, and each road as the introduction does:
 *
 *     node tools/reader-walk/cli.js starts
 *
 * With --own, only the chapter's own tests are run: what its pages do to those
 * of earlier chapters is kept as it was.
 */
import path from 'node:path'
import { chapters, previousChapter } from '../book-model/chapters.js'
import { root } from '../lib/paths.js'
import { format } from '../lint/problems.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { sayMissed } from '../stores/stores.js'
import { endAllGroups } from '../transcripts/groups.js'
import { removeWorkspaces } from '../transcripts/workspace.js'
import { StageFinder } from './stages.js'
import { tryRoads, tryStart } from './starts.js'
import { walkChapter } from './walk.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** @param {string[]} ids @returns {Chapter[]} */
function chosen(ids) {
  const all = chapters()
  if (ids.length === 0) return all
  return ids.map((id) => {
    const found = all.find((chapter) => chapter.id === id)
    if (found) return found
    const known = all.map((chapter) => chapter.id).join(', ')
    throw new Error(`got the chapter "${id}"; expected one of ${known}`)
  })
}

/** What may stand behind `stages`, besides chapters. */
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
 * @param {string} runner a Node
 * @param {'all' | 'own' | 'some'} which tests are run; of some, the stages are
 *   compared, and not written
 * @returns {Promise<boolean>} whether nothing is wrong; outputs that differ
 *   are told, and do not keep the stages from being written
 */
async function walk(chapter, runner, which) {
  const writes = which !== 'some'
  const start = performance.now()
  const finder = new StageFinder(chapter, runner, which)
  const walked = await walkChapter(
    chapter,
    previousChapter(chapter.id),
    finder.isIdle ? undefined : finder,
  )
  const { problems, misprints, commands, listings, missed } = walked
  // Where the folder is not the reader's, its tests say nothing.
  if (problems.length === misprints && !finder.isIdle) {
    problems.push(...(writes ? finder.write() : finder.compare()))
  }
  const isGood = problems.length === (writes ? misprints : 0)
  for (const problem of problems) console.log(`${format(problem)}\n`)
  const pages = new Set(problems.map(({ file }) => file)).size
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const failures = `${problems.length} failures in ${pages} files`
  if (missed.length > 0) console.log(sayMissed(missed))
  const verdict = problems.length === 0 ? 'no failure' : failures
  const tests = finder.isIdle ? '' : `, ${finder.summary()}`
  console.log(
    `walk: ${chapter.id}: ${listings} listings typed and ${commands} commands run in ${seconds} s${tests}, ${verdict}`,
  )
  return isGood
}

/** @returns {Promise<boolean>} whether nothing is wrong */
async function start() {
  const all = chapters()
  const problems = await tryRoads('README.md', all[0])
  let tried = 0
  for (const chapter of all) {
    const before = previousChapter(chapter.id)
    if (!before) continue
    problems.push(...(await tryStart(chapter, before)))
    tried += 1
  }
  for (const problem of problems) console.log(`${format(problem)}\n`)
  console.log(
    `starts: the roads and ${tried} chapters begun, ${problems.length === 0 ? 'no failure' : `${problems.length} failures`}`,
  )
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
  const wanted = chosen(options.filter((one) => !flags.includes(one)))
  const all = options.includes('--own') ? 'own' : 'all'
  const tool = node(26)
  if (!tool.path) throw new Error(tool.reason)
  if (writes && !options.includes('--no-build')) await build()
  let isGood = true
  for (const chapter of wanted) {
    if (await walk(chapter, tool.path, writes ? all : 'some')) continue
    isGood = false
  }
  return isGood
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
