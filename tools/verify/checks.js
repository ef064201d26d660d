/**
 * Everything that verify proves, as data. A new check is one entry: what it is
 * called, whether it is run per chapter or once, and the command that proves
 * it. The exit status of the command is the verdict; of a `node --test`
 * command the number of tests is read too, because no test proves nothing.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { newestVelocy } from '../bench/contenders.js'
import {
  chapterOf,
  chapters,
  isLastOfPart,
  pages,
} from '../book-model/chapters.js'
import { figureStrings } from '../book-model/figures.js'
import { translationLanguages } from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { exercisesIn } from '../exercise-runner/exercise.js'
import { readJson } from '../lib/files.js'
import {
  bookCode,
  browserCode,
  browserFolders,
  codeDir,
  root,
  translationsDir,
} from '../lib/paths.js'
import { isSampled, sampled } from '../lib/sample.js'
import { firefox, node, versions } from '../processes/toolchain.js'
import { affectedPages, choosePages } from './chosen-pages.js'
import {
  affectedTests,
  builtPages,
  chapterTests,
  commandsOf,
  earlierTests,
  filesIn,
  inChromium,
  isBrowserTest,
  isNightly,
  isTest,
  languages,
  namedOn,
  nodeTest,
  noTests,
  ownTests,
  pagesOf,
  script,
  storesOf,
  testsTogether,
} from './plans.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('./plans.js').AuthoredPage} AuthoredPage */
/** @typedef {import('./plans.js').Plan} Plan */

/**
 * @typedef {object} Check
 * @property {string} id
 * @property {string} title
 * @property {boolean} slow left out of --quick
 * @property {boolean} ofTools in --quick only when its tools have changed
 * @property {boolean} inTurn never two of them at once
 * @property {boolean} tests whether the command is a `node --test`
 * @property {boolean} [sampled] whether it sees a part of what is much alike
 * @property {string[]} after ids of the checks that must have passed
 * @property {(page: AuthoredPage) => Plan} [ofPage] the same of one page; a
 *   check without it is not one of `--page`
 */

/**
 * What differs from check to check besides. Effort: how many seconds one core
 * of an idle machine is busy with it, from a count of pages, tests or commands;
 * the time it may take follows from that. Reads: patterns of paths besides the
 * programs that its command reaches; without it, it is affected by any change.
 *
 * @typedef {Check & { scope: 'book', plan: (changes: Changes) => Plan,
 *   effort: () => number, reads?: () => string[] }} BookCheck
 * @typedef {Check & { scope: 'chapter',
 *   plan: (chapter: Chapter, earlier: Chapter[], changes: Changes,
 *     all: boolean) => Plan,
 *   effort: (chapter: Chapter, earlier: Chapter[], all?: boolean) => number,
 *   reads?: (chapter: Chapter, earlier: Chapter[]) => string[] }} ChapterCheck
 */

/** @param {string} name */
const siteTestFile = (name) =>
  path.join(root, 'tools', 'verify', `${name}.browser.test.js`)

/** Tests of the built site, which have to wait for it. */
const siteTests = ['site', 'playground', 'firefox'].map(siteTestFile)

/**
 * @param {string} name
 * @param {string} runner a Node
 * @param {Changes} changes
 * @returns {Plan} a test of the pages that they can affect
 */
function siteTest(name, runner, changes) {
  const file = siteTestFile(name)
  const affected = changes.reach([file]) ? null : affectedPages(changes)
  if (affected?.length === 0) return null
  return nodeTest(runner, [file], choosePages(affected))
}

/** @param {(file: string) => boolean} wanted */
const testsOfTools = (wanted) =>
  ['tools', ...browserFolders].flatMap((name) =>
    filesIn(path.join(root, name), (file) => isTest(file) && wanted(file)),
  )

/** It needs the contenders, and is a check of its own. */
const conformanceTest = path.join(root, 'tools/conformance/find-my-way.test.js')
const middlewareTest = path.join(root, 'tools/conformance/middleware.test.js')

