/** Runs a chapter's tests against a reader's server, a file at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eventsReporter, parseEvents } from '../exercise-runner/exercise.js'
import { textOf } from '../lib/files.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'

/** @typedef {import('../exercise-runner/exercise.js').TestEvent} TestEvent */

/**
 * @typedef {object} Tested
 * @property {string} file of tests, absolute path
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {TestEvent} event
 * @property {string} thrown what the server threw during the tests of the file
 */

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {Tested[]} tests in the order of their ends; of several with one
 *   name one that fails
 * @property {'' | 'crash' | 'timeout' | 'flood' | 'empty'} trouble
 *   why it did not run to its end
 * @property {string} output what the server and the tests printed
 * @property {number} seconds that it took
 */

/** What a server may print during the tests of a file, in characters. */
const maxOutput = 5_000_000

/** @param {string} name of a test @returns {string} an option of node */
const choosing = (name) =>
  `--test-name-pattern=/${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`

/** @param {TestEvent} event */
const isOfTest = ({ type, isSuite }) => type !== 'output' && !isSuite

/**
 * In one process, with the tests and the server: `node --test` would lose what
 * a process says last that the server ends.
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
  const said = path.join(folder, 'events.jsonl')
  const args = [
    `--test-reporter=${eventsReporter}`,
    `--test-reporter-destination=${said}`,
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
      env: cleanEnv({ APP: app, NO_COLOR: '1', FORCE_COLOR: undefined }),
    })
    const events = parseEvents(textOf(said))
    const tests = testsOf(file, events).filter(
      ({ name }) => only === null || only.includes(name),
    )
    const trouble = troubleOf(tests, ended)
    const seconds = (performance.now() - start) / 1000
    return { file, tests, trouble, output: ended.output, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file @param {TestEvent[]} events */
function testsOf(file, events) {
  /** @type {Map<string, Tested>} */
  const byName = new Map()
  const thrown = events.map(({ text = '' }) => text).join('')
  for (const event of events) {
    const { name } = event
    if (!isOfTest(event) || byName.get(name)?.outcome === 'failed') continue
    byName.set(name, { file, name, outcome: outcomeOf(event), event, thrown })
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
 * @param {import('../processes/run.js').Outcome} ended
 * @returns {FileResult['trouble']}
 */
function troubleOf(tests, { timedOut, flooded, status }) {
  if (flooded) return 'flood'
  if (timedOut) return 'timeout'
  const isExplained = tests.some(({ outcome }) => outcome === 'failed')
  if (status !== 0 && !isExplained) return 'crash'
  return tests.length === 0 ? 'empty' : ''
}

/**
 * Runs several files, as many at once as there are cores.
 *
 * @param {import('./data.js').Wanted[]} wanted
 * @param {object} options
 * @param {string} options.app
 * @param {string} options.node
 * @returns {Promise<FileResult[]>} in their order
 */
export async function runFiles(wanted, options) {
  const width = Math.max(1, os.availableParallelism())
  /** @type {FileResult[]} */
  const results = []
  let next = 0
  const work = async () => {
    while (next < wanted.length) {
      const at = next
      next += 1
      const { file, only, timeout } = wanted[at]
      results[at] = await runFile(file, { ...options, only, timeout })
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}
