/**
 * What the tests of an exercise say, judged. It needs nothing of Node, so that
 * the terminal and a page of the book judge alike.
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
 * How the program that ran the tests ended.
 *
 * @typedef {object} Ending
 * @property {boolean} timedOut
 * @property {boolean} flooded
 * @property {number | null} status of the process; null when it was ended
 */

/**
 * @param {any} error of a test, whose cause is what failed; none if it passed
 * @param {(value: unknown, options: object) => string} inspect of node:util
 * @returns {Pick<TestEvent, 'failureType' | 'code' | 'message' | 'generated' |
 *   'got' | 'expected' | 'stack'>}
 */
export function whyFailed(error, inspect) {
  const cause = error?.cause
  // Where a difference between two values is what failed.
  const isCompared = /^(deep)?(strict)?equal$/i.test(cause?.operator ?? '')
  const shown = (/** @type {unknown} */ value) =>
    inspect(value, { depth: 4, maxArrayLength: 20, maxStringLength: 400 })
  return {
    failureType: error?.failureType ?? null,
    code: cause?.code ?? null,
    message: error ? String(cause?.message ?? error.message) : null,
    generated: cause?.generatedMessage ?? true,
    got: isCompared ? shown(cause.actual) : null,
    expected: isCompared ? shown(cause.expected) : null,
    stack: cause?.stack ?? null,
  }
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

/** @param {TestEvent} event */
const isTest = (event) =>
  event.type !== 'output' && !event.isSuite && !isTestFile(event)

/**
 * @param {TestEvent[]} events
 * @returns {TestResult[]} of each test, in the order of their ends
 */
export const testResults = (events) =>
  events
    .filter(isTest)
    .map(({ type, name, code, message, generated, got, expected, stack }) => ({
      name,
      passed: type === 'pass',
      code,
      message,
      generated,
      got,
      expected,
      stack,
    }))

/**
 * @param {TestEvent[]} events
 * @param {Ending} ending
 * @returns {{ verdict: Verdict, reason: string }} the reason in words
 */
export function judge(events, { timedOut, flooded, status }) {
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
  const effective = events
    .filter(isTest)
    .filter((event) => !event.skipped && !event.todo)
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
