/** The checks that run tests or benchmarks: of which files, and how. */
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chapters, isLastOfPart } from '../book-model/chapters.js'
import { readJson } from '../lib/files.js'
import {
  bookCode,
  browserCode,
  browserFolders,
  codeDir,
  fromRoot,
  root,
} from '../lib/paths.js'
import { cumulativeTests } from '../page-tests/suite.js'
import { patienceInMs } from '../processes/pace.js'
import { kubernetesValidate, node } from '../processes/toolchain.js'
import { kinds, storeNames } from '../stores/stores.js'
import { filesIn } from './plans.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../stores/programs.js').StoreName} StoreName */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('./plans.js').Plan} Plan */
/** @typedef {import('./plans.js').Subject} Subject */

/** @param {string} file */
export const isTest = (file) => file.endsWith('.test.js')

/**
 * @param {string | null} runner a Node
 * @param {string[]} files of tests
 * @param {Omit<Extract<Plan, { argv: string[] }>, 'argv'>} [rest]
 * @param {string[]} [options] of `node --test`
 */
function nodeTest(runner, files, rest = {}, options = []) {
  if (files.length === 0) return null
  const reporter = new URL('failures.js', import.meta.url)
  const program = runner ?? process.execPath
  return {
    argv: [
      ...[program, '--test', ...options],
      ...[`--test-reporter=${reporter}`, ...files],
    ],
    ...rest,
  }
}

/** @param {Chapter} chapter @returns {string[]} but those of its exercises */
export const ownTests = ({ codeDir: folder }) =>
  filesIn(folder, isTest).filter(
    (file) => !path.relative(folder, file).startsWith('exercises'),
  )

/** @param {Subject} subject @returns {string[]} that still apply */
const earlierTests = ({ chapter, earlier }) =>
  cumulativeTests([...earlier, chapter])
    .slice(0, -1)
    .flatMap(({ files }) => files)

/**
 * Tests against a chapter's server, each file in a process of its own, as
 * `npm test` runs them.
 *
 * @param {Chapter} chapter
 * @param {string[]} files
 * @param {number} [major] of the Node that runs them
 * @param {Record<string, string>} [env] what the tests are told besides
 */
export function npmTest({ id, codeDir: cwd }, files, major = 26, env = {}) {
  const { path: runner, reason } = node(major)
  if (files.length === 0) return { fail: `code/${id} has no test (*.test.js)` }
  if (!runner) return { fail: reason }
  const own = { APP: path.join(cwd, 'server.js'), ...env }
  const rest = { cwd, env: own, stores: storesIn(files) }
  // As in run.js: a test that takes longer has failed, and the others go on.
  return nodeTest(runner, files, rest, [`--test-timeout=${patienceInMs(30)}`])
}

/** @param {Subject} subject @returns {Plan} */
export function testsBefore(subject) {
  const files = earlierTests(subject)
  return files.length === 0 ? null : npmTest(subject.chapter, files)
}

/**
 * What runs on another Node, or on another engine, than usual: on the last
 * chapter of each part, which has what those before it have brought.
 *
 * @param {Subject} subject
 * @param {number} major
 * @param {Record<string, string>} [env]
 */
export function onOther(subject, major, env) {
  const { chapter, all } = subject
  const isChosen = all
    ? isLastOfPart(chapter)
    : chapter.id === chapters().at(-1)?.id
  // Without an engine of our own, all runs on node:http.
  const hasEngine = existsSync(path.join(chapter.codeDir, 'lib', 'engine'))
  if (!isChosen || (env?.VELOCY_ENGINE && !hasEngine)) return null
  const files = [...ownTests(chapter), ...earlierTests(subject)]
  return npmTest(chapter, files, major, env)
}

/** @type {Map<string, StoreName[]>} by folder, which is read once */
const storesBelow = new Map()

/** @param {string} folder */
function readStores(folder) {
  const texts = filesIn(folder, (file) => file.endsWith('.js')).map((file) =>
    readFileSync(file, 'utf8'),
  )
  return storeNames.filter((name) =>
    texts.some((text) => text.includes(kinds[name].variable)),
  )
}

/**
 * @param {string[]} files of tests
 * @returns {StoreName[]} whose addresses they, or programs beside them, ask for
 */
function storesIn(files) {
  const found = [...new Set(files.map((file) => path.dirname(file)))].flatMap(
    (folder) => {
      const names = storesBelow.get(folder) ?? readStores(folder)
      storesBelow.set(folder, names)
      return names
    },
  )
  return storeNames.filter((name) => found.includes(name))
}

/** @param {Subject} subject @returns {StoreName[]} of the whole `npm test` */
export const storesOf = (subject) =>
  storesIn([...ownTests(subject.chapter), ...earlierTests(subject)])

/** @param {Subject} subject @returns {Plan} */
export function solvedExercises({ chapter }) {
  const argv = ['tools/exercise-runner/cli.js', chapter.id]
  const tests = filesIn(path.join(chapter.codeDir, 'exercises'), isTest)
  return { argv: [process.execPath, ...argv], stores: storesIn(tests) }
}

