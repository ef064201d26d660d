/** The arguments of scripts/verify.sh, and what is wrong with them. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chapterOf, chapters, pages } from '../book-model/chapters.js'
import { nearest } from '../lib/nearest.js'
import { root } from '../lib/paths.js'
import { shortName } from '../page-tests/data.js'
import { allChecks, bookChecks, chapterChecks } from './checks.js'
import { pageNamed } from './select.js'

export const help = `Usage: scripts/verify.sh [--quick | --changed | --full | --page chNN/NAME]
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
                  browser, and no tests marked @nightly or seeded mistakes
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

/**
 * @returns what was asked for, with the chapter and the page that were named
 * @throws {Error} for wrong arguments
 */
export function readOptions() {
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
  const chapter = chapterNamed(values.chapter)
  const page = values.page === undefined ? undefined : pageFile(values.page)
  const only = values.only === undefined ? undefined : checkIds(values.only)
  const tested = page === undefined ? chapter : chapterOf(page)
  if (values.app !== undefined && !tested) {
    throw new UsageError(
      page === undefined
        ? '--app needs --page chNN/NAME or --chapter chNN: whose tests to run'
        : `--app: got the page ${values.page}, expected one of a chapter`,
    )
  }
  const app = values.app === undefined ? undefined : appFile(values.app)
  return { ...values, chapter, only, app, page, tested }
}

/** @param {string | undefined} id */
function chapterNamed(id) {
  const all = chapters()
  const found = all.find((chapter) => chapter.id === id)
  if (found || id === undefined) return found
  const known = all.map((chapter) => chapter.id).join(', ')
  throw new UsageError(`--chapter: got ${id}, expected ${known}`)
}

/** @param {string} list @returns {string[]} */
function checkIds(list) {
  const chosen = list.split(',').map((id) => id.trim())
  const ids = allChecks.map(({ id }) => id)
  const unknown = chosen.find((id) => !ids.includes(id))
  if (unknown === undefined) return chosen
  throw new UsageError(
    `--only: there is no check "${unknown}"; there are ${ids.join(', ')}`,
  )
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

/** @param {string} name as given @returns {string} below src/ */
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
