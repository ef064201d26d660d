/** A module's text with other specifiers, each line where it was. */
import { parse } from 'es-module-lexer/minimal/js'

/**
 * A place where the text the browser has differs from the file's.
 *
 * @typedef {object} Edit
 * @property {number} line from 1
 * @property {number} column of the file, from 1
 * @property {number} removed characters of the file
 * @property {number} added characters in their place
 */

/**
 * @typedef {object} Rewriting
 * @property {(specifier: string, type: string | undefined, line: number,
 *   column: number) => string} replacementFor the specifier that takes the
 *   place of a static import's; type is that of its attributes, line and
 *   column where it stands
 * @property {(load: string, meta: string) => string} prefix goes before a
 *   module that has `import()` or `import.meta`; these are the names that
 *   stand for them
 */

/**
 * @typedef {object} Change
 * @property {number} start offset in the file
 * @property {number} end
 * @property {string} text
 */

const dynamicImport = 2
const importMeta = 3
/** Imports that are made when the module is loaded, of each kind. */
const staticImports = new Set([1, 4, 6])

/**
 * @param {string} source
 * @param {Rewriting} rewriting
 * @returns {{ text: string, edits: Edit[] }}
 * @throws {Error} what replacementFor throws. A text that is no module is
 *   left as it is: the browser says what is wrong with it.
 */
export function rewrite(source, { replacementFor, prefix }) {
  /** @type {ReturnType<typeof parse>[0]} */
  let imports
  try {
    imports = parse(source)[0]
  } catch {
    return { text: source, edits: [] }
  }
  const load = freeName(source, 'load')
  const meta = freeName(source, 'meta')
  /** @type {Change[]} */
  const changes = []
  let hasContext = false
  for (const { t: type, n: name, s, e, ss, se, a } of imports) {
    if (staticImports.has(type) && name !== undefined) {
      const attributes = a === -1 ? '' : source.slice(a, se)
      changes.push({
        start: s,
        end: e,
        text: replacementFor(name, typeIn(attributes), ...placeOf(source, s)),
      })
      // What is imported is JavaScript, whatever the file is.
      if (attributes !== '') {
        changes.push({ start: e + 1, end: se, text: breaks(source, e + 1, se) })
      }
    } else if (type === dynamicImport) {
      hasContext = true
      const end = ss + 'import'.length
      changes.push({ start: ss, end, text: load })
    } else if (type === importMeta) {
      hasContext = true
      const text = meta + breaks(source, ss, se)
      changes.push({ start: ss, end: se, text })
    }
  }
  if (hasContext) {
    changes.unshift({ start: 0, end: 0, text: prefix(load, meta) })
  }
  if (source.startsWith('#!')) {
    changes.splice(hasContext ? 1 : 0, 0, { start: 0, end: 2, text: '//' })
  }
  return apply(source, changes)
}

/**
 * @param {string} source
 * @param {Change[]} changes from the first to the last
 * @returns {{ text: string, edits: Edit[] }}
 */
function apply(source, changes) {
  let text = ''
  let offset = 0
  let line = 1
  let lineStart = 0
  /** @type {Edit[]} */
  const edits = []
  for (const change of changes) {
    for (
      let end = source.indexOf('\n', lineStart);
      end !== -1 && end < change.start;
      end = source.indexOf('\n', lineStart)
    ) {
      line++
      lineStart = end + 1
    }
    text += source.slice(offset, change.start) + change.text
    offset = change.end
    edits.push({
      line,
      column: change.start - lineStart + 1,
      removed: change.end - change.start,
      added: change.text.length,
    })
  }
  return { text: text + source.slice(offset), edits }
}

/**
 * @param {Edit[]} edits
 * @param {number} line from 1
 * @param {number} column from 1, in the text the browser has
 * @returns {number} the column in the file, from 1
 */
export function originalColumn(edits, line, column) {
  let shift = 0
  for (const edit of edits) {
    if (edit.line !== line) continue
    const start = edit.column + shift
    if (column < start) break
    if (column < start + edit.added) return edit.column
    shift += edit.added - edit.removed
  }
  return column - shift
}

/**
 * @param {string} source
 * @param {number} offset
 * @returns {[line: number, column: number]} from 1
 */
function placeOf(source, offset) {
  const before = source.slice(0, offset).split('\n')
  return [before.length, before[before.length - 1].length + 1]
}

/**
 * @param {string} source
 * @param {string} name
 * @returns {string} a name that the text has not
 */
function freeName(source, name) {
  let free = `__${name}`
  while (source.includes(free)) free = `_${free}`
  return free
}

/**
 * @param {string} attributes `{ type: 'json' }`
 * @returns {string | undefined} `json`
 */
function typeIn(attributes) {
  return /\btype["']?\s*:\s*["']([^"']*)/.exec(attributes)?.[1]
}

/**
 * @param {string} source
 * @param {number} start
 * @param {number} end
 * @returns {string} the ends of lines in between
 */
function breaks(source, start, end) {
  return source.slice(start, end).replace(/[^\n]/g, '')
}
