/** What the tests of an exercise say, in words that a reader needs. */
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fromRoot, root } from '../lib/paths.js'

/** @typedef {import('../lib/exercise.js').ExerciseResult} ExerciseResult */
/** @typedef {import('../lib/exercise.js').TestResult} TestResult */
/** @typedef {{ say: import('./strings.js').Say,
 *   paint: import('./terminal.js').Paint }} Voice */

/** How much is shown of what a program printed, and of a test's message. */
const outputLimit = 30
const messageLimit = 24
const lineLimit = 400

const rootUrl = pathToFileURL(`${root}${path.sep}`).href

/** @param {string} text @returns {string} with short names of our files */
const shorten = (text) =>
  text.replaceAll(rootUrl, '').replaceAll(`${root}${path.sep}`, '')

/**
 * @param {string[]} lines
 * @param {number} limit
 * @returns {string[]} indented, and no more than that many and that long
 */
function block(lines, limit) {
  const rest = lines.length - limit
  const shown = rest > 1 ? [...lines.slice(0, limit), `… +${rest}`] : lines
  return shown.map((line) => {
    const long = line.length > lineLimit
    const text = long ? `${line.slice(0, lineLimit)} …` : line
    return `    ${text}`.trimEnd()
  })
}

/**
 * Where an error comes from: the line of the reader's file that is nearest, else
 * of the tests.
 *
 * @param {string} stack
 * @param {string} file absolute path of the reader's file
 * @returns {string | null} `learn/…/exercise.js:3`
 */
export function placeOf(stack, file) {
  const frames = [...stack.matchAll(/(file:\/\/[^\s()]+?):(\d+):\d+/g)].map(
    ([, url, line]) => ({ file: fileURLToPath(url), line }),
  )
  const frame =
    frames.find((candidate) => candidate.file === file) ??
    frames.find((candidate) => /\bexercise\.test\.js$/.test(candidate.file)) ??
    frames.find((candidate) => candidate.file.startsWith(root))
  return frame ? `${fromRoot(frame.file)}:${frame.line}` : null
}

/**
 * @param {TestResult} test that failed
 * @param {Voice} voice
 * @returns {string[]}
 */
function message({ code, message, generated, got, expected, stack }, voice) {
  const { say, paint } = voice
  const text = message ?? ''
  if (code !== 'ERR_ASSERTION') {
    // With the name of the error: TypeError, say.
    const head = stack?.split(/\n {4}at /)[0]
    return [head?.includes(text) ? head : text]
  }
  if (got !== null && expected !== null && !/\n/.test(got + expected)) {
    const names = [say('got'), say('expected')]
    const width = Math.max(...names.map((name) => name.length)) + 2
    // Node puts the difference below a message of the test's own.
    const own = generated
      ? []
      : [text.replace(/\n(\n|\+ actual - expected).*$/s, ''), '']
    return [
      ...own,
      `${names[0].padEnd(width)}${paint('red', got)}`,
      `${names[1].padEnd(width)}${paint('green', expected)}`,
    ]
  }
  return text
    .replace(/^.*:\n(?=\+ actual - expected)/, '')
    .replace(
      /^\+ actual - expected\n+/m,
      () => `+ ${say('got')}  - ${say('expected')}\n`,
    )
    .split('\n')
    .map((line) => {
      if (/^\+( |$)/.test(line)) return paint('red', line)
      return /^-( |$)/.test(line) ? paint('green', line) : line
    })
}

/**
 * What the program printed, without the runner's own noise.
 *
 * @param {string} output
 * @returns {string[]}
 */
function printed(output) {
  return shorten(output)
    .split('\n')
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
    .filter((line) => !/^Node\.js v\d+\.\d+\.\d+$/.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
}

/**
 * @param {ExerciseResult} result
 * @param {string} file absolute path of the reader's file
 * @param {Voice} voice
 * @returns {string[]} lines
 */
export function resultLines({ verdict, reason, tests, output }, file, voice) {
  const { say, paint } = voice
  const shown = block(printed(output), outputLimit)
  const hasOutput = shown.some((line) => line !== '')
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
    const text = shorten(message(test, voice).join('\n')).replace(/\n+$/, '')
    lines.push(...block(text.split('\n'), messageLimit))
    const place = test.stack && placeOf(test.stack, file)
    if (place) lines.push(`    ${paint('dim', place)}`)
  }
  if (hasOutput) lines.push('', paint('dim', say('printed')), ...shown)
  const passed = tests.filter((test) => test.passed).length
  const counts = { passed, total: tests.length }
  lines.push('')
  if (verdict === 'passed') {
    return [...lines, paint('green', say('passedAll', counts))]
  }
  if (verdict === 'timeout') lines.push(say('stillRunning'))
  else if (verdict === 'empty') lines.push(say('emptyTests', { reason }))
  else if (passed === tests.length) lines.push(say('endedEarly', { reason }))
  return [...lines, paint('yellow', say('outcome', counts))]
}