/**
 * @param {Subject} subject
 * @param {boolean} ofPrograms whether no server is measured
 * @returns {Plan} a short run of the chapter's first benchmark, or of all
 */
export function shortBenchmarks({ chapter, all }, ofPrograms) {
  const folder = path.join(chapter.codeDir, 'bench')
  const ids = filesIn(folder, (file) => file.endsWith('.bench.json'))
    .filter((file) => isOfProgram(file) === ofPrograms)
    .map((file) => path.basename(file, '.bench.json'))
  if (ids.length === 0) return null
  const some = all ? ids : ids.slice(0, 1)
  const cli = path.join(root, 'tools/bench/cli.js')
  return { argv: [process.execPath, cli, ...some, '--short'] }
}

/** @param {string} file of a benchmark; the run of a broken one says why */
function isOfProgram(file) {
  try {
    return readJson(file).kind === 'program'
  } catch {
    return false
  }
}

/** Tests, each with the folder of code/contenders/ whose packages it needs. */
const besides = {
  'find-my-way': 'routers',
  middleware: 'npm-middleware',
  'express-rows': 'npm-middleware',
  schemas: 'npm-schemas',
  opentelemetry: 'npm-opentelemetry',
}

/** @param {string} name */
const conformanceTest = (name) => `tools/conformance/${name}.test.js`

/** @returns {Plan} */
export function besidePackages() {
  const missing = Object.values(besides).filter(
    (name) =>
      !existsSync(path.join(codeDir, 'contenders', name, 'node_modules')),
  )
  if (missing.length > 0) {
    const names = [...new Set(missing)].join(' ')
    return { skip: `not installed: node tools/bench/setup.js ${names}` }
  }
  const files = Object.keys(besides).map((name) =>
    path.join(root, conformanceTest(name)),
  )
  return nodeTest(node(26).path, files)
}

const packageTest = 'tools/package/package.test.js'

/** @returns {Plan} */
export const ofPackage = () =>
  nodeTest(process.execPath, [path.join(root, packageTest)])

/** @returns {Plan} */
export function ofManifests() {
  const { path: program, reason } = kubernetesValidate()
  const file = path.join(root, 'tools/conformance/kubernetes.test.js')
  return program ? nodeTest(node(26).path, [file]) : { skip: reason }
}

/** Tests that are checks of their own. */
const ownChecks = [
  packageTest,
  ...[...Object.keys(besides), 'kubernetes'].map(conformanceTest),
  ...['site', 'playground', 'firefox'].map(
    (name) => `tools/verify/${name}.browser.test.js`,
  ),
]

/**
 * Those that can fail otherwise than before; without `all`, those that take
 * seconds, `// @nightly`, are left out.
 *
 * @param {boolean} inBrowser
 * @param {Pick<Subject, 'changes' | 'all'>} subject
 * @returns {string[]} tests of the tools, and of what runs in the page
 */
export function toolTests(inBrowser, { changes, all }) {
  /** @param {string} file */
  const isWanted = (file) =>
    isTest(file) &&
    /[./]browser\.test\.js$/.test(file) === inBrowser &&
    !ownChecks.includes(fromRoot(file)) &&
    (all || !/^\/\/ @nightly$/m.test(readFileSync(file, 'utf8')))
  const files = ['tools', 'packages', ...browserFolders].flatMap((name) =>
    filesIn(path.join(root, name), isWanted),
  )
  return affectedTests(files, changes)
}

/** They wait a lot: on two cores, Node.js would run one file after the other. */
const atOnce = `--test-concurrency=${Math.max(2, os.availableParallelism())}`

/** @param {Subject} subject @returns {Plan} */
export const testsOfTools = (subject) =>
  nodeTest(process.execPath, toolTests(false, subject), {}, [atOnce])

/** @param {Subject} subject @returns {Plan} */
export const inBrowsers = (subject) =>
  // What speaks to Firefox needs WebSocket.
  nodeTest(node(26).path, toolTests(true, subject))

/** What a test reads that builds a book of its own. */
const machinery = ['book.toml', 'theme/', ...browserCode, ...bookCode]

/**
 * Tests of what has changed, or of what reaches it. A test says in a comment
 * what it reads besides the programs that it names: `// @reads code/`.
 *
 * @param {string[]} files of tests, absolute paths
 * @param {Changes} changes
 */
export const affectedTests = (files, changes) =>
  files.filter((file) => {
    if (changes.everything || changes.reached([file])) return true
    const text = readFileSync(file, 'utf8')
    const [, read = ''] = /^\/\/ @reads (.+)$/m.exec(text) ?? []
    return changes.touching([
      `${fromRoot(path.dirname(file))}/*.*`,
      ...read.split(/[\s,]+/).filter(Boolean),
      ...(text.includes('bookMachinery') ? machinery : []),
    ])
  })

/**
 * @param {string} name of a test that looks at the built site
 * @returns {Plan}
 */
export const ofSite = (name) =>
  nodeTest(node(26).path, [
    path.join(root, 'tools', 'verify', `${name}.browser.test.js`),
  ])
