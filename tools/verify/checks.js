/**
 * Everything that verify proves, as data. A new check is one entry: what it is
 * called, what it reads, and the command that proves it. The exit status of the
 * command is the verdict; of a `node --test` command the number of tests is
 * read too, because no test proves nothing.
 */
import {
  chromium,
  firefox,
  node,
  typedoc,
  versions,
  wrk,
} from '../processes/toolchain.js'
import {
  besidePackages,
  inBrowsers,
  npmTest,
  ofManifests,
  ofPackage,
  ofSite,
  onOther,
  ownTests,
  shortBenchmarks,
  solvedExercises,
  storesOf,
  testsBefore,
  testsOfTools,
} from './tests.js'

/** @typedef {import('./plans.js').Subject} Subject */

/**
 * Words of `run` and patterns of `reads` in braces stand for what the check is
 * run on; plans.js says for what. In a check of the whole book, the chapter is
 * the last one.
 *
 * @typedef {object} Check
 * @property {string} id
 * @property {string} title
 * @property {number} seconds that it takes on two cores beside others
 * @property {boolean} [perChapter] it takes these for each chapter before, too
 * @property {string} [run] a program from the root, and its arguments
 * @property {(subject: Subject) => import('./plans.js').Plan} [plan] in its
 *   place, where more is to be said
 * @property {string[]} reads patterns of paths, besides the programs that its
 *   command reaches
 * @property {boolean} [ignoresProse] whether sentences don't matter to it
 * @property {'slow' | 'nightly' | 'differs'} [when] left out of --quick; run by
 *   --full and --only alone; or in --quick only where it is affected
 * @property {'always' | 'affected'} [onPage] whether it is one of `--page`,
 *   always or where what differs can affect it
 * @property {string} [on] a directive: other pages have nothing to check
 * @property {boolean} [outside] whether it is of pages outside of the chapters
 * @property {boolean} [alone] never two of them at once
 * @property {boolean} [tests] whether the command is a `node --test`
 * @property {string[]} [after] ids of the checks that must have passed
 * @property {string[]} [needs] components of the set-up, besides npm and Node
 * @property {(subject: Subject) => string[]} [stores] those that it needs
 * @property {() => import('../processes/toolchain.js').Tool} [wants] a program
 *   without which it is skipped
 */

const pages = ['src/{slug}/', 'translations/*/{slug}/']
const code = 'code/{chapter}/'
const withPrevious = ['code/{previous}/', code]

/** @type {Check[]} */
export const chapterChecks = [
  {
    id: 'types',
    title: 'types of the snapshot',
    seconds: 5,
    run: 'tools/verify/types.js {chapter}',
    reads: [code, 'tsconfig.base.json'],
    onPage: 'affected',
  },
  {
    id: 'tests',
    title: "the chapter's tests",
    seconds: 15,
    plan: ({ chapter }) => npmTest(chapter, ownTests(chapter)),
    reads: [code],
    onPage: 'affected',
    tests: true,
    stores: storesOf,
  },
  {
    id: 'earlier',
    title: "the earlier chapters' tests",
    seconds: 10,
    perChapter: true,
    plan: testsBefore,
    reads: [code, '{tests before}'],
    tests: true,
    stores: storesOf,
  },
  {
    id: 'node24',
    title: `npm test on Node ${versions.node['24']}`,
    seconds: 500,
    plan: (subject) => onOther(subject, 24),
    reads: [code, '{tests before}'],
    when: 'slow',
    tests: true,
    needs: ['node24'],
    stores: storesOf,
    wants: () => node(24),
  },
  {
    id: 'node-http',
    title: 'npm test on node:http',
    seconds: 500,
    plan: (subject) => onOther(subject, 26, { VELOCY_ENGINE: 'http' }),
    reads: [code, '{tests before}'],
    when: 'slow',
    tests: true,
    stores: storesOf,
  },
  {
    id: 'transcripts',
    title: 'what the commands of the pages print',
    seconds: 25,
    run: 'tools/transcripts/cli.js {target}',
    // Of the translations, l10n compares the blocks.
    reads: ['src/{slug}/', '{named}', code],
    ignoresProse: true,
    onPage: 'affected',
    stores: storesOf,
  },
  {
    id: 'walk',
    title: 'the chapter as a reader types it',
    seconds: 35,
    run: 'tools/reader-walk/cli.js {chapter}',
    reads: ['src/{slug}/', ...withPrevious],
    ignoresProse: true,
    when: 'slow',
    after: ['build'],
    stores: storesOf,
  },
  {
    id: 'exercises',
    title: 'exercises: the starter fails, the solution passes',
    seconds: 2,
    plan: solvedExercises,
    reads: [...pages, code],
    ignoresProse: true,
    onPage: 'affected',
    on: 'exercise',
  },
  {
    id: 'completeness',
    title: 'each line of the snapshot is on a page',
    seconds: 1,
    run: 'tools/lint/completeness.js {chapter}',
    reads: [...pages, '{named}', ...withPrevious],
    onPage: 'always',
  },
  {
    id: 'budgets',
    title: 'words, listings and typed lines',
    seconds: 1,
    run: 'tools/budgets/cli.js --check {chapter}',
    reads: ['budgets.json', ...pages, ...withPrevious],
    onPage: 'always',
  },
  {
    id: 'quiz',
    title: 'answers of the quizzes',
    seconds: 2,
    run: 'tools/lint/quiz.js {chapter}',
    reads: [...pages, code],
    ignoresProse: true,
    onPage: 'affected',
    on: 'quiz',
  },
  {
    id: 'programs',
    title: 'benchmarks of programs, in short',
    seconds: 10,
    plan: (subject) => shortBenchmarks(subject, true),
    reads: [code, 'tools/bench/'],
    when: 'slow',
  },
  {
    id: 'bench',
    title: 'benchmarks of servers, in short',
    seconds: 20,
    plan: (subject) => shortBenchmarks(subject, false),
    reads: [code, 'code/contenders/', 'tools/bench/'],
    when: 'slow',
    // They take the same cores, and may set up the same contenders.
    alone: true,
    needs: ['node20', 'bun', 'deno', 'wrk', 'cargo', 'go', 'contenders'],
    wants: wrk,
  },
]

