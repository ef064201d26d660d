/** The tables of `console.table`. */
import { inspect, stripVTControlCharacters } from 'node-inspect-extracted'

/**
 * @param {any} data
 * @param {readonly string[]} [only] the columns to show; all unless told
 * @returns {unknown} the table's text; what is not an object, as it is
 */
export function table(data, only) {
  if (data === null || typeof data !== 'object') return data
  if (data instanceof Map) {
    const entries = [...data]
    return draw(
      ['(iteration index)', 'Key', 'Values'],
      [
        entries.map((_, index) => shown(index)),
        entries.map(([key]) => shown(key)),
        entries.map(([, value]) => shown(value)),
      ],
    )
  }
  if (data instanceof Set) {
    const values = [...data]
    return draw(
      ['(iteration index)', 'Values'],
      [values.map((_, index) => shown(index)), values.map(shown)],
    )
  }
  return byProperty(data, only)
}

/**
 * A row for each property, and a column for each of theirs.
 *
 * @param {any} data
 * @param {readonly string[]} [only]
 */
function byProperty(data, only) {
  const rows = Object.keys(data)
  /** @type {Map<string, string[]>} */
  const columns = new Map()
  /** @type {string[]} */
  const primitives = []
  rows.forEach((row, index) => {
    const item = data[row]
    const isPrimitive =
      item === null || (typeof item !== 'object' && typeof item !== 'function')
    if (isPrimitive && only === undefined) {
      primitives[index] = shown(item)
      return
    }
    for (const key of only ?? Object.keys(item)) {
      const column = columns.get(key) ?? []
      const isThere = !isPrimitive && Object.hasOwn(item, key)
      column[index] = isThere ? shown(item[key]) : ''
      columns.set(key, column)
    }
  })
  // Like the properties of an object: those that are numbers come first.
  const names = Object.keys(Object.fromEntries(columns))
  const head = ['(index)', ...names]
  const body = [rows, ...names.map((name) => columns.get(name) ?? [])]
  if (primitives.length > 0) {
    head.push('Values')
    body.push(primitives)
  }
  return draw(head, body)
}

/** @param {any} value */
function shown(value) {
  const isLarge =
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.keys(value).length > 2
  const depth = isLarge ? -1 : 0
  return inspect(value, { depth, maxArrayLength: 3, breakLength: Infinity })
}

/**
 * @param {string[]} head
 * @param {string[][]} columns each may have holes
 */
function draw(head, columns) {
  const height = Math.max(...columns.map((column) => column.length))
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map((column) => column[row] ?? ''),
  )
  const widths = head.map((name, column) =>
    Math.max(width(name), ...rows.map((row) => width(row[column]))),
  )
  /** @param {string[]} cells */
  const line = (cells) => {
    const padded = cells.map(
      (cell, column) => cell + ' '.repeat(widths[column] - width(cell)),
    )
    return `│ ${padded.join(' │ ')} │`
  }
  const lines = widths.map((columns) => '─'.repeat(columns + 2))
  return [
    `┌${lines.join('┬')}┐`,
    line(head),
    `├${lines.join('┼')}┤`,
    ...rows.map(line),
    `└${lines.join('┴')}┘`,
  ].join('\n')
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const withoutWidth = /\p{Mn}|\p{Me}|\p{Cf}|\p{Cc}/u

/**
 * @param {string} text
 * @returns {number} how many columns it takes on a terminal
 */
function width(text) {
  let columns = 0
  for (const character of stripVTControlCharacters(text).normalize('NFC')) {
    if (wide.test(character)) columns += 2
    else if (!withoutWidth.test(character)) columns += 1
  }
  return columns
}
