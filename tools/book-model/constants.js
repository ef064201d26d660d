/** The numbers that a program gives a name to: constants, defaults, options. */
import path from 'node:path'
import { fromRoot, root } from '../lib/paths.js'
import { treeOf } from './code.js'
import {
  ListingError,
  parseTarget,
  readLines,
  resolveTarget,
} from './listing.js'

/**
 * @typedef {object} Constant
 * @property {string} name `SLICE`, `interval`; of an argument, the function's
 * @property {string} path with what it is in: `DEFAULTS.interval`
 * @property {number} value
 * @property {number} line from 0
 * @property {boolean} isUse what the name is called, compared or added with
 */

/** @type {Record<string, (a: number, b: number) => number>} */
const operators = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
}

/**
 * @param {any} node
 * @param {Map<string, number>} known constants above it, by name
 * @returns {number | null} null for what is no number
 */
function numberOf(node, known) {
  if (node?.type === 'Literal') {
    return typeof node.value === 'number' ? node.value : null
  }
  if (node?.type === 'Identifier') return known.get(node.name) ?? null
  if (node?.type !== 'BinaryExpression') return null
  const a = numberOf(node.left, known)
  const b = numberOf(node.right, known)
  const operator = operators[node.operator]
  return a === null || b === null || !operator ? null : operator(a, b)
}

/** @param {any} key @returns {string} '' for one that is computed */
const keyName = (key) =>
  key.type === 'PrivateIdentifier'
    ? `#${key.name}`
    : String(key.name ?? key.value ?? '')

const comparisons = new Set(['<', '>', '<=', '>=', '===', '!=='])

/**
 * @param {any} node
 * @returns {[string, any] | null} a name, and the expression that it stands for
 */
function namedBy(node) {
  switch (node.type) {
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? [node.id.name, node.init] : null
    case 'Property':
    case 'PropertyDefinition':
      // `{ size = 1 }` of a pattern: the default has the name.
      if (node.computed || node.value?.type === 'AssignmentPattern') return null
      return [keyName(node.key), node.value]
    case 'AssignmentPattern':
      return node.left.type === 'Identifier'
        ? [node.left.name, node.right]
        : null
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id ? [node.id.name, null] : null
    default:
      return null
  }
}

/**
 * @param {any} node a call, a comparison, or a sum such as `Date.now() + 3000`
 * @returns {[string, any][]} what a number in it is used for, and the number
 */
function usedBy({ type, operator, callee, arguments: given, left, right }) {
  const nameOf = (/** @type {any} */ of) => keyName(of.property ?? of)
  if (type === 'CallExpression' || type === 'NewExpression') {
    return given.map((/** @type {any} */ one) => [nameOf(callee), one])
  }
  if (type !== 'BinaryExpression') return []
  if (comparisons.has(operator)) return [[nameOf(left), right]]
  const isSum = operator === '+' && left.type === 'CallExpression'
  return isSum ? [[nameOf(left.callee), right]] : []
}

/** Finds the constants of one program. */
class Reader {
  /** @type {Constant[]} */
  found = []
  /** @type {Map<string, number>} */
  #known = new Map()

  /**
   * @param {string} name
   * @param {string[]} owners
   * @param {any} node
   * @param {boolean} isUse
   */
  #add(name, owners, node, isUse) {
    const value = numberOf(node, this.#known)
    if (value === null) return
    const whole = [...owners, name].join('.')
    const line = node.loc.start.line - 1
    this.found.push({ name, path: whole, value, line, isUse })
    if (!isUse) this.#known.set(name, value)
  }

  /** @param {any} node @param {string[]} owners names that it is in */
  visit(node, owners = []) {
    for (const [name, value] of usedBy(node)) {
      this.#add(name, owners, value, true)
    }
    const named = namedBy(node)
    if (named?.[1]) this.#add(named[0], owners, named[1], false)
    const inner = named ? [...owners, named[0]] : owners
    for (const child of Object.values(node)) {
      for (const one of Array.isArray(child) ? child : [child]) {
        if (typeof one?.type === 'string') this.visit(one, inner)
      }
    }
  }
}

/** A page names many constants of one file. @type {Map<string, Constant[]>} */
const read = new Map()

/**
 * @param {string} text of a program, or of a JSON file
 * @param {string} name of the file
 * @returns {Constant[]} in the order in which they stand there
 * @throws {ListingError} for a file that cannot be parsed
 */
export function constantsOf(text, name) {
  const known = read.get(text)
  if (known) return known
  const reader = new Reader()
  try {
    reader.visit(treeOf(name.endsWith('.json') ? `(${text})` : text))
  } catch (error) {
    throw new ListingError(`${name}: ${/** @type {Error} */ (error).message}`)
  }
  read.set(text, reader.found)
  return reader.found
}

/**
 * @param {string} name of a file of the chapter, or with the root's folder:
 *   `code/ch02/…`, `tools/…`, `widgets/…`
 * @param {string} codeFolder
 */
const fileNamed = (name, codeFolder) =>
  /^(tools|widgets)\//.test(name)
    ? path.join(root, name)
    : resolveTarget(name, codeFolder)

/**
 * @param {string} target `lib/http/query.js#MAX_PAIRS`, or with the name of
 *   what it is in, `#DEFAULTS.interval`; a number without a name has that of
 *   the function that it is given to
 * @param {string} codeFolder absolute path of the chapter's code folder
 * @throws {ListingError} when there is none, or several that differ
 */
export function constant(target, codeFolder) {
  const { name, by, part } = parseTarget(target)
  if (by !== 'symbols') {
    throw new ListingError(
      `got "${target}", expected FILE#NAME, such as lib/http/query.js#MAX_PAIRS`,
    )
  }
  const file = fileNamed(name, codeFolder)
  const shown = fromRoot(file)
  const all = constantsOf(readLines(file).join('\n'), name)
  const same = all.filter(({ path }) => `.${path}`.endsWith(`.${part}`))
  const named = same.filter(({ isUse }) => !isUse)
  const found = named.length > 0 ? named : same
  if (found.some(({ value }) => value !== found[0].value)) {
    throw new ListingError(
      `${shown} has several numbers by the name "${part}": ${found.map(({ path, value }) => `${path} is ${value}`).join(', ')}. Write #OWNER.NAME`,
    )
  }
  if (found.length > 0) return found[0]
  throw new ListingError(`${shown} has no number by the name "${part}"`)
}