/** The tests that need no browser. */
const plainTests = () =>
  testsOfTools(
    (file) =>
      !isBrowserTest(file) &&
      file !== conformanceTest &&
      file !== middlewareTest,
  )

/** The tests in browsers. */
const browserTests = () =>
  testsOfTools((file) => isBrowserTest(file) && !siteTests.includes(file))

/** @param {string} file whether its language has a dictionary */
const isSpelled = (file) =>
  !translationLanguages().some(
    ({ code, spelling }) =>
      !spelling && file.startsWith(path.join(translationsDir, code, path.sep)),
  )

const cspell = 'node_modules/cspell/bin.mjs'
const markdownlint = 'node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs'

/** @param {AuthoredPage} page @param {string} name of a directive */
const isOn = ({ text }, name) => directives(text, name).length > 0

/** @param {AuthoredPage} page @returns {string[]} absolute paths */
const figureTexts = ({ chapter }) =>
  ['en', ...languages()]
    .map((code) => figureStrings(chapter?.slug ?? '', code))
    .filter((file) => existsSync(file))

/** How many pages are built. */
const pageCount = () => pages().length * (1 + languages().length)

/**
 * @param {Chapter} chapter
 * @param {Chapter[]} earlier
 * @returns {string[]} what the tests of a chapter, and of those before, read
 */
const codeOf = ({ id }, earlier) => [
  `code/${id}/`,
  ...earlier.map((other) => `code/${other.id}/test/`),
]

/** What the built site is made of. */
const site = () => [
  'book.toml',
  'src/',
  'translations/',
  'code/',
  'results/',
  'theme/',
  ...browserCode,
  ...bookCode,
]

/** All that is written for people, which is what is read for its form. */
const prose = () => ['**/*.md', '**/*.json', 'code/', 'translations/']

/**
 * What runs on another Node, or on another engine, than usual.
 *
 * @param {Chapter} chapter
 * @param {Chapter[]} earlier
 * @param {boolean} [all] false where the usual ones are run by the same verify
 * @returns {string[]} the chapter's own tests, and of those before it all, or
 *   the usual part
 */
function onOther(chapter, earlier, all = true) {
  const others = earlierTests(earlier, chapter)
  return [...(all ? others : sampled(others, 4)), ...ownTests(chapter)]
}

const usual = {
  slow: false,
  ofTools: false,
  inTurn: false,
  tests: false,
  after: /** @type {string[]} */ ([]),
}

