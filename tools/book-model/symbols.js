/**
 * What a program is made of, by name: its functions, classes and their
 * members, constants, typedefs and imports, each with the comment above it.
 */
import { nearest } from '../lib/nearest.js'
import { treeOf } from './code.js'
import { isBlank } from './comments.js'

/** @typedef {{ start: number, end: number }} Range of line indexes, half-open */

/**
 * @typedef {object} Part
 * @property {string} name `find`, `Router`, `Router.#search`, `imports`
 * @property {number} start index of its first line, comment above included
 * @property {number} end index after its last line
 * @property {string | null} owner the class of a member
 * @property {{ opening: number, end: number } | null} head of a class: the line
 *   of its brace, and where fields and constructor end
 */

/** A name that a program does not have, with those that it has. */
export class SymbolError extends Error {}

/**
 * @typedef {object} Source
 * @property {string[]} lines
 * @property {any[]} comments as acorn tells them
 * @property {(node: any) => number} startOf the first line that belongs to it
 */

/** @param {any} node @returns {Range} */
const linesOf = ({ loc }) => ({ start: loc.start.line - 1, end: loc.end.line })

/**
 * @param {string} text
 * @param {string} name for messages
 * @returns {{ body: any[], source: Source }}
 */
function read(text, name) {
  /** @type {any[]} */
  const comments = []
  let program
  try {
    program = treeOf(text, comments)
  } catch (error) {
    throw new SymbolError(`${name}: ${/** @type {Error} */ (error).message}`)
  }
  const lines = text.split('\n')
  /** By the line on which it ends; what stands behind code is left out. */
  const above = new Map(
    comments
      .filter(({ loc }) =>
        isBlank(lines[loc.start.line - 1].slice(0, loc.start.column)),
      )
      .map((comment) => [linesOf(comment).end, comment]),
  )
  /** @param {any} node */
  const startOf = (node) => {
    let { start } = linesOf(node)
    for (;;) {
      const comment = above.get(start)
      if (!comment) return start
      start = linesOf(comment).start
    }
  }
  return { body: program.body, source: { lines, comments, startOf } }
}

/** @param {any} pattern @returns {string[]} the names that it declares */
function boundNames(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name]
  const inner = pattern.properties ?? pattern.elements ?? []
  return inner.flatMap((/** @type {any} */ part) =>
    part === null
      ? []
      : boundNames(part.value ?? part.argument ?? part.left ?? part),
  )
}

/**
 * @param {any} left of an assignment
 * @returns {string | null} `Params.prototype`; null for what is no plain name
 */
function assignedName(left) {
  if (left.type === 'Identifier') return left.name
  if (left.type !== 'MemberExpression' || left.computed) return null
  const object = assignedName(left.object)
  return object === null ? null : `${object}.${left.property.name}`
}

/** @param {any} test of an `if` */
const isMainTest = (test) =>
  test.type === 'MemberExpression' &&
  test.object.type === 'MetaProperty' &&
  test.property.name === 'main'

/** @param {any} node @returns {boolean} whether it adds to something */
const isAssignment = ({ expression }) =>
  expression?.type === 'AssignmentExpression'

/** @param {any} statement @returns {string[]} none for one without a name */
function namesOf(statement) {
  const { type, declaration, id, expression, test } = statement
  if (declaration) {
    const own = namesOf(declaration)
    return type === 'ExportDefaultDeclaration' ? [...own, 'default'] : own
  }
  if (id) return [id.name]
  if (type === 'VariableDeclaration') {
    return statement.declarations.flatMap((/** @type {any} */ one) =>
      boundNames(one.id),
    )
  }
  if (isAssignment(statement)) {
    const name = assignedName(expression.left)
    return name === null ? [] : [name]
  }
  return type === 'IfStatement' && isMainTest(test) ? ['main'] : []
}

/** @param {any} member @returns {string | null} */
function memberName({ key, computed }) {
  if (!key || computed) return null
  return key.type === 'PrivateIdentifier'
    ? `#${key.name}`
    : String(key.name ?? key.value)
}

