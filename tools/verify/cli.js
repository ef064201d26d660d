#!/usr/bin/env node
/**
 * Proves that everything in the book is true: sets up what is missing, runs
 * every check of every chapter and of the whole book, and prints a table.
 */
import { existsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chapterOf, chapters, pages } from '../book-model/chapters.js'
import { nearest } from '../lib/nearest.js'
import { root } from '../lib/paths.js'
import { tellSampled } from '../lib/sample.js'
import { shortName } from '../page-tests/data.js'
import { measureSlowness, tellSlowness } from '../processes/pace.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { verifyApp } from './app.js'
import { changedFiles } from './changes.js'
import { allChecks, bookChecks, chapterChecks } from './checks.js'
import { sayOfSettled } from './plans.js'
import { summary, time } from './report.js'
import { runCells } from './runner.js'
import { latest, tryAgain } from './second-try.js'
import { changesOf, isShared, isWhole, pageNamed, select } from './select.js'
import { verifyStage } from './stage.js'
import { tablePrinter } from './table.js'

/** @typedef {import('./runner.js').Cell} Cell */

const help = `Usage: scripts/verify.sh [--quick | --changed | --page chNN/NAME]
                         [--chapter chNN] [--only check,…] [--walk chNN]
       scripts/verify.sh --page chNN/NAME --app FILE
       scripts/verify.sh --chapter chNN --app FILE

Sets up what is missing, then proves that the book's code, transcripts,
numbers, translations and pages are right. Ends with "N passed, N failed" and
exits with 1 when anything failed. What could not be checked is listed as
skipped, with the reason, and never counts as passed.

  --quick         the texts of the whole book, and what each page or snapshot
                  needs that differs from the main branch: no benchmarks, no
                  browser, no Node 24; the tools' own tests only where they, or
                  what they reach, differ
  --changed       everything that can come out otherwise than on the main
                  branch: each check that reads, or reaches by its imports,
                  what differs from it. Where nobody can tell, all is run
  --page NAME     one page while you write it, in seconds: ch05/fields, or the
                  path of its file
  --chapter chNN  only this chapter
  --walk chNN     type and run what its built pages show, as a reader does
  --app FILE      your own server.js, against what should hold after that page,
                  or against the tests of that chapter; and of all before it
  --only X,Y      only these checks, and the build for those of the pages
  --full          everything, as once a night. Otherwise browsers, the second
                  Node and engine, the tools' own tests, the PDF and seeded
                  mistakes see a part of what is much alike, the same each time,
                  and a chapter does not run a test of an earlier one again for
                  which nothing has changed since the chapter before
  --no-setup      do not set anything up first
  --help          this text

Without an option that chooses, up to three checks in a hundred that failed are
run once more at the end, alone; what passes then has passed, and is named.

Nothing is remembered from one run to the next. How long a check may take
follows from how much there is to do, and from how busy the machine is.

Checks of each chapter:
${listed(chapterChecks)}
Checks of the whole book:
${listed(bookChecks)}`

/** @param {{ id: string, title: string }[]} checks */
function listed(checks) {
  return checks.map(({ id, title }) => `  ${id.padEnd(16)}${title}\n`).join('')
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
      changed: { type: 'boolean', default: false },
      page: { type: 'string' },
      chapter: { type: 'string' },
      walk: { type: 'string' },
      app: { type: 'string' },
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      'no-setup': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  refuseTogether(values)
  const name = values.walk ?? values.chapter
  const chapter = chapters().find(({ id }) => id === name)
  if (name !== undefined && !chapter) {
    const option = values.walk === undefined ? '--chapter' : '--walk'
    const known = chapters().map(({ id }) => id)
    throw new UsageError(`${option}: got ${name}, expected ${known.join(', ')}`)
  }
  const chosen = values.walk === undefined ? values.only : 'walk'
  const only = chosen?.split(',').map((id) => id.trim())
  for (const id of only ?? []) {
    if (allChecks.some((check) => check.id === id)) continue
    const known = allChecks.map((check) => check.id).join(', ')
    throw new UsageError(
      `--only: there is no check "${id}"; there are ${known}`,
    )
  }
  if (values.app !== undefined && !chapter && values.page === undefined) {
    throw new UsageError(
      '--app needs --page chNN/NAME or --chapter chNN: whose tests to run',
    )
  }
  const page = values.page === undefined ? undefined : pageFile(values.page)
  const app = values.app === undefined ? undefined : appFile(values.app)
  if (app && page && !chapterOf(page)) {
    throw new UsageError(
      `--app: got the page ${values.page}, expected one of a chapter`,
    )
  }
  return { ...values, chapter, only, app, page }
}

