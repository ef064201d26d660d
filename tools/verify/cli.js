#!/usr/bin/env node
/**
 * Proves that everything in the book is true: says what it will run, sets up
 * what that needs, runs it, and says what came of it.
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
import { tryChapter } from '../page-tests/try-chapter.js'
import { tryPage } from '../page-tests/try-page.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { Changes, changedFiles, proseOnly } from './changes.js'
import { allChecks, bookChecks, chapterChecks } from './checks.js'
import { planLines, resultLines, summary, time } from './report.js'
import { runCells } from './runner.js'
import { pageNamed, select } from './select.js'
import { estimate, keepTimes, roughly } from './times.js'

/** @typedef {import('./runner.js').Cell} Cell */

const help = `Usage: scripts/verify.sh [--quick | --changed | --full | --page chNN/NAME]
                         [--chapter chNN] [--only check,…] [--dry-run]
       scripts/verify.sh --page chNN/NAME --app FILE
       scripts/verify.sh --chapter chNN --app FILE

Proves that the book's code, transcripts, numbers, translations and pages are
right. It says first how many checks that takes and about how long, and sets up
what they need. The last line is "N passed, N failed", and the exit status is 1
when anything failed. What can't be run is listed as skipped, with the reason,
and never counts as passed.

  --page NAME     one page while you write it: ch05/fields, or the path of its
                  file; its transcripts only where a listing, a command or the
                  chapter's code differs from the main branch
  --chapter chNN  the checks of this chapter; with --quick without benchmarks,
                  walk and Node 24
  --quick         the texts of the whole book, and what a page, a snapshot or a
                  tool needs that differs from the main branch; no browsers, no
                  benchmarks, no walk, and of the earlier chapters' tests those
                  of the last chapter that differs
  --changed       every check that reads, or reaches by its imports, what
                  differs from the main branch
  --full          everything, as once a night. Without an option, what is alike
                  is seen in part: a chapter's first benchmark, the newest
                  chapter on Node 24 and node:http, every fifteenth page in a
                  browser, and no tests marked @nightly, seeded mistakes or PDF
  --only X,Y      only these checks, and the build where they look at pages
  --app FILE      your own server.js, against what should hold after that page,
                  or against the tests of that chapter; and of all before it
  --dry-run       print what would be run, why, and how long it takes; run nothing
  --no-setup      do not set anything up first
  --help          this text

Nothing is run twice: a test that fails now and then is a fault to mend. Of one
run, the next knows only how long each check took.

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
      app: { type: 'string' },
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'no-setup': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  refuseTogether(values)
  const chapter = chapters().find(({ id }) => id === values.chapter)
  if (values.chapter !== undefined && !chapter) {
    const known = chapters().map(({ id }) => id)
    throw new UsageError(
      `--chapter: got ${values.chapter}, expected ${known.join(', ')}`,
    )
  }
  const only = values.only?.split(',').map((id) => id.trim())
  const ids = allChecks.map(({ id }) => id)
  const unknown = only?.find((id) => !ids.includes(id))
  if (unknown !== undefined) {
    throw new UsageError(
      `--only: there is no check "${unknown}"; there are ${ids.join(', ')}`,
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
    app: ['only', 'quick', 'changed', 'dry-run'],
    page: ['quick', 'changed', 'chapter'],
    quick: ['changed', 'only', 'full'],
    changed: ['full'],
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
  const [id, ...rest] = name.replace(/^(\.\/)?src\//, '').split('/')
  const known = pages().map((page) => shortName(page.file))
  const near = known.filter((short) => short.split('/')[0] === id)
  const slug = chapters().find((one) => id === one.id)?.slug ?? id
  const unlisted = `src/${[slug, ...rest].join('/')}`.replace(/(\.md)?$/, '.md')
  if (existsSync(path.join(root, unlisted))) {
    throw new UsageError(
      `--page: ${unlisted} is not in src/SUMMARY.md; add it there`,
    )
  }
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
  const absolute = path.resolve(callerDir ?? process.cwd(), file)
  const stat = statSync(absolute, { throwIfNoEntry: false })
  const expected = 'expected the path of your server.js'
  if (file === '') throw new UsageError(`--app: got nothing; ${expected}`)
  if (!stat) throw new UsageError(`--app: no file ${absolute}; ${expected}`)
  if (!stat.isFile()) {
    throw new UsageError(`--app: ${absolute} is not a file; ${expected}`)
  }
  return absolute
}

/**
 * @param {Iterable<string>} needs components, besides those that all need
 * @returns {Promise<boolean>}
 */
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
 * @param {ReturnType<typeof read>} options
 * @param {import('./changes.js').Difference | null} difference
 */
function sayPlan(cells, left, { quick, changed, page }, difference) {
  const seconds = roughly(estimate(cells, width))
  if (page) say(`The page src/${page}`)
  if (quick || changed || page) {
    say(scopeOf(difference, left, page !== undefined))
  }
  say(`${plural(cells.length, 'check')}, about ${seconds} on this machine\n`)
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
  const line = `${plural(files.length, 'file')} ${differ} from ${since}`
  if (left.length === 0) return line
  const ids = [...new Set(left.map(({ check }) => check.id))].join(', ')
  const what = named ? ids : plural(left.length, 'check')
  return `${line}; left out, since ${they} can't affect them: ${what}`
}

/** @param {number} count @param {string} noun */
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`

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
  if (!options.app) return check(options)
  if (!options['no-setup'] && !(await setUp([]))) return 1
  const { app, page, chapter } = options
  const of = page === undefined ? chapter : chapterOf(page)
  if (!of) return 2
  return page === undefined ? tryChapter(app, of) : tryPage(app, of, page)
}

/**
 * @param {ReturnType<typeof read>} options
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
  const limit = 60 * (full ? 180 : 30)
  const results = await runCells(cells, { width, limit }, (result) =>
    say(resultLines(result)),
  )
  keepTimes(results)
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