/** @type {ChapterCheck[]} */
export const chapterChecks = [
  {
    ...usual,
    id: 'types',
    title: 'types',
    scope: 'chapter',
    effort: () => 2,
    reads: ({ id }) => [`code/${id}/`, 'tsconfig.base.json'],
    plan: ({ id }) => script('tools/verify/types.js', id),
    ofPage: ({ chapter }) =>
      chapter ? script('tools/verify/types.js', chapter.id) : null,
  },
  {
    ...usual,
    id: 'tests',
    title: 'tests',
    scope: 'chapter',
    tests: true,
    effort: (chapter) => 1 + ownTests(chapter).length,
    reads: ({ id }) => [`code/${id}/`],
    plan(chapter) {
      const files = ownTests(chapter)
      if (files.length === 0) return noTests(chapter)
      return chapterTests(chapter, files)
    },
  },
  {
    ...usual,
    id: 'earlier',
    title: 'earlier tests',
    scope: 'chapter',
    tests: true,
    effort: (chapter, earlier, all) =>
      1 + earlierTests(earlier, chapter, all).length,
    reads: codeOf,
    plan(chapter, earlier, _, all) {
      const files = earlierTests(earlier, chapter, all)
      if (files.length === 0) return null
      return testsTogether(chapter, files, 26)
    },
  },
  {
    ...usual,
    id: 'node24',
    title: `Node ${versions.node['24']}`,
    scope: 'chapter',
    slow: true,
    tests: true,
    effort: (chapter, earlier, all) =>
      1 + onOther(chapter, earlier, all).length,
    reads: codeOf,
    plan(chapter, earlier, _, all) {
      // The last chapter of a part holds what those before it have brought.
      if (!isLastOfPart(chapter)) return null
      if (ownTests(chapter).length === 0) return noTests(chapter)
      return testsTogether(chapter, onOther(chapter, earlier, all), 24)
    },
  },
  {
    ...usual,
    id: 'node-http',
    title: 'on node:http',
    scope: 'chapter',
    slow: true,
    tests: true,
    effort: (chapter, earlier, all) =>
      1 + onOther(chapter, earlier, all).length,
    reads: codeOf,
    plan(chapter, earlier, _, all) {
      // The last chapter of a part holds what those before it have brought.
      if (!isLastOfPart(chapter)) return null
      // From here on there is an engine of our own, and all else runs on that.
      const engine = path.join(chapter.codeDir, 'lib', 'engine')
      if (!existsSync(engine)) return null
      const files = onOther(chapter, earlier, all)
      return testsTogether(chapter, files, 26, { VELOCY_ENGINE: 'http' })
    },
  },
  {
    ...usual,
    id: 'transcripts',
    title: 'transcripts',
    scope: 'chapter',
    effort: (chapter) => 2 + commandsOf(chapter) / 2,
    reads: (chapter) => [
      ...pagesOf(chapter),
      ...namedOn(chapter),
      `code/${chapter.id}/`,
    ],
    plan: ({ id }) => script('tools/transcripts/cli.js', id),
    ofPage: ({ file }) => script('tools/transcripts/cli.js', file),
  },
  {
    ...usual,
    id: 'walk',
    title: 'walk',
    scope: 'chapter',
    after: ['build'],
    // A server is started and stopped for every second command, and the tests
    // are run after each page that changes something.
    effort: (chapter) =>
      2 +
      commandsOf(chapter) / 2 +
      (ownTests(chapter).length * chapter.pages.length) / 5,
    reads: (chapter, earlier) => [
      ...pagesOf(chapter),
      ...[...earlier.slice(-1), chapter].map(({ id }) => `code/${id}/`),
      ...bookCode,
    ],
    plan: ({ id }) => script('tools/reader-walk/cli.js', id),
    ofPage: ({ chapter }) =>
      chapter ? script('tools/reader-walk/cli.js', chapter.id) : null,
  },
  {
    ...usual,
    id: 'exercises',
    title: 'exercises',
    scope: 'chapter',
    effort: (chapter) => 1 + exercisesIn(chapter.codeDir).length,
    reads: (chapter) => [...pagesOf(chapter), `code/${chapter.id}/`],
    plan: exercisesOf,
    ofPage: (page) =>
      page.chapter && isOn(page, 'exercise') ? exercisesOf(page.chapter) : null,
  },
  {
    ...usual,
    id: 'completeness',
    title: 'complete',
    scope: 'chapter',
    effort: (chapter) => 1 + chapter.pages.length / 5,
    reads: (chapter, earlier) => [
      ...pagesOf(chapter),
      ...namedOn(chapter),
      ...[...earlier.slice(-1), chapter].map(({ id }) => `code/${id}/`),
    ],
    plan: ({ id }) => script('tools/lint/completeness.js', id),
    ofPage: ({ chapter }) =>
      chapter ? script('tools/lint/completeness.js', chapter.id) : null,
  },
  {
    ...usual,
    id: 'budgets',
    title: 'budgets',
    scope: 'chapter',
    effort: () => 3,
    reads: (chapter, earlier) => [
      'budgets.json',
      `src/${chapter.slug}/page-tests.json`,
      ...pagesOf(chapter),
      ...[...earlier.slice(-1), chapter].map(({ id }) => `code/${id}/`),
    ],
    plan: ({ id }) => script('tools/budgets/cli.js', '--check', id),
    ofPage: ({ chapter }) =>
      chapter ? script('tools/budgets/cli.js', '--check', chapter.id) : null,
  },
  {
    ...usual,
    id: 'quiz',
    title: 'quiz',
    scope: 'chapter',
    effort: () => 2,
    reads: (chapter) => [...pagesOf(chapter), `code/${chapter.id}/`],
    plan: ({ id }) => script('tools/lint/quiz.js', id),
    ofPage: (page) =>
      page.chapter && isOn(page, 'quiz')
        ? script('tools/lint/quiz.js', page.chapter.id)
        : null,
  },
  {
    ...usual,
    id: 'programs',
    title: 'program benchmarks',
    scope: 'chapter',
    slow: true,
    effort: (chapter) => 10 * benchmarksOf(chapter, true).length,
    reads: ({ id }) => [`code/${id}/`, 'tools/bench/'],
    plan: (chapter, _, __, all) => shortRuns(benchmarksOf(chapter, true), all),
  },
  {
    ...usual,
    id: 'bench',
    title: 'server benchmarks',
    scope: 'chapter',
    slow: true,
    // They take the same cores, and may set up the same contenders.
    inTurn: true,
    effort: (chapter) => 15 * benchmarksOf(chapter, false).length,
    reads: ({ id }) => [`code/${id}/`, 'code/contenders/', 'tools/bench/'],
    plan: (chapter, _, __, all) => shortRuns(benchmarksOf(chapter, false), all),
  },
]

