#!/usr/bin/env node
/**
 * Proves that everything in the book is true: sets up what is missing, runs
 * every check of every chapter and of the whole book, and prints a table.
 */
import { statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chapters } from '../lib/chapters.js'
import { root } from '../lib/paths.js'
import { endChildrenOnSignal, run } from '../lib/run.js'
import { verifyApp } from './app.js'
import { allChecks, bookChecks, chapterChecks } from './checks.js'
import {
  bookRow,
  failure,
  summary,
  tableHead,
  tableRow,
  time,
} from './report.js'
import { runCells } from './runner.js'

/** @typedef {import('./runner.js').Cell} Cell */
/** @typedef {import('./runner.js').Result} Result */

const help = `Usage: scripts/verify.sh [--quick] [--chapter chNN] [--only check,…]
       scripts/verify.sh --chapter chNN --app FILE

Sets up what is missing, then proves that the book's code, transcripts,
numbers, translations and pages are right. Ends with "N passed, N failed" and
exits with 1 when anything failed. What could not be checked is listed as
skipped, with the reason, and never counts as passed.

  --quick         under two minutes: no benchmarks, no browser, no Node 24
  --chapter chNN  only this chapter
  --app FILE      your own server.js, against the tests of that chapter and of
                  all chapters before it
  --only X,Y      only these checks, and the build for those of the pages
  --no-setup      do not set anything up first
  --help          this text

Checks of each chapter:
${listed(chapterChecks)}
Checks of the whole book:
${listed(bookChecks)}`

/** @param {{ id: string, title: string }[]} checks */
function listed(checks) {
  return checks.map(({ id, title }) => `  ${id.padEnd(14)}${title}\n`).join('')
}

/** Where the script was called; the children are not told. */
const callerDir = process.env.CALLER_DIR
delete process.env.CALLER_DIR

class UsageError extends Error {}

/** @param {string} line */
const say = (line) => console.log(line)

function read() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      chapter: { type: 'string' },
      app: { type: 'string' },
      only: { type: 'string' },
      'no-setup': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const all = chapters()
  const chapter = all.find(({ id }) => id === values.chapter)
  if (values.chapter !== undefined && !chapter) {
    const known = all.map(({ id }) => id).join(', ')
    throw new UsageError(`--chapter: got ${values.chapter}, expected ${known}`)
  }
  const only = values.only?.split(',').map((id) => id.trim())
  for (const id of only ?? []) {
    if (allChecks.some((check) => check.id === id)) continue
    const known = allChecks.map((check) => check.id).join(', ')
    throw new UsageError(
      `--only: there is no check "${id}"; there are ${known}`,
    )
  }
  if (values.app !== undefined && !chapter) {
    throw new UsageError('--app needs --chapter chNN: whose tests to run')
  }
  if (values.app !== undefined && (only || values.quick)) {
    throw new UsageError('--app goes with neither --only nor --quick')
  }
  const app = values.app === undefined ? undefined : appFile(values.app)
  return { ...values, chapter, only, app }
}

/**
 * @param {string} file as given, from the folder where the command was run
 * @returns {string} absolute
 */
function appFile(file) {
  const from = callerDir ?? process.cwd()
  const absolute = path.resolve(from, file)
  const stat = statSync(absolute, { throwIfNoEntry: false })
  const expected = 'expected the path of your server.js'
  if (!stat) throw new UsageError(`--app: no file ${absolute}; ${expected}`)
  if (!stat.isFile()) {
    throw new UsageError(`--app: ${absolute} is no file; ${expected}`)
  }
  return absolute
}

/**
 * @param {string[]} args of the set-up
 * @returns {Promise<boolean>}
 */
async function setUp(args) {
  const script = path.join(root, 'tools', 'setup', 'cli.js')
  const { status, seconds } = await run(process.execPath, [script, ...args], {
    cwd: root,
    timeout: 2400,
    onLine: say,
  })
  say(status === 0 ? `Set up in ${time(seconds)}\n` : '')
  return status === 0
}

/**
 * The cells to run, in the order of the table.
 *
 * @param {ReturnType<typeof read>} options
 * @returns {Cell[]}
 */