const conformance = 'tools/conformance'

/** @type {Check[]} */
export const bookChecks = [
  {
    id: 'build',
    title: 'the book builds, in every language',
    seconds: 80,
    run: 'tools/verify/build.js',
    reads: ['{site}'],
    onPage: 'always',
    needs: ['mdbook'],
  },
  {
    id: 'links',
    title: 'links and fragments of the built site',
    seconds: 20,
    run: 'tools/lint/links.js {built}',
    reads: ['{site}'],
    onPage: 'always',
    after: ['build'],
  },
  {
    id: 'structure',
    title: 'pages, titles and headings as SUMMARY.md lists them',
    seconds: 3,
    run: 'tools/lint/structure.js {page}',
    reads: ['src/', 'translations/', 'code/', 'book.toml'],
    onPage: 'always',
  },
  {
    id: 'modules',
    title: 'what the modules of the snapshots import',
    seconds: 1,
    run: 'tools/lint/modules.js',
    reads: ['code/'],
  },
  {
    id: 'lib',
    title: 'how large lib is, and how long the book',
    seconds: 2,
    run: 'tools/budgets/cli.js --check lib book',
    reads: ['budgets.json', 'src/', 'code/{chapter}/lib/'],
  },
  {
    id: 'references',
    title: 'what the introduction and the contenders show',
    seconds: 4,
    run: 'tools/lint/completeness.js',
    reads: ['src/', 'code/', 'results/'],
    onPage: 'always',
    outside: true,
  },
  {
    id: 'commits',
    title: 'subjects of the commits',
    seconds: 1,
    run: 'tools/lint/commits.js',
    reads: ['**'],
    onPage: 'always',
  },
  {
    id: 'introduction',
    title: 'transcripts of the introduction and the appendix',
    seconds: 8,
    run: 'tools/transcripts/cli.js {outside}',
    reads: ['src/*.md', 'code/from-express/'],
    ignoresProse: true,
    onPage: 'affected',
    outside: true,
  },
  {
    id: 'results',
    title: 'published results: whole, and no drafts',
    seconds: 1,
    run: 'tools/lint/results.js',
    reads: ['results/', 'code/*/bench/', 'src/', 'translations/'],
  },
  {
    id: 'numbers',
    title: 'figures in the prose: each has a source',
    seconds: 10,
    run: 'tools/lint/numbers.js {page}',
    reads: ['results/', 'code/', 'widgets/', 'src/', 'translations/'],
    onPage: 'always',
  },
  {
    id: 'l10n',
    title: 'structure of the translations',
    seconds: 3,
    run: 'tools/l10n/cli.js check',
    reads: ['src/', 'translations/', '**/*.json', '**/strings*/'],
    onPage: 'always',
  },
  {
    id: 'spelling',
    title: 'spelling, in every language',
    seconds: 40,
    run: 'node_modules/cspell/bin.mjs --no-progress --no-summary {spelled}',
    reads: ['**/*.md', '**/*.json', 'code/', 'cspell.config.js'],
    onPage: 'always',
  },
  {
    id: 'markdown',
    title: 'Markdown lint',
    seconds: 10,
    run: 'node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs {sources}',
    reads: ['**/*.md', '.markdownlint-cli2.jsonc'],
    onPage: 'always',
  },
  {
    id: 'biome',
    title: 'format and lint (Biome)',
    seconds: 40,
    run: 'node_modules/@biomejs/biome/bin/biome ci --colors=off --error-on-warnings --max-diagnostics=50',
    reads: ['**'],
  },
  {
    id: 'tool-types',
    title: 'types of the tools and widgets',
    seconds: 10,
    run: 'node_modules/typescript/bin/tsc -p .',
    // The widgets import modules of the chapters.
    reads: [
      'tools/',
      'packages/',
      '{browser}',
      'tsconfig*.json',
      'code/*/lib/',
    ],
  },
  {
    id: 'tools',
    title: "the tools' own tests",
    seconds: 180,
    plan: testsOfTools,
    reads: ['tools/', 'packages/', '{browser}', 'code/', 'results/', 'theme/'],
    when: 'differs',
    tests: true,
    needs: ['mdbook'],
  },
  {
    id: 'reference',
    title: 'the reference is what the code says, and whole',
    seconds: 30,
    run: 'tools/reference/cli.js --check',
    reads: [`${code}lib/`, `${code}package.json`, 'src/reference/'],
    needs: ['typedoc'],
    wants: typedoc,
  },
  {
    id: 'package',
    title: 'Velocy as a package, in projects of three kinds',
    seconds: 60,
    plan: ofPackage,
    reads: [
      ...[`${code}lib/`, `${code}package.json`, 'tools/verify/dependents/'],
      ...['packages/velocy/', 'tools/package/', 'code/examples/'],
    ],
    when: 'differs',
    tests: true,
    needs: ['node24', 'package-lint'],
  },
  {
    id: 'engine',
    title: 'what our HTTP engine makes of requests, right and wrong',
    seconds: 15,
    run: `${conformance}/http/cli.js --server=velocy-net,velocy-http --strict=velocy-net`,
    reads: [
      `${conformance}/http/`,
      'packages/http1-conformance/',
      'code/contenders/velocy/',
      `${code}lib/`,
    ],
    when: 'differs',
  },
  {
    id: 'websocket',
    title: "the cases of Autobahn's suite, a few messages each",
    seconds: 30,
    run: `${conformance}/websocket/cli.js --server=velocy-net,velocy-http --messages=3 --strict=velocy-net,velocy-http`,
    reads: [
      `${conformance}/`,
      'packages/websocket-conformance/',
      'code/contenders/velocy/',
      `${code}lib/`,
    ],
    when: 'differs',
  },
  {
    id: 'packages',
    title:
      'Velocy beside packages: routers, middleware, schemas, OpenTelemetry',
    seconds: 15,
    plan: besidePackages,
    reads: [
      ...['routers', 'npm-middleware', 'npm-schemas', 'npm-opentelemetry'].map(
        (name) => `code/contenders/${name}/`,
      ),
      ...[`${code}lib/`, `${conformance}/`, 'code/ch21/steps/'],
      ...['package.json', 'src/coming-from-express.md'],
    ],
    when: 'differs',
    tests: true,
    needs: ['contenders'],
  },
  {
    id: 'kubernetes',
    title: "manifests against Kubernetes' own schemas",
    seconds: 5,
    plan: ofManifests,
    reads: ['code/*/steps/*.yaml', 'tools/conformance/kubernetes.test.js'],
    when: 'differs',
    tests: true,
    needs: ['kubernetes'],
  },
  {
    id: 'mutants',
    title: 'mistakes seeded into lib, noticed by npm test',
    seconds: 1500,
    run: 'tools/mutants/cli.js --few',
    reads: ['code/'],
    when: 'nightly',
  },
  {
    id: 'widgets',
    title: "the widgets' and the site's tests in browsers",
    seconds: 600,
    plan: inBrowsers,
    reads: ['tools/', '{browser}', 'code/', 'theme/', 'src/'],
    ignoresProse: true,
    when: 'slow',
    tests: true,
    needs: ['chromium', 'firefox'],
    wants: chromium,
  },
  {
    id: 'site',
    title: 'the served site in Chromium',
    seconds: 200,
    plan: () => ofSite('site'),
    reads: ['{site}'],
    when: 'slow',
    tests: true,
    after: ['build'],
    needs: ['chromium'],
    wants: chromium,
  },
  {
    id: 'playground',
    title: 'the programs of the pages, in Chromium as in Node.js',
    seconds: 180,
    plan: () => ofSite('playground'),
    reads: ['{site}'],
    ignoresProse: true,
    when: 'slow',
    tests: true,
    after: ['build'],
    needs: ['chromium'],
    wants: chromium,
  },
  {
    id: 'firefox',
    title: 'the programs of the pages, in Firefox',
    seconds: 20,
    plan: () => ofSite('firefox'),
    reads: ['{site}'],
    ignoresProse: true,
    when: 'slow',
    tests: true,
    after: ['build'],
    needs: ['firefox'],
    wants: firefox,
  },
]

export const allChecks = [...chapterChecks, ...bookChecks]