/**
 * @param {Chapter} chapter
 * @returns {Plan}
 */
function exercisesOf({ id, codeDir: folder }) {
  const plan = script('tools/verify/exercises.js', id)
  const stores = storesOf(filesIn(path.join(folder, 'exercises'), isTest))
  return plan && 'argv' in plan ? { ...plan, stores } : plan
}

/**
 * @param {Chapter} chapter
 * @param {boolean} ofPrograms whether no server is measured
 * @returns {string[]} their ids
 */
function benchmarksOf(chapter, ofPrograms) {
  const folder = path.join(chapter.codeDir, 'bench')
  return filesIn(folder, (file) => file.endsWith('.bench.json'))
    .filter((file) => isOfProgram(file) === ofPrograms)
    .map((file) => path.basename(file, '.bench.json'))
}

/**
 * @param {string} file of a benchmark
 * @returns {boolean} false where it cannot be read: its run says why
 */
function isOfProgram(file) {
  try {
    return readJson(file).kind === 'program'
  } catch {
    return false
  }
}

/**
 * @param {string[]} ids of benchmarks
 * @param {boolean} all false where a part of them is enough
 * @returns {Plan}
 */
const shortRuns = (ids, all) => {
  const run = all ? ids : sampled(ids, 3)
  return run.length === 0
    ? null
    : script('tools/bench/cli.js', ...run, '--short')
}