function cellsFor({ chapter: chosen, only, quick }) {
  // A page of yesterday's build would be tested, and not what is there now.
  const withNeeds = new Set(
    allChecks
      .filter(({ id }) => only?.includes(id))
      .flatMap(({ id, after }) => [id, ...after]),
  )
  /** @param {import('./checks.js').Check} check */
  const isWanted = ({ id, slow }) =>
    only ? withNeeds.has(id) : !(quick && slow)
  const all = chapters()
  const ofChapters = all.flatMap((chapter, i) =>
    chapterChecks.filter(isWanted).map((check) => ({
      check,
      label: chapter.id,
      plan: () => check.plan(chapter, all.slice(0, i)),
    })),
  )
  if (chosen) return ofChapters.filter(({ label }) => label === chosen.id)
  const ofBook = bookChecks
    .filter(isWanted)
    .map((check) => ({ check, label: 'book', plan: () => check.plan() }))
  return [...ofChapters, ...ofBook]
}

/**
 * Prints each row as soon as it and all before it are complete.
 *
 * @param {Cell[]} cells
 * @returns {(result: Result) => void} to be told each result
 */
function tablePrinter(cells) {
  /** @type {{ cells: Cell[], head?: string,
   *   text: (results: Result[]) => string }[]} */
  const rows = []
  /**
   * @param {Cell[]} some of chapters
   * @param {string} indent
   */
  const addTable = (some, indent) => {
    const columns = [...new Set(some.map(({ check }) => check))]
    const labels = [...new Set(some.map(({ label }) => label))]
    labels.forEach((label, i) => {
      rows.push({
        cells: some.filter((cell) => cell.label === label),
        head: i === 0 ? `${indent}${tableHead(columns)}` : undefined,
        text: (results) => tableRow(label, columns, results),
      })
    })
  }
  const ofChapters = cells.filter(({ label }) => label !== 'book')
  addTable(
    ofChapters.filter(({ check }) => !check.alone),
    '',
  )
  cells
    .filter(({ label }) => label === 'book')
    .forEach((cell, i) => {
      rows.push({
        cells: [cell],
        head: i === 0 && rows.length > 0 ? '\nthe whole book' : undefined,
        text: ([result]) => bookRow(result),
      })
    })
  addTable(
    ofChapters.filter(({ check }) => check.alone),
    rows.length > 0 ? '\n' : '',
  )
  /** @type {Map<Cell, Result>} */
  const known = new Map()
  let next = 0
  return (result) => {
    known.set(result.cell, result)
    while (next < rows.length && rows[next].cells.every((c) => known.has(c))) {
      const { head, text, cells: own } = rows[next]
      const results = own.map((cell) => /** @type {Result} */ (known.get(cell)))
      if (head !== undefined) say(head)
      say(text(results))
      for (const each of results) {
        if (each.status === 'failed') say(failure(each))
      }
      next += 1
    }
  }
}

/** @returns {Promise<number>} exit status */
async function main() {
  let options
  try {
    options = read()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`${message}\nTry scripts/verify.sh --help`)
    return 2
  }
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  endChildrenOnSignal((signal) => say(`\nInterrupted (${signal}).`))
  const { app, chapter, quick } = options
  const start = performance.now()
  if (!options['no-setup']) {
    let needs = ['--verify']
    if (quick) needs = ['--only', 'npm,node26,mdbook']
    if (app) needs = ['--only', 'node26']
    if (!(await setUp(needs))) {
      say('✗ set-up failed: see above')
      say('0 passed, 1 failed')
      return 1
    }
  }
  if (app && chapter) return verifyApp(app, chapter)

  const cells = cellsFor(options)
  const width = Math.max(2, os.availableParallelism())
  const results = await runCells(cells, width, tablePrinter(cells))
  const failed = results.filter(({ status }) => status === 'failed')
  const again = failed
    .slice(0, 1)
    .map(({ cell: { check, label } }) => {
      const only = label === 'book' ? '' : ` --chapter ${label}`
      return `One of them again: scripts/verify.sh${only} --only ${check.id}`
    })
    .join('')
  say(`\n${time((performance.now() - start) / 1000)} in all`)
  say(summary(results, again))
  const passed = results.some(({ status }) => status === 'passed')
  return failed.length === 0 && passed ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main()
}
