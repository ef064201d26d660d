/**
 * What a run of an exercise's tests in the page says: judged by what judges it
 * in the terminal.
 */
import { framesOf } from '../../common/failure.js'
import { judge, testResults } from '../../common/verdict.js'

/** @import { TestEvent, TestResult, Verdict } from '../../common/verdict.js' */
/** @import { Outcome, RunEvent } from '../../browser-node/sandbox.js' */

/**
 * stopped: by the reader. unsupported: the page lacks what it needs.
 *
 * @typedef {object} Result
 * @property {Verdict | 'stopped' | 'unsupported'} verdict
 * @property {TestResult[]} tests
 */

/** How a run ends when the program itself could not go on. */
const CRASHES = ['error', 'memory']

/**
 * @param {RunEvent[]} events
 * @param {Outcome} outcome
 * @returns {Result}
 */
export function resultOf(events, outcome) {
  const { ended, status } = outcome
  const told = /** @type {TestEvent[]} */ (
    events.filter(({ type }) => type === 'pass' || type === 'fail')
  )
  const tests = testResults(told)
  if (ended === 'stopped' || ended === 'unsupported') {
    return { verdict: ended, tests }
  }
  const all = CRASHES.includes(ended) ? [...told, crash(outcome)] : told
  const { verdict } = judge(all, {
    timedOut: ended === 'timeout',
    flooded: ended === 'flood',
    status,
  })
  return { verdict, tests }
}

/**
 * What Node reports of a test file that crashes.
 *
 * @param {Outcome} outcome
 * @returns {TestEvent}
 */
const crash = ({ error }) => ({
  type: 'fail',
  name: 'exercise.test.js',
  file: null,
  nesting: 0,
  isSuite: false,
  skipped: false,
  todo: false,
  failureType: 'testCodeFailure',
  code: null,
  message: error?.message ?? '',
  generated: true,
  got: null,
  expected: null,
  stack: error?.stack ?? null,
})

/**
 * Where an error comes from: the line of the reader's that is nearest, else of
 * the tests, else of another file of the chapter.
 *
 * @param {string} stack
 * @param {string} chapter `ch07`
 * @param {string} folder of the exercise: `exercises/01-name`
 * @returns {{ file: string, line: number } | null} the file from the chapter's
 *   folder; null for a stack in none of its files
 */
export function placeOf(stack, chapter, folder) {
  const base = `file:///velocy/${chapter}/`
  const frames = framesOf(stack)
    .filter(({ url }) => url.startsWith(base))
    .map(({ url, line }) => ({ file: url.slice(base.length), line }))
  return (
    frames.find(({ file }) => file === `${folder}/exercise.js`) ??
    frames.find(({ file }) => file.endsWith('.test.js')) ??
    frames[0] ??
    null
  )
}

/** What follows `export` where something is declared, and its name. */
const DECLARED =
  /^export\s+(?:default\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var)\s*([\w$]+)/gm
/** `export { a, b as c }` */
const LISTED = /^export\s*\{([^}]*)\}/gm

/**
 * @param {string} text of a module
 * @returns {string[]} the names that it exports, as far as they can be seen at
 *   the beginnings of its lines
 */
function exportsOf(text) {
  const declared = Array.from(text.matchAll(DECLARED), ([, name]) => name)
  const listed = Array.from(text.matchAll(LISTED), ([, names]) =>
    names.split(',').map(
      (one) =>
        one
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    ),
  )
  return [...declared, ...listed.flat()].filter((name) => name !== '')
}

/**
 * Tests ask for what the starter exports; what is missing comes to them as
 * undefined.
 *
 * @param {string} starter
 * @param {string} text the reader's
 * @returns {string[]} the names that the reader's text exports no more
 */
export function missingExports(starter, text) {
  const there = exportsOf(text)
  return exportsOf(starter).filter((name) => !there.includes(name))
}