/** @type {BookCheck[]} */
export const bookChecks = [
  {
    ...usual,
    id: 'build',
    title: 'the book builds, in every language',
    scope: 'book',
    effort: () => 2 + pageCount() / 10,
    reads: site,
    plan: () => script('tools/verify/build.js'),
    ofPage: () => script('tools/verify/build.js'),
  },
  {
    ...usual,
    id: 'links',
    title: 'links and fragments of the built site',
    scope: 'book',
    after: ['build'],
    effort: () => 1 + pageCount() / 25,
    reads: site,
    plan: () => script('tools/lint/links.js'),
    ofPage: ({ file }) => script('tools/lint/links.js', ...builtPages(file)),
  },
  {
    ...usual,
    id: 'figures',
    title: 'drawings: their labels fit, in every language',
    scope: 'book',
    slow: true,
    after: ['build'],
    effort: () => 5 + pageCount() / 10,
    reads: site,
    plan: () => inChromium(() => script('tools/verify/figures.js')),
    ofPage: (page) =>
      isOn(page, 'figure')
        ? inChromium(() => script('tools/verify/figures.js', page.file))
        : null,
  },
  {
    ...usual,
    id: 'structure',
    title: 'pages, titles and headings as SUMMARY.md lists them',
    scope: 'book',
    effort: () => 1 + pageCount() / 100,
    reads: () => ['src/', 'code/', 'book.toml'],
    plan: () => script('tools/lint/structure.js'),
    ofPage: () => script('tools/lint/structure.js'),
  },
  {
    ...usual,
    id: 'modules',
    title: 'what the modules of the snapshots import',
    scope: 'book',
    effort: () => 1,
    reads: () => ['code/'],
    plan: () => script('tools/lint/modules.js'),
  },
  {
    ...usual,
    id: 'lib',
    title: 'how large lib is, and how long the book',
    scope: 'book',
    effort: () => 5,
    reads: () => ['budgets.json', 'src/', `code/${chapters().at(-1)?.id}/lib/`],
    plan: () => script('tools/budgets/cli.js', '--check', 'lib', 'book'),
  },
  {
    ...usual,
    id: 'comments',
    title: 'words that no comment of chapters 01 to 09 has',
    scope: 'book',
    effort: () => 2,
    reads: () => ['code/'],
    plan: () => script('tools/lint/comments.js'),
  },
  {
    ...usual,
    id: 'references',
    title: 'what the introduction and the contenders show',
    scope: 'book',
    effort: () => 2,
    reads: () => ['src/', 'code/', 'results/'],
    plan: () => script('tools/lint/completeness.js'),
    ofPage: ({ chapter }) =>
      chapter ? null : script('tools/lint/completeness.js'),
  },
  {
    ...usual,
    id: 'folders',
    title: 'imports between folders go one way',
    scope: 'book',
    effort: () => 1,
    reads: () => ['tools/', ...browserCode, '*.js'],
    plan: () => script('tools/lint/folders.js'),
  },
  {
    ...usual,
    id: 'commits',
    title: 'subjects of the commits',
    scope: 'book',
    effort: () => 1,
    // Whatever is committed has a subject.
    reads: () => ['**'],
    plan: () => script('tools/lint/commits.js'),
  },
  {
    ...usual,
    id: 'introduction',
    title: 'transcripts of the introduction and the appendix',
    scope: 'book',
    effort: () => 5,
    reads: () => ['src/*.md', 'translations/*/*.md'],
    plan: () => {
      const outside = pages().filter(({ file }) => !chapterOf(file))
      return script(
        'tools/transcripts/cli.js',
        ...outside.map(({ file }) => file),
      )
    },
    ofPage: ({ chapter, file }) =>
      chapter ? null : script('tools/transcripts/cli.js', file),
  },
  {
    ...usual,
    id: 'starts',
    title: 'the starts of chapters and roads, from the repository',
    scope: 'book',
    after: ['build'],
    effort: () => 5 + chapters().length,
    reads: () => [
      'src/README.md',
      'src/SUMMARY.md',
      'src/*/README.md',
      'code/',
      ...bookCode,
    ],
    plan: () => script('tools/reader-walk/cli.js', 'starts'),
  },
  {
    ...usual,
    id: 'results',
    title: 'published results: whole, and no drafts',
    scope: 'book',
    effort: () => 2,
    reads: () => [
      'results/',
      'code/*/bench/',
      'src/',
      'translations/',
      'tools/mdbook/strings.en.json',
    ],
    plan: () => script('tools/lint/results.js'),
  },
  {
    ...usual,
    id: 'numbers',
    title: 'figures in the prose: each has a source',
    scope: 'book',
    effort: () => 2,
    reads: () => ['results/', 'code/', 'widgets/', 'src/', 'translations/'],
    plan: () => script('tools/lint/numbers.js'),
    ofPage: ({ file }) => script('tools/lint/numbers.js', file),
  },
  {
    ...usual,
    id: 'l10n',
    title: 'structure of the translations',
    scope: 'book',
    effort: () => 1 + pageCount() / 100,
    reads: () => ['src/', 'translations/', '**/*.json', '**/strings*/'],
    plan: () => script('tools/l10n/cli.js', 'check'),
    ofPage: () => script('tools/l10n/cli.js', 'check'),
  },
  {
    ...usual,
    id: 'spelling',
    title: 'spelling, in every language',
    scope: 'book',
    effort: () => 5 + pageCount() / 5,
    reads: () => [...prose(), 'cspell.config.js', 'tools/spelling/'],
    plan: () => script(cspell, '--no-progress', '--no-summary'),
    ofPage: (page) =>
      script(
        cspell,
        '--no-progress',
        '--no-summary',
        ...[
          ...page.sources,
          ...(isOn(page, 'figure') ? figureTexts(page) : []),
        ].filter(isSpelled),
      ),
  },
  {
    ...usual,
    id: 'markdown',
    title: 'Markdown lint',
    scope: 'book',
    effort: () => 2 + pageCount() / 20,
    reads: () => ['**/*.md', '.markdownlint-cli2.jsonc'],
    plan: () => script(markdownlint),
    ofPage: ({ sources }) => script(markdownlint, '--no-globs', ...sources),
  },
  {
    ...usual,
    id: 'biome',
    title: 'format and lint (Biome)',
    scope: 'book',
    effort: () => 5 + chapters().length,
    reads: () => ['**'],
    plan: () =>
      script(
        'node_modules/@biomejs/biome/bin/biome',
        'ci',
        '--colors=off',
        '--error-on-warnings',
        '--max-diagnostics=50',
      ),
  },
  {
    ...usual,
    id: 'tool-types',
    title: 'types of the tools and widgets',
    scope: 'book',
    effort: () => 8 + chapters().length / 5,
    // The widgets import modules of the chapters.
    reads: () => ['tools/', ...browserCode, 'tsconfig*.json', 'code/*/lib/'],
    plan: () => script('node_modules/typescript/bin/tsc', '-p', root),
  },
  {
    ...usual,
    id: 'tools',
    title: "the tools' own tests",
    scope: 'book',
    tests: true,
    ofTools: true,
    sampled: true,
    effort: () => 3 * plainTests().length,
    reads: () => ['tools/', ...browserCode, 'code/', 'results/', 'theme/'],
    plan(changes) {
      const affected = affectedTests(plainTests(), changes)
      const isSome = changes.isAll && isSampled()
      const run = isSome ? affected.filter((one) => !isNightly(one)) : affected
      return run.length === 0 ? null : nodeTest(process.execPath, run)
    },
  },
  {
    ...usual,
    id: 'conformance',
    title: 'the router beside find-my-way',
    scope: 'book',
    tests: true,
    ofTools: true,
    effort: () => 10,
    reads: () => [
      'code/contenders/routers/',
      'tools/conformance/',
      `src/${chapters().at(-1)?.slug}/`,
      `code/${chapters().at(-1)?.id}/lib/`,
    ],
    plan() {
      const routers = path.join(codeDir, 'contenders', 'routers')
      if (existsSync(path.join(routers, 'node_modules', 'find-my-way'))) {
        return nodeTest(process.execPath, [conformanceTest])
      }
      return {
        skip: 'find-my-way is not installed: node tools/bench/setup.js routers',
      }
    },
  },
  {
    ...usual,
    id: 'engine',
    title: 'what our HTTP engine makes of requests, right and wrong',
    scope: 'book',
    ofTools: true,
    effort: () => 15,
    reads: () => [
      'tools/conformance/http/',
      'code/contenders/mirror.js',
      'code/contenders/velocy/',
      `code/${chapters().at(-1)?.id}/lib/`,
    ],
    plan() {
      const newest = newestVelocy()
      const hasEngine = newest && existsSync(path.join(newest, 'lib/engine'))
      if (!hasEngine) return { skip: 'no chapter has an engine of its own' }
      const { path: runner, reason } = node(26)
      if (!runner) return { skip: reason }
      return script(
        'tools/conformance/http/cli.js',
        '--server=velocy-net,velocy-http',
        '--strict=velocy-net',
      )
    },
  },
  {
    ...usual,
    id: 'npm-middleware',
    title: "ten packages for Express as Velocy's middleware",
    scope: 'book',
    tests: true,
    ofTools: true,
    effort: () => 10,
    reads: () => [
      'code/contenders/npm-middleware/',
      'tools/conformance/middleware.test.js',
      `code/${chapters().at(-1)?.id}/lib/`,
    ],
    plan() {
      const packages = path.join(codeDir, 'contenders', 'npm-middleware')
      if (!existsSync(path.join(packages, 'node_modules', 'helmet'))) {
        return {
          skip: 'they are not installed: node tools/bench/setup.js npm-middleware',
        }
      }
      const { path: runner, reason } = node(26)
      return runner ? nodeTest(runner, [middlewareTest]) : { skip: reason }
    },
  },
  {
    ...usual,
    id: 'mutants',
    sampled: true,
    title: 'mistakes seeded into lib, noticed by npm test',
    scope: 'book',
    slow: true,
    effort: () => 20 * chapters().length,
    reads: () => ['code/', 'tools/mutants/'],
    plan: () => script('tools/mutants/cli.js', '--few'),
  },
  {
    ...usual,
    id: 'widgets',
    sampled: true,
    title: "the widgets' tests in browsers",
    scope: 'book',
    slow: true,
    tests: true,
    effort: () => 40 * browserTests().length,
    reads: () => ['tools/', ...browserCode, 'code/', 'theme/', 'src/'],
    plan: (changes) =>
      inChromium(() => {
        const files = browserTests()
        if (files.length === 0) return { fail: 'no *.browser.test.js found' }
        const affected = affectedTests(files, changes)
        if (affected.length === 0) return null
        const isAll = affected.length === files.length
        const chosen = isAll ? sampled(affected, 3) : affected
        // What speaks to Firefox needs WebSocket.
        return nodeTest(node(26).path ?? process.execPath, chosen)
      }),
  },
  {
    ...usual,
    id: 'site',
    sampled: true,
    title: 'the served site in Chromium',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    effort: () => 20 + 2 * pageCount(),
    reads: site,
    plan: (changes) =>
      inChromium(() => siteTest('site', process.execPath, changes)),
  },
  {
    ...usual,
    id: 'playground',
    title: 'the programs of the pages, in Chromium as in Node.js',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    effort: () => 20 + pageCount(),
    reads: site,
    plan: (changes) =>
      inChromium(() => siteTest('playground', process.execPath, changes)),
  },
  {
    ...usual,
    id: 'firefox',
    sampled: true,
    title: 'the programs of the pages, in Firefox',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    effort: () => 20 + pageCount(),
    reads: site,
    plan(changes) {
      const { path: browser, reason } = firefox()
      if (!browser) return { skip: reason }
      // What speaks to it needs WebSocket.
      const { path: runner, reason: absent } = node(26)
      if (!runner) return { skip: absent }
      return siteTest('firefox', runner, changes)
    },
  },
  {
    ...usual,
    id: 'pdf',
    sampled: true,
    title: 'a PDF of a language',
    scope: 'book',
    slow: true,
    after: ['build'],
    // Each language is printed twice: the contents need the page numbers.
    effort: () => 5 + (2 * pageCount()) / 3,
    reads: site,
    plan: () => inChromium(() => script('tools/pdf/cli.js', '--no-build')),
  },
]

/** @type {(ChapterCheck | BookCheck)[]} */
export const allChecks = [...chapterChecks, ...bookChecks]
