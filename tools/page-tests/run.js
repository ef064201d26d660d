/** Runs a chapter's tests against a reader's server, a file at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEvents } from '../exercise-runner/exercise.js'
import { textOf } from '../lib/files.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'

/** @typedef {import('../exercise-runner/exercise.js').TestEvent} TestEvent */
/** @typedef {import('./record.js').Exchange} Exchange */

/**
 * @typedef {object} Tested
 * @property {string} file of tests, absolute path
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {TestEvent} event
 * @property {Exchange | null} exchange its last one with the server
 */

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {TestEvent[]} events as they came
 * @property {Tested[]} tests in the order of their ends; of several with one
 *   name one that fails
 * @property {'' | 'crash' | 'timeout' | 'flood' | 'silent' | 'empty'} trouble
 *   why it did not run to its end
 * @property {string} output what the server and the tests printed
 * @property {number} seconds that it took
 */

/** What a server may print during the tests of a file, in characters. */
const maxOutput = 5_000_000

const recorder = new URL('record.js', import.meta.url).href
const reporter = new URL('events.js', import.meta.url).href

/** @param {string} name of a test @returns {string} an option of node */
const choosing = (name) =>
  `--test-name-pattern=/${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`

/**
 * How the reporter saw it end: whether it has told of each test that Node has
 * counted, and whether it ended it, since there were no answers.
 *
 * @typedef {{ isWhole: boolean, isSilent: boolean }} End
 */

/**
 * @param {string} text what the reporter has written
 * @returns {{ events: TestEvent[], end: End }}
 */
function readEvents(text) {
  const all = /** @type {(TestEvent | { type: 'end' } & End)[]} */ (
    parseEvents(text)
  )
  const none = { isWhole: false, isSilent: false }
  return {
    events: all.filter((event) => event.type !== 'end'),
    end: all.find((event) => event.type === 'end') ?? none,
  }
}

/** @param {TestEvent} event */
const isOfTest = ({ type, isSuite }) => type !== 'output' && !isSuite

/**
 * @param {string} text a line for each test, of which one may be half written
 * @returns {Map<string, Exchange>} by the test's name
 */
const exchangesIn = (text) =>
  new Map(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .map(({ name, ...exchange }) => [name, exchange]),
  )

/**
 * In one process, with the tests and the server: `node --test` would start
 * another one for the tests, and lose what that says last when it is made to
 * end.
 *
 * @param {string} file of tests, absolute path
 * @param {object} options
 * @param {string} options.app the server, absolute path
 * @param {string} options.node that runs them
 * @param {string[] | null} [options.only] names of the tests to run
 * @param {number} [options.timeout] how long they may take, in seconds
 */
async function runFile(file, options) {
  const { app, node, only = null, timeout = patience(40) } = options
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stage-'))
  const [record, said] = ['exchanges.jsonl', 'events.jsonl'].map((name) =>
    path.join(folder, name),
  )
  const args = [
    `--import=${recorder}`,
    `--test-reporter=${reporter}`,
    // A server that keeps the process alive must not keep the reader waiting.
    `--test-timeout=${Math.ceil(500 * timeout)}`,
    '--test-force-exit',
    ...(only ?? []).map(choosing),
    file,
  ]
  const start = performance.now()
  try {
    const ended = await run(node, args, {
      cwd: path.dirname(path.dirname(file)),
      timeout,
      maxOutput,
      env: cleanEnv({
        APP: app,
        EXCHANGES: record,
        EVENTS: said,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
      }),
    })
    const { events, end } = readEvents(textOf(said))
    const tests = testsOf(file, events, exchangesIn(textOf(record))).filter(
      ({ name }) => only === null || only.includes(name),
    )
    const trouble = troubleOf(tests, end, ended)
    const seconds = (performance.now() - start) / 1000
    return { file, events, tests, trouble, output: ended.output, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} file
 * @param {TestEvent[]} events
 * @param {Map<string, Exchange>} exchanges
 */
function testsOf(file, events, exchanges) {
  /** @type {Map<string, Tested>} */
  const byName = new Map()
  for (const event of events) {
    if (!isOfTest(event)) continue
    const { name } = event
    if (byName.get(name)?.outcome === 'failed') continue
    const outcome = outcomeOf(event)
    const exchange = exchanges.get(name) ?? null
    byName.set(name, { file, name, outcome, event, exchange })
  }
  return [...byName.values()]
}

/** @param {TestEvent} event @returns {Tested['outcome']} */
function outcomeOf(event) {
  if (event.type === 'fail') return 'failed'
  return event.skipped || event.todo ? 'skipped' : 'passed'
}

/**
 * @param {Tested[]} tests
 * @param {End} end
 * @param {import('../processes/run.js').Outcome} ended
 * @returns {FileResult['trouble']}
 */
function troubleOf(tests, end, { timedOut, flooded, status }) {
  if (flooded) return 'flood'
  if (timedOut) return 'timeout'
  if (end.isSilent) return 'silent'
  const isExplained = tests.some(({ outcome }) => outcome === 'failed')
  if (!end.isWhole || (status !== 0 && !isExplained)) return 'crash'
  return tests.length === 0 ? 'empty' : ''
}

/**
 * Runs several files, as many at once as there are cores.
 *
 * @param {import('./data.js').Wanted[]} wanted
 * @param {object} options
 * @param {string} options.app
 * @param {string} options.node
 * @param {(result: FileResult) => void} [options.done] called in their order
 * @returns {Promise<FileResult[]>} in their order
 */
export async function runFiles(wanted, { done, ...options }) {
  const width = Math.max(1, os.availableParallelism())
  /** @type {FileResult[]} */
  const results = []
  let next = 0
  let told = 0
  const work = async () => {
    while (next < wanted.length) {
      const at = next
      next += 1
      const { file, only, timeout } = wanted[at]
      results[at] = await runFile(file, { ...options, only, timeout })
      while (results[told]) {
        done?.(results[told])
        told += 1
      }
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}
