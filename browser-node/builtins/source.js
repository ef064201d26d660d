/** The text of a program's expressions, for assert.ok's message. */
import { sourceOf } from '../sandbox/handles.js'

/** @typedef {{ text: string, line: number, column: number }} Place from 1 on */

/**
 * @param {Function} callee
 * @returns {string | null} the call of `callee` that is under way, as written;
 *   null when that is not known
 */
export function expressionAt(callee) {
  const { captureStackTrace } = /** @type {any} */ (Error)
  // Without it a browser does not say where the caller is.
  if (!captureStackTrace) return null
  const holder = { stack: '' }
  captureStackTrace(holder, callee)
  const [, frame = ''] = holder.stack.split('\n')
  const place = sourceOf(frame)
  return place ? callText(place) : null
}

/**
 * @param {Place} place somewhere in what is called, such as `ok`
 * @returns {string | null} from its beginning to its closing parenthesis
 */
export function callText({ text, line, column }) {
  const lines = text.split('\n')
  const lineStart = lines
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0)
  let start = lineStart + column - 1
  while (start > 0 && /[\w$.]/.test(text[start - 1])) start--
  const open = text.indexOf('(', start)
  const end = open === -1 ? -1 : closing(text, open)
  if (end === -1) return null
  const indent = /^\s*/.exec(lines[line - 1])?.[0] ?? ''
  return text.slice(start, end + 1).replaceAll(`\n${indent}`, '\n  ')
}

/** What may hold a parenthesis that counts for nothing, and those that count. */
const TOKENS = [
  /(['"`])(?:\\.|(?!\1)[^\\])*\1/,
  /\/\*.*?\*\/|\/\/[^\n]*/,
  // A slash begins an expression only where a value may stand.
  /(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+\//,
  /[()[\]{}]/,
]
  .map(({ source }) => source)
  .join('|')

/** @param {string} text @param {number} open */
function closing(text, open) {
  const tokens = new RegExp(TOKENS, 'gs')
  tokens.lastIndex = open
  let depth = 0
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found
    if ('([{'.includes(token)) depth++
    if (')]}'.includes(token)) depth--
    if (depth === 0) return found.index
  }
  return -1
}
