#!/usr/bin/env node
/**
 * Proves that everything in the book is true: says what it will run, sets up
 * what that needs, runs it, and says what came of it.
 */
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted, roughly } from '../lib/message.js'
import { root } from '../lib/paths.js'
import { tellSampled } from '../lib/sample.js'
import { tryPage } from '../page-tests/try-page.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { Changes, changedFiles, proseOnly } from './changes.js'
import { readOptions } from './options.js'
import { estimate, planLines, resultLines, summary, time } from './report.js'
import { limitOf, runCells } from './runner.js'
import { isWhole, select } from './select.js'

/** @typedef {import('./runner.js').Cell} Cell */

/** @param {string} line */
const say = (line) => console.log(line)

/** @param {Iterable<string>} needs components, besides those that all need */
async function setUp(needs) {
  const setup = path.join(root, 'tools', 'setup', 'cli.js')
  const only = [...new Set(['npm', 'node26', ...needs])].join(',')
  const { status, seconds } = await run(
    process.execPath,
    [setup, '--only', only],
    // It has limits of its own.
    { cwd: root, timeout: Infinity, onLine: say },
  )
  say(
    status === 0
      ? `Set up in ${time(seconds)}\n`
      : '✗ set-up failed: see above',
  )
  return status === 0
}

/** Each keeps a third of a core busy: servers and browsers wait a lot. */
const width = 3 + Math.max(2, os.availableParallelism())

/**
 * Says what is run, and about how long that takes.
 *
 * @param {Cell[]} cells
 * @param {Cell[]} left those left out because nothing that they read differs
 * @param {ReturnType<typeof readOptions>} options
 * @param {import('./changes.js').Difference | null} difference
 */
function sayPlan(cells, left, { quick, changed, page }, difference) {
  const seconds = roughly(estimate(cells, width))
  if (page) say(`The page src/${page}`)
  if (quick || changed || page) {
    say(scopeOf(difference, left, page !== undefined))
  }
  say(`${counted(cells.length, 'check')}, about ${seconds} on idle cores\n`)
}

/**
 * @param {import('./changes.js').Difference | null} difference
 * @param {Cell[]} left those left out because nothing that they read differs
 * @param {boolean} named whether they are named
 */
function scopeOf(difference, left, named) {
  if (!difference) return "Can't tell what differs; checking everything"
  const { files, since } = difference
  const [differ, they] =
    files.length === 1 ? ['differs', 'it'] : ['differ', 'they']
  const line = `${counted(files.length, 'file')} ${differ} from ${since}`
  if (left.length === 0) return line
  const ids = [...new Set(left.map(({ check }) => check.id))].join(', ')
  const what = named ? ids : counted(left.length, 'check')
  return `${line}; left out, since ${they} can't affect them: ${what}`
}

/** @returns {Promise<number>} exit status */
async function main() {
  const options = readOptions()
  endChildrenOnSignal((signal) => say(`\nInterrupted (${signal}).`))
  const { app, page, tested } = options
  if (!app || !tested) return check(options)
  if (!options['no-setup'] && !(await setUp([]))) return 1
  return tryPage(app, tested, page)
}

/**
 * @param {ReturnType<typeof readOptions>} options
 * @returns {Promise<number>} exit status
 */
async function check(options) {
  const { quick, changed, page, full } = options
  const start = performance.now()
  const usesChanges = quick || changed || page !== undefined
  const difference = usesChanges ? changedFiles() : null
  const changes = new Changes(difference?.files ?? null, proseOnly(difference))
  const { cells, left } = select(options, changes)
  sayPlan(cells, left, options, difference)
  if (options['dry-run']) {
    say(planLines(cells))
    return 0
  }
  const needs = cells.flatMap((cell) => cell.needs())
  if (!options['no-setup'] && !(await setUp(needs))) return 1
  tellSampled(!full && !options.only)
  process.env.PATIENCE ??= '4'
  // A whole run takes samples of what these see all of.
  const share = isWhole(options) ? 1 : 10
  const most = 60 * (full ? 180 : 30)
  const results = await runCells(
    cells,
    { width, limitOf: (cell) => Math.min(limitOf(cell, share), most) },
    (result) => say(resultLines(result)),
  )
  say(`\n${time((performance.now() - start) / 1000)} in all`)
  say(summary(results))
  const isNothing =
    (quick || changed) && difference !== null && cells.length === 0
  const hasPassed = results.some(({ status }) => status === 'passed')
  const hasFailed = results.some(({ status }) => status === 'failed')
  return !hasFailed && (hasPassed || isNothing) ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main()
}