/** @param {any} member */
const isOfHead = ({ type, kind }) =>
  type !== 'MethodDefinition' || kind === 'constructor'

/**
 * Imports at the beginning of a file, those of types included.
 *
 * @param {any[]} body
 * @param {Source} source
 */
function importsOf(body, { comments, startOf }) {
  const first = body.find(({ type }) => type !== 'ImportDeclaration')
  const limit = first ? startOf(first) : Number.POSITIVE_INFINITY
  const found = [
    ...body
      .filter(({ type }) => type === 'ImportDeclaration')
      .map((node) => ({ ...linesOf(node), start: startOf(node) })),
    ...comments
      .filter(({ value }) => /^\*\s*@import\b/.test(value))
      .map(linesOf),
  ].filter(({ start }) => start < limit)
  if (found.length === 0) return null
  return {
    name: 'imports',
    start: Math.min(...found.map(({ start }) => start)),
    end: Math.max(...found.map(({ end }) => end)),
    owner: null,
    head: null,
  }
}

/**
 * @param {any[]} comments
 * @returns {Part[]} types that have a comment and no code
 */
const typesOf = (comments) =>
  comments.flatMap((comment) =>
    [
      ...comment.value.matchAll(
        /@(?:typedef|callback)\s+(?:\{(?:[^{}]|\{[^{}]*\})*\}\s+)?([\w$]+)/g,
      ),
    ].map(([, name]) => ({
      name,
      ...linesOf(comment),
      owner: null,
      head: null,
    })),
  )

/**
 * A statement that declares nothing belongs to what stands directly above it.
 *
 * @param {any[]} nodes statements, or the members of a class
 * @param {(node: any) => string[]} nameOf
 * @param {Source} source
 * @returns {{ name: string, range: Range, node: any }[]}
 */
function named(nodes, nameOf, { startOf }) {
  /** @type {{ name: string, range: Range, node: any }[]} */
  const found = []
  /** @type {Range | null} */
  let last = null
  for (const node of nodes) {
    if (node.type === 'ImportDeclaration') continue
    const range = { start: startOf(node), end: linesOf(node).end }
    const names = nameOf(node)
    const declares = names.length > 0 && !isAssignment(node)
    if (last !== null && range.start <= last.end && !declares) {
      last.end = range.end
      continue
    }
    last = names.length > 0 ? range : null
    for (const name of names) found.push({ name, range, node })
  }
  return found
}

/**
 * @param {string} owner
 * @param {any} node the class
 * @param {Source} source
 * @returns {{ members: Part[], head: NonNullable<Part['head']> }}
 */
function membersOf(owner, node, source) {
  /** @type {Map<string, Part>} */
  const members = new Map()
  const nameOf = (/** @type {any} */ member) => {
    const name = memberName(member)
    return name === null ? [] : [`${owner}.${name}`]
  }
  for (const { name, range } of named(node.body.body, nameOf, source)) {
    // A getter and its setter are one thing.
    const start = members.get(name)?.start ?? range.start
    members.set(name, { name, start, end: range.end, owner, head: null })
  }
  const opening = node.body.loc.start.line - 1
  let end = opening + 1
  for (const member of node.body.body) {
    if (!isOfHead(member)) break
    end = linesOf(member).end
  }
  return { members: [...members.values()], head: { opening, end } }
}

/** A page shows many parts of one file. @type {Map<string, Part[]>} */
const known = new Map()

/**
 * @param {string} text of a JavaScript file
 * @param {string} name of the file
 * @returns {Part[]} in the order in which they begin
 * @throws {SymbolError} for a file that cannot be parsed
 */
export function partsOf(text, name) {
  const key = `${name}\n${text}`
  const found = known.get(key) ?? findParts(text, name)
  known.set(key, found)
  return found
}

