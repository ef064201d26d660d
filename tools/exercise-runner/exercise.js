/**
 * Running an exercise: what its tests say of the starter, of the solution, or
 * of a reader's own file.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { judge, testResults } from '../../common/verdict.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'

/**
 * @typedef {object} Exercise
 * @property {string} name `01-name`
 * @property {string} folder absolute path
 */

/** @typedef {import('../../common/verdict.js').TestEvent} TestEvent */
/** @typedef {import('../../common/verdict.js').Verdict} Verdict */
/** @typedef {import('../../common/verdict.js').TestResult} TestResult */

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
 */
export async function runExercise(folder, options) {
  const { node, file, timeout = patience(20), signal } = options
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
  const verdict = judge(events, result)
  return { ...verdict, tests: testResults(events), output }
}

/** @param {string} text @returns {TestEvent[]} */
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
