/** Prints the rows of verify's table as they become complete. */
import { bookRow, failure, tableHead, tableRow } from './report.js'

/** @typedef {import('./runner.js').Cell} Cell */
/** @typedef {import('./runner.js').Result} Result */
/**
 * @typedef {object} Row
 * @property {Cell[]} cells
 * @property {string} [head] to be printed above it
 * @property {(results: Result[]) => string | null} text null for a row in
 *   which nothing was to do
 */

/**
 * @param {Cell[]} cells of chapters
 * @returns {Row[]}
 */
function chapterRows(cells) {
  const columns = [...new Set(cells.map(({ check }) => check))]
  const labels = [...new Set(cells.map(({ label }) => label))]
  return labels.map((label, i) => ({
    cells: cells.filter((cell) => cell.label === label),
    head: i === 0 ? tableHead(columns) : undefined,
    text: (results) => tableRow(label, columns, results),
  }))
}

/**
 * @param {Cell[]} cells
 * @returns {Row[]}
 */
function rowsOf(cells) {
  const ofChapters = cells.filter(({ label }) => label !== 'book')
  const ofBook = cells.filter(({ label }) => label === 'book')
  const first = chapterRows(ofChapters)
  const title = first.length > 0 ? '\nthe whole book' : undefined
  const book = ofBook.map((cell, i) => ({
    cells: [cell],
    head: i === 0 ? title : undefined,
    /** @param {Result[]} results */
    text: ([result]) => (result.status === 'none' ? null : bookRow(result)),
  }))
  return [...first, ...book]
}

/**
 * Prints each row as soon as it and all before it are complete, and what
 * failed in it.
 *
 * @param {Cell[]} cells
 * @param {(line: string) => void} say
 * @returns {(result: Result) => void} to be told each result
 */
export function tablePrinter(cells, say) {
  const rows = rowsOf(cells)
  /** @type {Map<Cell, Result>} */
  const known = new Map()
  let next = 0
  return (result) => {
    known.set(result.cell, result)
    while (next < rows.length && rows[next].cells.every((c) => known.has(c))) {
      const { head, text, cells: own } = rows[next]
      const results = own.map((cell) => /** @type {Result} */ (known.get(cell)))
      const line = text(results)
      if (head !== undefined) say(head)
      if (line !== null) say(line)
      for (const each of results) {
        if (each.status === 'failed') say(failure(each))
      }
      next += 1
    }
  }
}