/** @type {typeof partsOf} */
function findParts(text, name) {
  const { body, source } = read(text, name)
  /** @type {Part[]} */
  const parts = []
  for (const { name: own, range, node } of named(body, namesOf, source)) {
    const inner = node.declaration ?? node
    const found =
      inner.type === 'ClassDeclaration' ? membersOf(own, inner, source) : null
    parts.push({ name: own, ...range, owner: null, head: found?.head ?? null })
    parts.push(...(found?.members ?? []))
  }
  const imports = importsOf(body, source)
  if (imports) parts.push(imports)
  parts.push(...typesOf(source.comments))
  return parts.sort((a, b) => a.start - b.start || b.end - a.end)
}

/**
 * @param {string} text of a JavaScript file
 * @param {string} name of the file
 * @returns {Range[]} of the statements of the file itself, comments left out
 * @throws {SymbolError} for a file that cannot be parsed
 */
export const statementsOf = (text, name) => read(text, name).body.map(linesOf)

/**
 * @param {string} text `Router` or `Router^`
 * @param {string | null} owner the class that was named last
 * @param {Part[]} parts
 * @param {string} file for messages
 * @returns {Range & { owner: string | null }}
 */
function find(text, owner, parts, file) {
  const name = text.replace(/\^$/, '')
  const [found = []] = [name, `${owner}.${name}`]
    .map((full) => parts.filter((part) => part.name === full))
    .filter((all) => all.length > 0)
  const [part, ...others] = found
  if (part === undefined) {
    const names = parts.map((one) => one.name)
    const close = nearest(name, names)
    const hint = close === null ? '' : `; did you mean "${close}"?`
    throw new SymbolError(
      `${file} has no "${name}"${hint} It has: ${names.join(', ') || 'nothing that has a name'}`,
    )
  }
  if (others.length > 0) {
    const lines = found.map(({ start }) => start + 1).join(' and ')
    throw new SymbolError(
      `${file} has "${part.name}" more than once, at lines ${lines}`,
    )
  }
  const { start, end, head } = part
  const next = head ? part.name : part.owner
  if (text === name) return { start, end, owner: next }
  if (head) return { start, end: head.end, owner: next }
  throw new SymbolError(
    `${file}: only a class has a head, and "${part.name}" is not one; remove the ^`,
  )
}

/**
 * The lines that an expression of symbols names: `Router.add`, `a..b` from one
 * to another, `..b` from the beginning, `a..` to the end, `Router^` the head of
 * a class, and several of these with commas between, if nothing else stands
 * between them.
 *
 * @param {string} expression
 * @param {string} text of the file
 * @param {string} name of the file
 */
export function rangeOf(expression, text, name) {
  const lines = text.replace(/\n$/, '').split('\n')
  const parts = partsOf(text, name)
  let whole = /** @type {Range | null} */ (null)
  let owner = /** @type {string | null} */ (null)
  for (const item of expression.split(',')) {
    const [from, to = from] = item.split('..')
    /** @type {{ start: number, owner: string | null }} */
    const first = item.startsWith('..')
      ? { start: 0, owner }
      : find(from, owner, parts, name)
    /** @type {{ end: number, owner: string | null }} */
    const last = item.endsWith('..')
      ? { end: lines.length, owner: first.owner }
      : find(to, first.owner, parts, name)
    if (first.start >= last.end) {
      throw new SymbolError(`${name}: "${to}" stands before "${from}"`)
    }
    const between = whole && lines.slice(whole.end, first.start)
    if (whole && (first.start < whole.end || !between?.every(isBlank))) {
      throw new SymbolError(
        `${name}: "${item}" does not follow what is named before it; show it in a listing of its own`,
      )
    }
    whole = { start: whole?.start ?? first.start, end: last.end }
    owner = last.owner
  }
  return /** @type {Range} */ (whole)
}

/**
 * Where the classes close whose opening is in a range and whose end is not.
 *
 * @param {Range} range
 * @param {Part[]} parts
 * @returns {Range[]} a line each
 */
export const closingLines = ({ start, end }, parts) =>
  parts
    .filter((part) => {
      const opening = part.head?.opening ?? -1
      return opening >= start && opening < end && part.end > end
    })
    .map((part) => ({ start: part.end - 1, end: part.end }))
