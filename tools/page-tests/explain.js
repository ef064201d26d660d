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

/** What is said of the ways in which a file of tests does not end. */
const troubles = {
  crash: 'the tests could not be run to their end',
  empty: 'no test ran: does the server end the process?',
  flood: 'the server prints without end',
  silent: 'three tests waited in vain, so the others were not run',
  timeout:
    'the tests took too long: a loop that does not end, a request without an answer, a close() that does not resolve, or a machine that is busy with something else?',
}

/** As readers of a terminal see it; `npm run learn` has colours and languages. */
const plain = {
  say: (/** @type {string} */ key) => key,
  paint: (/** @type {string} */ _, /** @type {string} */ text) => text,
}

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

/** @param {Exchange} exchange @returns {Row[]} */
function exchangeRows({ sent, received, closed }) {
  const nothing = closed ? 'nothing; the connection was closed' : 'nothing'
  const lines = received === '' ? [nothing] : shownBytes(received)
  return [
    { label: 'sent', lines: shownBytes(sent) },
    { label: 'came back', lines },
  ]
}

/** What the server threw, unless the test itself says it. @param {Tested} tested */
function thrownRows({ exchange, event }) {
  const text = exchange?.thrown?.text ?? ''
  const isSaid = text.endsWith(event.message ?? '\0')
  if (text === '' || isSaid) return []
  return [{ label: 'threw', lines: shortened(text.split('\n')) }]
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
 * @returns {Row[]} which page explains it
 */
function pageRows(file, name) {
  const page = pageOfTest(file, name)
  if (!page) return []
  const title = `“${pageTitle(page).replaceAll('`', '')}”, ${shortName(page)}`
  return [{ label: 'explained', lines: [title, served + siteFile(page)] }]
}

/**
 * @param {Tested} tested that failed
 * @param {string} app absolute path
 * @returns {string[]}
 */
export function explainTest(tested, app) {
  const { file, name, exchange, event } = tested
  const stack = exchange?.thrown?.stack || event.stack
  const failure = { ...event, stack }
  return [
    ...table([
      ...(exchange ? exchangeRows(exchange) : []),
      ...thrownRows(tested),
    ]),
    ...failureLines(failure, path.dirname(app), plain).map((line) =>
      line.slice(4),
    ),
    ...table(pageRows(file, name)),
  ]
}

/**
 * Why a file of tests was not run to its end.
 *
 * @param {FileResult} result
 * @param {string} name of a test that was wanted of it
 * @returns {string[]} empty where it was
 */
export function explainFile({ file, trouble, output }, name) {
  if (trouble === '') return []
  const words = printedLines(output).filter(
    (line) => !/^\s+at |^\s*\[?(cause|errors)\]?: /.test(line),
  )
  const isSilent = words.every((line) => line.trim() === '')
  return table([
    { label: 'got', lines: [troubles[trouble]] },
    ...(isSilent ? [] : [{ label: 'printed', lines: shortened(words) }]),
    ...pageRows(file, name),
  ])
}
