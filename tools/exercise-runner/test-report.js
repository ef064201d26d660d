/** What failed tests say, in words that a reader needs. */
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { explain, framesOf, printedLines } from '../../common/failure.js'
import { fromRoot, root } from '../lib/paths.js'

/** @typedef {import('../../common/failure.js').Failure} Failure */
/**
 * @typedef {object} Voice
 * @property {(key: 'got' | 'expected') => string} say
 * @property {(colour: 'red' | 'green', text: string) => string} paint
 */

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
 * Where an error comes from: the line of the reader's that is nearest, else of
 * the tests.
 *
 * @param {string} stack
 * @param {string} own absolute path of the reader's file or folder
 * @returns {string | null} `learn/…/exercise.js:3`
 */
export function placeOf(stack, own) {
  const frames = framesOf(stack).map(({ url, line }) => ({
    file: fileURLToPath(url),
    line,
  }))
  const frame =
    frames.find(({ file }) => `${file}/`.startsWith(`${own}/`)) ??
    frames.find(({ file }) => file.endsWith('.test.js')) ??
    frames.find(({ file }) => file.startsWith(root))
  if (!frame) return null
  const isOurs = frame.file.startsWith(root + path.sep)
  return `${isOurs ? fromRoot(frame.file) : frame.file}:${frame.line}`
}

/** @param {Failure} test that failed @param {Voice} voice */
function messageLines(test, { say, paint }) {
  const { lines, values } = explain(test)
  const shown = lines.map(({ kind, text }) => {
    if (kind === 'legend')
      return paint('red', `+ ${say('got')}  - ${say('expected')}`)
    if (kind === 'text') return text
    return paint(kind === 'got' ? 'red' : 'green', text)
  })
  if (!values) return shown
  const names = [say('got'), say('expected')]
  const width = Math.max(...names.map((name) => name.length)) + 2
  return [
    ...(shown.length > 0 ? [...shown, ''] : []),
    `${names[0].padEnd(width)}${paint('red', values.got)}`,
    `${names[1].padEnd(width)}${paint('green', values.expected)}`,
  ]
}

/**
 * @param {string} output of a program
 * @returns {string[]} indented; empty when it printed nothing
 */
export function outputLines(output) {
  const lines = block(printedLines(shorten(output)), outputLimit)
  return lines.some((line) => line !== '') ? lines : []
}

/**
 * What a test that failed has to say, and where.
 *
 * @param {Failure} test
 * @param {string} own absolute path of the reader's file or folder
 * @param {Voice & { paint: (colour: 'dim', text: string) => string }} voice
 * @returns {string[]} indented
 */
export function failureLines(test, own, voice) {
  const text = shorten(messageLines(test, voice).join('\n'))
  const lines = block(text.replace(/\n+$/, '').split('\n'), messageLimit)
  const place = test.stack && placeOf(test.stack, own)
  return place ? [...lines, `    ${voice.paint('dim', place)}`] : lines
}
