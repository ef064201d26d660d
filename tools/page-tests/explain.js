/**
 * What a test that fails says: what was sent, what came back, what was
 * expected, and which page explains it. No stack traces.
 */
import path from 'node:path'
import { printedLines } from '../../common/failure.js'
import { siteFile } from '../book-model/chapters.js'
import { failureLines } from '../exercise-runner/test-report.js'
import { pageOfTest, pageTitle, shortName } from './data.js'

/** @typedef {import('./record.js').Exchange} Exchange */
/** @typedef {import('./run.js').Tested} Tested */
/** @typedef {import('./run.js').FileResult} FileResult */

/**
 * @typedef {object} Voice
 * @property {string} language
 * @property {import('./strings.js').Say} say
 * @property {(colour: 'red' | 'green' | 'dim', text: string) => string} paint
 */

/** @typedef {{ label: string, lines: string[] }} Row */

/** How many lines are shown of one thing, and how long they may be. */
const mostLines = 12
const longestLine = 160

/** Where scripts/serve.sh shows the book. */
const served = 'http://localhost:3000/'

/** @param {string[]} lines @returns {string[]} */
function shortened(lines) {
  const rest = lines.length - mostLines
  const shown = rest > 1 ? [...lines.slice(0, mostLines), '…'] : lines
  return shown.map((line) =>
    line.length > longestLine ? `${line.slice(0, longestLine)} …` : line,
  )
}

/** What a terminal would not show as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const controls = /[\0-\x08\x0b-\x1f\x7f]/g

/** @param {string} latin1 the beginning of what went over a connection */
function shownBytes(latin1) {
  const lines = Buffer.from(latin1, 'latin1')
    .toString()
    .split(/\r?\n/)
    .map((line) =>
      line.replaceAll(controls, (one) => JSON.stringify(one).slice(1, -1)),
    )
  while (lines.at(-1) === '') lines.pop()
  return shortened(lines)
}

/** @param {Exchange} exchange @param {Voice} voice @returns {Row[]} */
function exchangeRows({ sent, received, closed }, { say }) {
  const nothing = [say(closed ? 'nothingClosed' : 'nothing')]
  return [
    { label: say('sent'), lines: shownBytes(sent) },
    {
      label: say('received'),
      lines: received === '' ? nothing : shownBytes(received),
    },
  ]
}

/**
 * What the server threw meanwhile, unless the test itself says it.
 *
 * @param {Tested} tested
 * @param {Voice} voice
 */
function thrownRows({ exchange, event }, { say }) {
  const text = exchange?.thrown?.text ?? ''
  const isSaid = text.endsWith(event.message ?? '\0')
  if (text === '' || isSaid) return []
  return [{ label: say('thrown'), lines: shortened(text.split('\n')) }]
}

/** @param {string} page below src/ @param {Voice} voice */
function pageLines(page, { language }) {
  const own = language === 'en' ? '' : `${language}/`
  const title = pageTitle(page, language).replaceAll('`', '')
  return [`“${title}”, ${shortName(page)}`, `${served}${own}${siteFile(page)}`]
}

/** @param {Row[]} rows @returns {string[]} with the labels beside them */
function table(rows) {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2
  return rows.flatMap(({ label, lines }) =>
    lines.map((line, i) =>
      `${(i === 0 ? label : '').padEnd(width)}${line}`.trimEnd(),
    ),
  )
}

/**
 * @param {string} file of tests
 * @param {string} name of a test
 * @param {Voice} voice
 * @returns {Row[]} which page explains it
 */
function pageRows(file, name, voice) {
  const page = pageOfTest(file, name)
  if (!page) return []
  return [{ label: voice.say('explained'), lines: pageLines(page, voice) }]
}

/**
 * @param {Tested} tested that failed
 * @param {string} app absolute path
 * @param {Voice} voice
 * @returns {string[]}
 */
export function explainTest(tested, app, voice) {
  const { file, name, exchange, event } = tested
  const stack = exchange?.thrown?.stack || event.stack
  const failure = { ...event, stack }
  return [
    ...table([
      ...(exchange ? exchangeRows(exchange, voice) : []),
      ...thrownRows(tested, voice),
    ]),
    ...failureLines(failure, path.dirname(app), voice).map((line) =>
      line.slice(4),
    ),
    ...table(pageRows(file, name, voice)),
  ]
}

/**
 * Why a file of tests was not run to its end.
 *
 * @param {FileResult} result
 * @param {string} name of a test that was wanted of it
 * @param {Voice} voice
 * @returns {string[]} empty where it was
 */
export function explainFile({ file, trouble, output }, name, voice) {
  const { say } = voice
  if (trouble === '') return []
  const words = printedLines(output).filter(
    (line) => !/^\s+at |^\s*\[?(cause|errors)\]?: /.test(line),
  )
  const isSilent = words.every((line) => line.trim() === '')
  return table([
    { label: say('got'), lines: [say(`trouble.${trouble}`)] },
    ...(isSilent ? [] : [{ label: say('printed'), lines: shortened(words) }]),
    ...pageRows(file, name, voice),
  ])
}
