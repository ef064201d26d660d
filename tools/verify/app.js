/**
 * A reader's own server against what the chapters promise: every test of the
 * chapter and of those before it, and, where one cannot be run, what is
 * missing for it.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTestFile } from '../../isomorphic/verdict.js'
import { eventsReporter, parseEvents } from '../judge/exercise.js'
import { failureLines, outputLines, placeOf } from '../judge/test-report.js'
import { fromRoot } from '../lib/paths.js'
import { chapters } from '../manuscript/chapters.js'
import { patience, patienceInMs } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { cumulativeTests } from './plans.js'

/** @typedef {import('../manuscript/chapters.js').Chapter} Chapter */
/** @typedef {import('../judge/exercise.js').TestEvent} TestEvent */
/** @typedef {import('./probe.js').Problem} Problem */

/** What a server may print during them, in characters. */
const maxOutput = 20_000_000

/** @type {import('../judge/test-report.js').Voice & { paint: any }} */
const voice = { say: (key) => key, paint: (_, text) => text }

/** @param {string} line */
const say = (line) => console.log(line)

/** @param {Partial<Problem>} problem */
function sayProblem({ what, got, expected, todo }) {
  say(`✗ ${what}`)
  if (got) say(`    got       ${got}`)
  if (expected) say(`    expected  ${expected}`)
  if (todo) say(`    to do     ${todo}`)
}

/**
 * Whether it can be tested at all.
 *
 * @param {string} app absolute path
 * @param {string} runner a Node
 * @param {Chapter[]} wanted
 * @returns {Promise<boolean>}
 */
async function probe(app, runner, wanted) {
  const script = fileURLToPath(new URL('probe.js', import.meta.url))
  const { output, timedOut } = await run(runner, [script, app], {
    cwd: path.dirname(app),
    timeout: patience(40),
    maxOutput,
  })
  /** @type {import('./probe.js').Message} */
  const { loaded, done, problem } = Object.assign(
    {},
    ...[...output.matchAll(/^PROBE (.*)$/gm)].map(([, text]) =>
      JSON.parse(text),
    ),
  )
  if (done) return true
  if (problem) {
    const place = problem.stack && placeOf(problem.stack, path.dirname(app))
    const got = place ? `${problem.got} (${place})` : problem.got
    sayProblem({ ...problem, got })
    return false
  }
  const words = outputLines(output.replaceAll(/^PROBE .*\n/gm, ''))
  const missing = /Cannot find module '([^']+)'/.exec(output)?.[1]
  const name = missing && path.relative(path.dirname(app), missing)
  const origin = name && originOf(name, wanted)
  if (origin) sayMissing('The server needs', missing, name, origin)
  else if (loaded || words.length === 0) {
    sayProblem({
      what: timedOut ? 'It does not end' : 'It ends the process',
      got: words.length > 0 ? 'what it printed, below' : 'no word of why',
      expected: 'a server that goes on until close() is called',
      todo:
        'listen in start() alone, on the port that it is given, and leave ' +
        'process.exit() to the part that runs when the file is run itself',
    })
  } else {
    sayProblem({
      what: 'It cannot be loaded',
      got: 'what Node says below',
      expected: 'a file that can be imported, and does nothing until start()',
      todo: 'mend what stands below; node FILE shows it too',
    })
  }
  for (const line of origin ? [] : words) say(line)
  return false
}

/**
 * @typedef {{ chapter: Chapter, file: string }} Origin
 * @param {string} who needs it
 * @param {string} missing absolute path of the module that is not there
 * @param {string} name its path from the server
 * @param {Origin | undefined} origin
 */
function sayMissing(who, missing, name, origin) {
  sayProblem({
    what: `${who} ${name}, and there is no such file`,
    got: `no ${missing}`,
    expected: origin
      ? `the module of ${origin.chapter.id}, “${origin.chapter.title}”`
      : 'a module of this chapter',
    todo: `write it${origin ? `, or copy ${fromRoot(origin.file)}` : ''}`,
  })
}

/**
 * The modules beside the server that a test file needs and that are not there.
 *
 * @param {string} file of tests
 * @param {string} app absolute path of the server
 * @returns {string[]} such as `lib/http/body.js`
 */
export function missingModules(file, app) {
  const names = readFileSync(file, 'utf8').matchAll(/\blibrary\('([^']+)'\)/g)
  const folder = path.dirname(app)
  return [...new Set([...names].map(([, name]) => name))].filter(
    (name) => !existsSync(path.join(folder, name)),
  )
}

/**
 * @param {string} name such as `lib/http/body.js`
 * @param {Chapter[]} wanted
 * @returns {Origin | undefined} where it comes first
 */
function originOf(name, wanted) {
  return wanted
    .map((chapter) => ({
      chapter,
      file: path.join(chapter.codeDir, name),
    }))
    .find(({ file }) => existsSync(file))
}

/**
 * @param {string[]} files of tests
 * @param {string} app
 * @param {Chapter[]} wanted
 * @returns {string[]} those that have the modules that they need; what the
 *   others need has been said
 */
