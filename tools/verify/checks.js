/**
 * Everything that verify proves, as data. A new check is one entry: what it is
 * called, whether it is run per chapter or once, and the command that proves
 * it. The exit status of the command is the verdict; of a `node --test`
 * command the number of tests is read too, because no test proves nothing.
 */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { codeDir, fromRoot, root } from '../lib/paths.js'
import { chromium, firefox, node } from '../lib/toolchain.js'

/** @typedef {import('../lib/chapters.js').Chapter} Chapter */

/**
 * What to do for one cell of the table: run a command, say why it cannot be
 * run, say why it fails without running anything, or nothing at all, where
 * the check has no meaning.
 *
 * @typedef {{ argv: string[], cwd?: string,
 *   env?: Record<string, string | undefined> }
 *   | { skip: string } | { fail: string } | null} Plan
 */

/**
 * @typedef {object} Check
 * @property {string} id
 * @property {string} title
 * @property {boolean} slow left out of --quick
 * @property {boolean} alone run when nothing else runs
 * @property {boolean} tests whether the command is a `node --test`
 * @property {string[]} after ids of the checks that must have passed
 * @property {number} timeout seconds
 */

/** @typedef {Check & { scope: 'book', plan: () => Plan }} BookCheck */
/**
 * @typedef {Check & { scope: 'chapter',
 *   plan: (chapter: Chapter, earlier: Chapter[]) => Plan }} ChapterCheck
 */

/**
 * The files below a folder, without what npm and cargo put there.
 *
 * @param {string} folder
 * @param {(file: string) => boolean} wanted
 * @returns {string[]} absolute paths, sorted
 */
export function filesIn(folder, wanted) {
  if (!existsSync(folder)) return []
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'target', '.cache'].includes(entry.name)) continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) found.push(...filesIn(file, wanted))
    else if (wanted(file)) found.push(file)
  }
  return found.sort()
}

/** @param {string} file */
const isTest = (file) => file.endsWith('.test.js')
/** @param {string} file */
const isBrowserTest = (file) =>
  /^(.+\.)?browser\.test\.js$/.test(path.basename(file))
/** @param {string} file */
const isExercise = (file) => file.split(path.sep).includes('exercises')

/** @param {string} name */
const siteTest = (name) =>
  path.join(root, 'tools', 'verify', `${name}.browser.test.js`)

/** Tests of the built site, which have to wait for it. */
const siteTests = ['site', 'playground', 'firefox'].map(siteTest)

/**
 * @param {string} runner a Node
 * @param {string[]} files
 * @param {Omit<Extract<Plan, { argv: string[] }>, 'argv'>} [rest]
 * @returns {Plan}
 */
export function nodeTest(runner, files, rest = {}) {
  // The totals are read from its output.
  return { argv: [runner, '--test', '--test-reporter=spec', ...files], ...rest }
}

/**
 * @param {string} script from the root
 * @param {...string} args
 * @returns {Plan}
 */
function script(script, ...args) {
  if (!existsSync(path.join(root, script))) {
    return { fail: `${script} is missing` }
  }
  return { argv: [process.execPath, path.join(root, script), ...args] }
}

/**
 * A chapter's own tests; those of its exercises are another check.
 *
 * @param {Chapter} chapter
 */
const ownTests = (chapter) =>
  filesIn(chapter.codeDir, (file) => isTest(file) && !isExercise(file))

/**
 * The tests of a chapter that every later chapter keeps.
 *
 * @param {Chapter} chapter
 */
export const cumulativeTests = (chapter) =>
  filesIn(path.join(chapter.codeDir, 'test'), isTest)

/**
 * @param {Chapter} chapter
 * @param {string[]} files
 * @param {number} major of the Node that runs them
 * @returns {Plan}
 */
function chapterTests(chapter, files, major) {
  const tool = node(major)
  if (!tool.path) {
    return major === 26 ? { fail: tool.reason } : { skip: tool.reason }
  }
  return nodeTest(tool.path, files, {
    cwd: chapter.codeDir,
    env: { APP: path.join(chapter.codeDir, 'server.js') },
  })
}

