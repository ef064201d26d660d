/** The arguments of scripts/verify.sh, and what is wrong with them. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  chapterNamed,
  chapterOf,
  chapters,
  pages,
} from '../book-model/chapters.js'
import { readArguments, refuse } from '../lib/arguments.js'
import { messageOf } from '../lib/message.js'
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

Nothing is run twice: a test that fails now and then is a fault to mend.

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

/** @param {string} message */
const wrong = (message) => refuse(help, message)

/** @returns what was asked for, with the chapter and the page that were named */
export function readOptions() {
  const { values } = readArguments(help, {
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
    },
  })
  refuseTogether(values)
  const chapter = chapterOption(values.chapter)
  const page = values.page === undefined ? undefined : pageFile(values.page)
  const only = values.only === undefined ? undefined : checkIds(values.only)
  const tested = page === undefined ? chapter : chapterOf(page)
  if (values.app !== undefined && !tested) {
    wrong('--app needs --page chNN/NAME or --chapter chNN: whose tests to run')
  }
  const app = values.app === undefined ? undefined : appFile(values.app)
  return { ...values, chapter, only, app, page, tested }
}

/** @param {string | undefined} id */
function chapterOption(id) {
  try {
    return id === undefined ? undefined : chapterNamed(id)
  } catch (error) {
    return wrong(`--chapter: ${messageOf(error)}`)
  }
}

/** @param {string} list @returns {string[]} */
function checkIds(list) {
  const chosen = list.split(',').map((id) => id.trim())
  const ids = allChecks.map(({ id }) => id)
  const unknown = chosen.find((id) => !ids.includes(id))
  return unknown === undefined
    ? chosen
    : wrong(
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
    const why = other === 'only' ? ', which names the checks itself' : ''
    if (other) wrong(`--${one} does not go with --${other}${why}`)
  }
}

/** @param {string} name as given @returns {string} below src/ */
function pageFile(name) {
  const file = pageNamed(name)
  if (file && existsSync(path.join(root, 'src', file))) return file
  const [id, ...rest] = name.replace(/^(\.\/)?src\//, '').split('/')
  const chapter = chapters().find((one) => id === one.id || id === one.slug)
  const below = [chapter?.slug ?? id, ...rest].join('/')
  const unlisted = `src/${below}`.replace(/(\.md)?$/, '.md')
  if (existsSync(path.join(root, unlisted))) {
    return wrong(`--page: ${unlisted} is not in src/SUMMARY.md; add it there`)
  }
  const known = (chapter?.pages ?? pages().map((page) => page.file)).map(
    shortName,
  )
  return wrong(`--page: got ${name}, expected one of ${known.join(', ')}`)
}

/**
 * @param {string} file as given, from the folder where the command was run
 * @returns {string} absolute
 */
function appFile(file) {
  const absolute = path.resolve(callerDir ?? process.cwd(), file)
  return statSync(absolute, { throwIfNoEntry: false })?.isFile()
    ? absolute
    : wrong(
        `--app: ${absolute} is no file; expected the path of your server.js`,
      )
}