function withModules(files, app, wanted) {
  return files.filter((test) => {
    const missing = missingModules(test, app)
    for (const name of missing) {
      const file = path.join(path.dirname(app), name)
      sayMissing(`${fromRoot(test)} needs`, file, name, originOf(name, wanted))
    }
    return missing.length === 0
  })
}

/**
 * Says each test as it ends.
 *
 * @param {string} app
 */
function liveReport(app) {
  let file = ''
  /** What was printed since the last test: its own words, or a crash. */
  let printed = ''
  const counts = { passed: 0, skipped: 0 }
  /** @type {string[]} */
  const failed = []
  /** @param {TestEvent} event */
  const tell = (event) => {
    if (event.type === 'output') {
      printed += event.text
      return
    }
    if (event.isSuite) return
    // A file that could be run is no test.
    if (isTestFile(event) && event.type === 'pass') return
    const name = isTestFile(event) ? 'the file' : event.name
    const own = event.file ? fromRoot(event.file) : ''
    if (own !== file) say(`  ${own}`)
    file = own
    if (event.type === 'pass') {
      const mark = event.skipped || event.todo ? '–' : '✓'
      if (mark === '✓') counts.passed += 1
      else counts.skipped += 1
      say(`  ${mark} ${name}`)
    } else {
      say(`  ✗ ${name}`)
      const lines = isTestFile(event)
        ? ['    could not be run:', ...outputLines(printed)]
        : failureLines(event, path.dirname(app), voice)
      for (const line of lines) say(`  ${line}`)
      const words = isTestFile(event) ? [] : outputLines(printed)
      for (const line of words.length > 0 ? ['    printed:', ...words] : []) {
        say(`  ${line}`)
      }
      failed.push(`${name} (${path.basename(own)})`)
    }
    printed = ''
  }
  return { tell, counts, failed }
}

/**
 * @param {string} app absolute path
 * @param {Chapter} chapter
 * @returns {Promise<number>} exit status
 */
export async function verifyApp(app, chapter) {
  const tool = node(26)
  if (!tool.path) {
    console.error(tool.reason)
    return 1
  }
  say(`${app}\nwith Node ${tool.version.replace(/^v/, '')}\n`)
  const all = chapters()
  const wanted = all.slice(0, all.findIndex(({ id }) => id === chapter.id) + 1)
  if (!(await probe(app, tool.path, wanted))) {
    say('\nNo test was run.\n0 passed, 1 failed')
    return 1
  }
  const sum = { passed: 0, skipped: 0 }
  /** @type {{ id: string, title: string, failed: string[] }[]} */
  const broken = []
  for (const { chapter: each, files } of cumulativeTests(wanted)) {
    if (files.length === 0) continue
    say(`${each.id}: ${each.title}`)
    const ready = withModules(files, app, wanted)
    const { tell, counts, failed } = liveReport(app)
    for (const file of files) {
      if (!ready.includes(file)) {
        failed.push(`${path.basename(file)} was not run: see above`)
      }
    }
    if (ready.length > 0) {
      const ended = await runTests(ready, each, {
        app,
        runner: tool.path,
        tell,
      })
      if (ended) failed.push(ended)
      else if (counts.passed + counts.skipped + failed.length === 0) {
        failed.push('no test ran: does the server end the process?')
      }
    }
    sum.passed += counts.passed
    sum.skipped += counts.skipped
    if (failed.length > 0) broken.push({ ...each, failed })
    say('')
  }
  const verdict = broken.length === 0 ? 'keeps' : 'does not keep'
  say(`${app}\n${verdict} what the chapters up to ${chapter.id} promise.`)
  for (const { id, title, failed } of broken) {
    say(`\n${id}: ${title}`)
    for (const name of failed) say(`  ✗ ${name}`)
  }
  if (broken.length > 0) say('')
  const failures = broken.flatMap(({ failed }) => failed).length
  const rest = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  say(`${sum.passed} passed, ${failures} failed${rest}`)
  return failures === 0 ? 0 : 1
}

/**
 * @param {string[]} files
 * @param {Chapter} chapter
 * @param {{ app: string, runner: string, tell: (event: TestEvent) => void }} how
 * @returns {Promise<string | null>} why they did not run to their end
 */
async function runTests(files, { codeDir }, { app, runner, tell }) {
  let failures = 0
  const args = [
    '--test',
    `--test-reporter=${eventsReporter}`,
    // A server that keeps the process alive must not keep the reader waiting.
    `--test-timeout=${patienceInMs(20)}`,
    '--test-force-exit',
    ...files,
  ]
  const allowed = patience(20 * files.length)
  const { timedOut, flooded, status } = await run(runner, args, {
    cwd: codeDir,
    timeout: allowed,
    maxOutput,
    env: cleanEnv({ APP: app, NO_COLOR: '1', FORCE_COLOR: undefined }),
    onLine(line) {
      for (const event of parseEvents(line)) {
        if (event.type === 'fail') failures += 1
        tell(event)
      }
    },
  })
  if (timedOut) {
    return `the tests did not end within ${Math.round(allowed)} s: does close() end?`
  }
  if (flooded) return 'the server prints without end'
  if (status !== 0 && failures === 0) {
    return `the test runner ended with ${status ?? 'a signal'}`
  }
  return null
}