/** @param {Record<string, unknown>} values */
function refuseTogether(values) {
  for (const [one, others] of Object.entries({
    app: ['only', 'quick', 'changed'],
    page: ['quick', 'changed', 'chapter'],
    walk: ['app', 'only', 'quick', 'changed', 'page', 'chapter'],
    quick: ['changed', 'only'],
  })) {
    const other = others.find((name) => values[one] && values[name])
    if (other) throw new UsageError(`--${one} does not go with --${other}`)
  }
}

/**
 * @param {string} name as given
 * @returns {string} below src/
 */
function pageFile(name) {
  const file = pageNamed(name)
  if (file && existsSync(path.join(root, 'src', file))) return file
  const [chapter] = name.split('/')
  const known = pages().map((page) => shortName(page.file))
  const near = known.filter((short) => short.split('/')[0] === chapter)
  const names = near.length > 0 ? near : known
  throw new UsageError(
    `--page: got ${name}, expected one of ${names.join(', ')}; ` +
      `did you mean ${nearest(name, names)}?`,
  )
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
  if (file === '') throw new UsageError(`--app: got nothing; ${expected}`)
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
    // It has limits of its own.
    timeout: Infinity,
    onLine: say,
  })
  say(status === 0 ? `Set up in ${time(seconds)}\n` : '')
  return status === 0
}

/**
 * What the set-up has to bring for these checks.
 *
 * @param {ReturnType<typeof read>} options
 * @param {Cell[]} cells
 */
function needsOf({ app, page }, cells) {
  if (app) return ['--only', 'node26']
  const isSlow = cells.some(({ check }) => check.slow)
  // Of a page only its drawings are looked at, in Chromium.
  if (isSlow && page) return ['--only', 'npm,node26,mdbook,chromium']
  if (isSlow) return ['--verify']
  return ['--only', 'npm,node26,mdbook']
}

/**
 * Says what of it is checked, and why.
 *
 * @param {ReturnType<typeof read>} options
 * @param {ReturnType<typeof changedFiles>} difference
 * @param {number} left how many checks are not affected
 */
function sayScope({ changed, quick, page }, difference, left) {
  if (page) say(`The page src/${page}\n`)
  if (!changed && !quick) return
  if (!difference) {
    say("Can't tell what changed; checking everything\n")
    return
  }
  const { since, files } = difference
  const [differ, they] =
    files.length === 1
      ? ['1 file differs', 'it']
      : [`${files.length} files differ`, 'they']
  say(
    `${differ} from ${since}; ${left} checks ${they} can't affect are left out\n`,
  )
}

const noCells = { cells: [], left: 0 }

/**
 * Says the totals.
 *
 * @param {import('./runner.js').Result[]} results
 * @param {boolean} mayBeNothing whether it is right that nothing was to do
 * @returns {number} exit status
 */
function conclude(results, mayBeNothing) {
  const failed = results.filter(({ status }) => status === 'failed')
  const again = failed
    .slice(0, 1)
    .map(({ cell: { check, label } }) => {
      const only = label === 'book' ? '' : ` --chapter ${label}`
      return `To run one again: scripts/verify.sh${only} --only ${check.id}`
    })
    .join('')
  say(summary(results, again))
  if (failed.length > 0) return 1
  const passed = results.some(({ status }) => status === 'passed')
  const isIdle = results.every(({ status }) => status === 'none')
  return passed || (mayBeNothing && isIdle) ? 0 : 1
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
  const { app, chapter, page, quick, changed } = options
  const start = performance.now()
  tellSampled(!options.full)
  const difference = quick || changed ? changedFiles() : null
  const changes = changesOf(difference?.files ?? null)
  const { cells, left } = app ? noCells : select(options, changes)
  if (!options['no-setup'] && !(await setUp(needsOf(options, cells)))) {
    say('✗ set-up failed: see above')
    say('0 passed, 1 failed')
    return 1
  }
  const pageChapter = page === undefined ? undefined : chapterOf(page)
  if (app && page && pageChapter) return verifyStage(app, pageChapter, page)
  if (app && chapter) return verifyApp(app, chapter)

  sayScope(options, difference, left)
  if (!options.full && cells.some(({ check }) => check.sampled)) {
    say('Checks of like things see a fixed part of them; --full sees all\n')
  }
  if (!app && isShared(options)) say(`${sayOfSettled(chapters())}\n`)
  tellSlowness(await measureSlowness())
  // Each keeps a third of a core busy: servers, browsers and clusters wait for
  // each other.
  const width = 3 + Math.max(2, os.availableParallelism())
  const first = await runCells(cells, width, tablePrinter(cells, say))
  const until = options.full ? Infinity : start + 1000 * latest
  const results = isWhole(options)
    ? await tryAgain(first, { width, until, say })
    : first
  say(`\n${time((performance.now() - start) / 1000)} in all`)
  return conclude(results, (changed || quick) && difference !== null)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main()
}