/** @param {Chapter} chapter */
const noTests = (chapter) => ({
  fail: `${fromRoot(chapter.codeDir)} has no test (*.test.js)`,
})

/** @type {{ slow: boolean, alone: boolean, tests: boolean, after: string[] }} */
const usual = { slow: false, alone: false, tests: false, after: [] }

/** @type {ChapterCheck[]} */
export const chapterChecks = [
  {
    ...usual,
    id: 'types',
    title: 'types',
    scope: 'chapter',
    timeout: 120,
    plan: (chapter) => script('tools/verify/types.js', chapter.id),
  },
  {
    ...usual,
    id: 'tests',
    title: 'tests',
    scope: 'chapter',
    tests: true,
    timeout: 180,
    plan(chapter) {
      const files = ownTests(chapter)
      if (files.length === 0) return noTests(chapter)
      return chapterTests(chapter, files, 26)
    },
  },
  {
    ...usual,
    id: 'earlier',
    title: 'earlier tests',
    scope: 'chapter',
    tests: true,
    timeout: 300,
    plan(chapter, earlier) {
      const files = earlier.flatMap(cumulativeTests)
      if (files.length === 0) return null
      return chapterTests(chapter, files, 26)
    },
  },
  {
    ...usual,
    id: 'node24',
    title: 'Node 24',
    scope: 'chapter',
    slow: true,
    tests: true,
    timeout: 300,
    plan(chapter, earlier) {
      const own = ownTests(chapter)
      if (own.length === 0) return noTests(chapter)
      const files = [...earlier.flatMap(cumulativeTests), ...own]
      return chapterTests(chapter, files, 24)
    },
  },
  {
    ...usual,
    id: 'transcripts',
    title: 'transcripts',
    scope: 'chapter',
    timeout: 300,
    plan: ({ id }) => script('tools/transcripts/cli.js', id),
  },
  {
    ...usual,
    id: 'exercises',
    title: 'exercises',
    scope: 'chapter',
    timeout: 180,
    plan: ({ id }) => script('tools/verify/exercises.js', id),
  },
  {
    ...usual,
    id: 'completeness',
    title: 'complete',
    scope: 'chapter',
    timeout: 60,
    plan: ({ id }) => script('tools/check/completeness.js', id),
  },
  {
    ...usual,
    id: 'quiz',
    title: 'quiz',
    scope: 'chapter',
    timeout: 120,
    plan: ({ id }) => script('tools/check/quiz.js', id),
  },
  {
    ...usual,
    id: 'bench',
    title: 'benchmarks',
    scope: 'chapter',
    slow: true,
    alone: true,
    timeout: 400,
    plan({ id, codeDir }) {
      const defined = filesIn(path.join(codeDir, 'bench'), (file) =>
        file.endsWith('.bench.json'),
      )
      if (defined.length === 0) return null
      return script('tools/bench/cli.js', id, '--short')
    },
  },
]

/**
 * @param {() => Plan} plan
 * @returns {() => Plan}
 */
const inBrowser = (plan) => () => {
  const tool = chromium()
  return tool.path ? plan() : { skip: tool.reason }
}

