/**
 * Running an exercise: what its tests say of the starter, of the solution, or
 * of a reader's own file.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnv, run } from './run.js'

/**
 * @typedef {object} Exercise
 * @property {string} name `01-name`
 * @property {string} folder absolute path
 */

/**
 * @typedef {object} TestEvent
 * @property {'pass' | 'fail' | 'output'} type
 * @property {string} name
 * @property {string | null} file absolute path
 * @property {number} nesting
 * @property {boolean} isSuite
 * @property {boolean} skipped
 * @property {boolean} todo
 * @property {string | null} failureType
 * @property {string | null} code
 * @property {string | null} message
 * @property {boolean} generated whether the message is Node's own
 * @property {string | null} got where two values were compared
 * @property {string | null} expected
 * @property {string | null} stack
 * @property {string} [text] what the tests printed
 */

/**
 * passed: every test passed. failed: at least one assertion failed. broken:
 * the tests could not run, or failed otherwise than by an assertion. timeout:
 * something did not end. flood: it printed without end. empty: no test ran.
 *
 * @typedef {'passed' | 'failed' | 'broken' | 'timeout' | 'flood' |
 *   'empty'} Verdict
 */

/**
 * @typedef {Pick<TestEvent, 'name' | 'code' | 'message' | 'generated' | 'got' |
 *   'expected' | 'stack'> & { passed: boolean }} TestResult
 */

/**
 * @typedef {object} ExerciseResult
 * @property {Verdict} verdict
 * @property {string} reason in words
 * @property {TestResult[]} tests
 * @property {string} output what the program and the runner printed
 */

/** The three files that make an exercise. */
export const exerciseFiles = ['exercise.js', 'exercise.test.js', 'solution.js']

/** What a program may print, in characters. */
const maxOutput = 4_000_000

/** Prints an event per line, for `parseEvents`. */
export const eventsReporter = fileURLToPath(
  new URL('test-events.js', import.meta.url),
)

/**
 * @param {string} codeFolder absolute path of the chapter's code
 * @returns {Exercise[]} in order
 */
export function exercisesIn(codeFolder) {
  const folder = path.join(codeFolder, 'exercises')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => statSync(path.join(folder, name)).isDirectory())
    .sort()
    .map((name) => ({ name, folder: path.join(folder, name) }))
}

/**
 * Runs an exercise's tests.
 *
 * @param {string} folder absolute path of the exercise
 * @param {object} options
 * @param {string} options.node the Node to run it with
 * @param {string} [options.file] what the tests import: a path from the
 *   exercise's folder, or a file: URL; exercise.js unless told
 * @param {number} [options.timeout] seconds
 * @param {AbortSignal} [options.signal] ends the run early
 * @returns {Promise<ExerciseResult>}
 */
export async function runExercise(folder, options) {
  const { node, file, timeout = 60, signal } = options
  const result = await run(
    node,
    ['--test', `--test-reporter=${eventsReporter}`, 'exercise.test.js'],
    {
      cwd: folder,
      timeout,
      signal,
      maxOutput,
      env: cleanEnv({ EXERCISE: file }),
    },
  )
  const events = parseEvents(result.stdout)
  const output = [
    ...events.map((event) => event.text ?? ''),
    result.output.replaceAll(/^\{"type":.*\n?/gm, ''),
  ].join('')
  const tests = events
    .filter((event) => event.type !== 'output' && !event.isSuite)
    .filter((event) => !isTestFile(event))
    .map(({ type, name, code, message, generated, got, expected, stack }) => ({
      ...{ name, passed: type === 'pass' },
      ...{ code, message, generated, got, expected, stack },
    }))
  const verdict = judge(events, result)
  return { ...verdict, tests, output }
}

/**
 * @param {string} text
 * @returns {TestEvent[]}
 */
export function parseEvents(text) {
  return (
    text
      .split('\n')
      // The last one may be half a line.
      .filter((line) => line.startsWith('{"type":') && line.endsWith('}'))
      .map((line) => JSON.parse(line))
  )
}

/**
 * Node reports a test file that holds no test, or that crashes, as a test
 * which has the file's name.
 *
 * @param {TestEvent} event
 */
export const isTestFile = (event) =>
  event.type !== 'output' &&
  event.nesting === 0 &&
  event.name.endsWith('.test.js')

/**
 * @param {TestEvent[]} events
 * @param {import('./run.js').Outcome} outcome
 * @returns {{ verdict: Verdict, reason: string }}
 */
function judge(events, { timedOut, flooded, status }) {
  if (flooded) return { verdict: 'flood', reason: 'it printed without end' }
  const failures = events.filter((event) => event.type === 'fail')
  const late = failures.find(({ failureType }) =>
    /timeout/i.test(failureType ?? ''),
  )
  if (timedOut) return { verdict: 'timeout', reason: 'the tests did not end' }
  if (late) {
    return { verdict: 'timeout', reason: `"${late.name}" did not end in time` }
  }
  const crashed = failures.find(isTestFile)
  if (crashed) {
    return {
      verdict: 'broken',
      reason: `the file could not be run: ${crashed.message}`,
    }
  }
  const counted = events.filter(
    (event) => event.type !== 'output' && !event.isSuite && !isTestFile(event),
  )
  const effective = counted.filter((event) => !event.skipped && !event.todo)
  if (effective.length === 0) {
    return { verdict: 'empty', reason: 'exercise.test.js runs no test' }
  }
  if (failures.length === 0) {
    return status === 0
      ? { verdict: 'passed', reason: 'every test passes' }
      : { verdict: 'broken', reason: `node ended with status ${status}` }
  }
  const asserted = failures.find(({ code }) => code === 'ERR_ASSERTION')
  if (asserted) {
    return { verdict: 'failed', reason: `"${asserted.name}" fails` }
  }
  const first = failures.find(({ isSuite }) => !isSuite) ?? failures[0]
  return {
    verdict: 'broken',
    reason: `"${first.name}" fails, but by no assertion: ${first.message}`,
  }
}

/**
 * Proves that an exercise is one: the starter fails by an assertion, and the
 * solution passes.
 *
 * @param {Exercise} exercise
 * @param {{ node: string, timeout?: number }} options
 * @returns {Promise<string[]>} what is wrong with it; empty when it is sound
 */
export async function checkExercise({ name, folder }, options) {
  const absent = exerciseFiles.filter(
    (file) => !existsSync(path.join(folder, file)),
  )
  if (absent.length > 0) return [`${name}: ${absent.join(', ')} is missing`]
  const testFile = path.join(folder, 'exercise.test.js')
  if (!readFileSync(testFile, 'utf8').includes('process.env.EXERCISE')) {
    return [
      `${name}: exercise.test.js must import ` +
        "process.env.EXERCISE ?? './exercise.js'; it never reads EXERCISE",
    ]
  }
  const [starter, solution] = await Promise.all([
    runExercise(folder, options),
    runExercise(folder, { ...options, file: 'solution.js' }),
  ])
  /** @type {string[]} */
  const problems = []
  if (starter.verdict !== 'failed') {
    problems.push(
      `${name}: the starter must fail by an assertion; got ` +
        `${starter.verdict}: ${starter.reason}\n${starter.output}`,
    )
  }
  if (solution.verdict !== 'passed') {
    const failed = solution.tests
      .filter((test) => !test.passed)
      .map((test) => `  ✗ ${test.name}\n    ${test.message}`)
    problems.push(
      [
        `${name}: solution.js must pass; got ${solution.verdict}: ` +
          solution.reason,
        ...failed,
        solution.output,
      ].join('\n'),
    )
  }
  return problems
}
