/**
 * What a test that fails says: what came, what was expected, and which page
 * explains it. No stack traces.
 */
import path from 'node:path'
import { printedLines } from '../../common/failure.js'
import { siteFile } from '../book-model/chapters.js'
import { failureLines } from '../exercise-runner/test-report.js'
import { pageOfTest, pageTitle, shortName } from './data.js'

/** @typedef {import('./run.js').Tested} Tested */
/** @typedef {import('./run.js').FileResult} FileResult */

/**
 * What is said of the ways in which a file of tests does not end.
 *
 * @type {Record<string, string>}
 */
const troubles = {
  crash: 'the tests could not be run to their end',
  empty: 'no test ran: does the server end the process?',
  flood: 'the server prints without end',
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

/** @param {string} text @returns {string[]} */
const wordsIn = (text) =>
  shortened(
    printedLines(text).filter(
      (line) => !/^\s+at |^\s*\[?(cause|errors)\]?: |^\s*$/.test(line),
    ),
  )

/**
 * @param {Tested} tested that failed
 * @param {string} app absolute path
 */
export const explainTest = ({ file, name, event, thrown }, app) => [
  ...failureLines(event, path.dirname(app), plain).map((line) => line.slice(4)),
  ...table([
    { label: 'threw', lines: wordsIn(thrown) },
    ...pageRows(file, name),
  ]),
]

/**
 * Why a file of tests was not run to its end.
 *
 * @param {FileResult} result
 * @param {string} name of a test that was wanted of it
 */
export const explainFile = ({ file, trouble, output }, name) =>
  table([
    { label: 'got', lines: [troubles[trouble]] },
    { label: 'printed', lines: wordsIn(output) },
    ...pageRows(file, name),
  ])