/** @type {BookCheck[]} */
export const bookChecks = [
  {
    ...usual,
    id: 'build',
    title: 'the book builds, in every language',
    scope: 'book',
    timeout: 180,
    plan: () => script('tools/verify/build.js'),
  },
  {
    ...usual,
    id: 'links',
    title: 'links and fragments of the built site',
    scope: 'book',
    after: ['build'],
    timeout: 60,
    plan: () => script('tools/check/links.js'),
  },
  {
    ...usual,
    id: 'structure',
    title: 'pages, titles and headings as SUMMARY.md lists them',
    scope: 'book',
    timeout: 60,
    plan: () => script('tools/check/structure.js'),
  },
  {
    ...usual,
    id: 'references',
    title: 'what the introduction and the contenders show',
    scope: 'book',
    timeout: 60,
    plan: () => script('tools/check/completeness.js'),
  },
  {
    ...usual,
    id: 'introduction',
    title: 'transcripts of the introduction',
    scope: 'book',
    timeout: 120,
    plan: () => script('tools/transcripts/cli.js', 'README.md'),
  },
  {
    ...usual,
    id: 'results',
    title: 'published results: whole, and no drafts',
    scope: 'book',
    timeout: 60,
    plan: () => script('tools/check/results.js'),
  },
  {
    ...usual,
    id: 'l10n',
    title: 'structure of the translations',
    scope: 'book',
    timeout: 60,
    plan: () => script('tools/l10n/cli.js', 'check'),
  },
  {
    ...usual,
    id: 'spelling',
    title: 'spelling, in every language',
    scope: 'book',
    timeout: 180,
    plan: () =>
      script('node_modules/cspell/bin.mjs', '--no-progress', '--no-summary'),
  },
  {
    ...usual,
    id: 'markdown',
    title: 'Markdown lint',
    scope: 'book',
    timeout: 60,
    plan: () =>
      script('node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs'),
  },
  {
    ...usual,
    id: 'biome',
    title: 'format and lint (Biome)',
    scope: 'book',
    timeout: 60,
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
    timeout: 120,
    plan: () => script('node_modules/typescript/bin/tsc', '-p', root),
  },
  {
    ...usual,
    id: 'tools',
    title: "the tools' own tests",
    scope: 'book',
    tests: true,
    timeout: 600,
    plan() {
      const files = ['tools', 'widgets'].flatMap((name) =>
        filesIn(path.join(root, name), (file) => {
          // It needs the contenders, and has a check of its own.
          const isConformance = file.includes('/tools/conformance/')
          return isTest(file) && !isBrowserTest(file) && !isConformance
        }),
      )
      return nodeTest(process.execPath, files)
    },
  },
  {
    ...usual,
    id: 'conformance',
    title: 'the router beside find-my-way',
    tests: true,
    scope: 'book',
    timeout: 180,
    plan() {
      const routers = path.join(codeDir, 'contenders', 'routers')
      const file = path.join(root, 'tools/conformance/find-my-way.test.js')
      if (existsSync(path.join(routers, 'node_modules', 'find-my-way'))) {
        return nodeTest(process.execPath, [file])
      }
      return {
        skip: 'find-my-way is not installed: node tools/bench/setup.js routers',
      }
    },
  },
  {
    ...usual,
    id: 'widgets',
    title: "the widgets' tests in browsers",
    scope: 'book',
    slow: true,
    tests: true,
    timeout: 1200,
    plan: inBrowser(() => {
      const files = ['tools', 'widgets'].flatMap((name) =>
        filesIn(path.join(root, name), (file) => {
          return isBrowserTest(file) && !siteTests.includes(file)
        }),
      )
      if (files.length === 0) return { fail: 'no *.browser.test.js found' }
      // What speaks to Firefox needs WebSocket.
      return nodeTest(node(26).path ?? process.execPath, files)
    }),
  },
  {
    ...usual,
    id: 'site',
    title: 'the served site in Chromium',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    timeout: 900,
    plan: inBrowser(() => nodeTest(process.execPath, [siteTest('site')])),
  },
  {
    ...usual,
    id: 'playground',
    title: 'the programs of the pages, in Chromium as in Node.js',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    timeout: 600,
    plan: inBrowser(() => nodeTest(process.execPath, [siteTest('playground')])),
  },
  {
    ...usual,
    id: 'firefox',
    title: 'the programs of the pages, in Firefox',
    scope: 'book',
    slow: true,
    tests: true,
    after: ['build'],
    timeout: 400,
    plan() {
      const { path: browser, reason } = firefox()
      if (!browser) return { skip: reason }
      // What speaks to it needs WebSocket.
      const { path: runner, reason: absent } = node(26)
      if (!runner) return { skip: absent }
      return nodeTest(runner, [siteTest('firefox')])
    },
  },
  {
    ...usual,
    id: 'pdf',
    title: 'a PDF of each language',
    scope: 'book',
    slow: true,
    after: ['build'],
    timeout: 400,
    plan: inBrowser(() => script('tools/pdf/cli.js', '--no-build')),
  },
]

/** @type {(ChapterCheck | BookCheck)[]} */
export const allChecks = [...chapterChecks, ...bookChecks]
