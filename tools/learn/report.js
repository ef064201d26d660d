/** What the tests of an exercise say, in words that a reader needs. */
import { failureLines, outputLines } from '../exercise-runner/test-report.js'

/** @typedef {import('../exercise-runner/exercise.js').ExerciseResult} ExerciseResult */
/** @typedef {{ say: import('./strings.js').Say,
 *   paint: import('./terminal.js').Paint }} Voice */

/**
 * @param {ExerciseResult} result
 * @param {string} file absolute path of the reader's file
 * @param {Voice} voice
 * @returns {string[]} lines
 */
export function resultLines({ verdict, reason, tests, output }, file, voice) {
  const { say, paint } = voice
  const shown = outputLines(output)
  if (verdict === 'broken' && tests.length === 0) {
    return [paint('red', say('unreadable')), '', ...shown]
  }
  /** @type {string[]} */
  const lines = []
  for (const test of tests) {
    if (test.passed) {
      lines.push(`${paint('green', '✓')} ${test.name}`)
      continue
    }
    lines.push(`${paint('red', '✗')} ${paint('bold', test.name)}`)
    lines.push(...failureLines(test, file, voice))
  }
  if (shown.length > 0) lines.push('', paint('dim', say('printed')), ...shown)
  const passed = tests.filter((test) => test.passed).length
  const counts = { passed, total: tests.length }
  lines.push('')
  if (verdict === 'passed') {
    return [...lines, paint('green', say('passedAll', counts))]
  }
  if (verdict === 'timeout') lines.push(say('stillRunning'))
  else if (verdict === 'flood') lines.push(say('printsOn'))
  else if (verdict === 'empty') lines.push(say('emptyTests'))
  else if (passed === tests.length) lines.push(say('endedEarly', { reason }))
  // How many tests a run has that was ended early is unknown.
  if (tests.length === 0) return lines
  return [...lines, paint('yellow', say('outcome', counts))]
}
