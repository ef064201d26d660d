/**
 * The import statements of a program that bind names, and which lines use
 * these: a listing brings those that it needs.
 */
import { treeOf } from './code.js'
import { SymbolError } from './symbols.js'

/**
 * @typedef {object} Import a statement
 * @property {number} start index of its first line
 * @property {number} end index after its last line
 * @property {string[]} lines
 * @property {string} key its module, and whether it imports all of it
 * @property {string} source its module
 * @property {Map<string, string>} names what it imports, as it is written, by
 *   the name that is bound
 */

/** A longer statement has a line for each name. */
const WIDTH = 80

/** @param {any} specifier @returns {string} as it is written */
function written({ type, local, imported }) {
  if (type === 'ImportDefaultSpecifier') return `default ${local.name}`
  if (type === 'ImportNamespaceSpecifier') return `* as ${local.name}`
  const name = imported.name ?? JSON.stringify(imported.value)
  return name === local.name ? name : `${name} as ${local.name}`
}

/** @param {string} text @returns {any} null for what is no such statement */
function parseImport(text) {
  try {
    const [node, ...more] = treeOf(text).body
    const binds =
      node?.type === 'ImportDeclaration' && node.specifiers.length > 0
    return binds && more.length === 0 ? node : null
  } catch {
    return null
  }
}

/**
 * @param {string[]} lines of a program, or of a piece of one
 * @returns {Import[]} in their order
 */
export function importsOf(lines) {
  /** @type {Import[]} */
  const found = []
  for (let start = 0; start < lines.length; start++) {
    if (!/^import\b\s*[\w*{]/.test(lines[start])) continue
    const last = lines.findIndex((line, i) => i >= start && /['"]/.test(line))
    const own = lines.slice(start, last + 1)
    const node = parseImport(own.join('\n'))
    if (node === null) continue
    const names = new Map(
      node.specifiers.map((/** @type {any} */ one) => [
        one.local.name,
        written(one),
      ]),
    )
    const source = node.source.value
    const isAll = [...names.values()].some((name) => name.startsWith('*'))
    const key = isAll ? `* ${source}` : source
    found.push({ start, end: last + 1, lines: own, key, source, names })
    start = last
  }
  return found
}

/**
 * @param {string[]} lines
 * @returns {number[]} the indexes of those that are no part of such a statement
 */
export function besideImports(lines) {
  const imports = importsOf(lines)
  return [...lines.keys()].filter(
    (i) => !imports.some(({ start, end }) => i >= start && i < end),
  )
}

/**
 * @param {string[]} names as they are written
 * @param {string} source
 * @returns {string[]} the lines of the statement
 */
function statement(names, source) {
  const first = names.filter((name) => /^(default|\*) /.test(name))
  const inBraces = names.filter((name) => !first.includes(name))
  const alone = first.map((name) => name.replace(/^default /, ''))
  const braces = inBraces.length > 0 ? [`{ ${inBraces.join(', ')} }`] : []
  const line = `import ${[...alone, ...braces].join(', ')} from '${source}'`
  if (line.length <= WIDTH || inBraces.length === 0) return [line]
  return [
    `import ${[...alone, '{'].join(', ')}`,
    ...inBraces.map((name) => `  ${name},`),
    `} from '${source}'`,
  ]
}

/** @typedef {(imported: Import, name: string) => boolean} Choose */

/**
 * @typedef {object} Change of a statement
 * @property {Import | undefined} target what becomes of it in the end
 * @property {string[]} was its lines before; none where it is new
 * @property {string[]} now its lines; none where it goes
 */

/** The imports of a file that is typed in pieces. */
export class Imports {
  #before
  #after
  /** @type {Map<string, Set<string>>} the names that are bound, by key */
  #now

  /** @param {Import[]} before @param {Import[]} after */
  constructor(before, after) {
    this.#before = before
    this.#after = after
    this.#now = new Map(
      before.map(({ key, names }) => [key, new Set(names.keys())]),
    )
  }

  /** @returns {boolean} whether there is one */
  get isEmpty() {
    return [...this.#now.values()].every((names) => names.size === 0)
  }

  /** All of them are there. */
  fill() {
    this.#now = new Map(
      this.#after.map(({ key, names }) => [key, new Set(names.keys())]),
    )
  }

  /** @param {string} key @returns {string[]} its lines as they are now */
  #lines(key) {
    const bound = this.#now.get(key) ?? new Set()
    if (bound.size === 0) return []
    const versions = [this.#after, this.#before].flatMap(
      (all) => all.find((one) => one.key === key) ?? [],
    )
    const same = versions.find(
      ({ names }) =>
        names.size === bound.size &&
        [...names.keys()].every((name) => bound.has(name)),
    )
    if (same) return same.lines
    const names = new Map(versions.flatMap((one) => [...one.names]).reverse())
    const order = new Set(versions.flatMap((one) => [...one.names.keys()]))
    const written = [...order].filter((name) => bound.has(name))
    return statement(
      written.map((name) => /** @type {string} */ (names.get(name))),
      versions[0].source,
    )
  }

  /** @returns {string[]} of all statements: what goes is where it was */
  #keys() {
    const keys = [...new Set(this.#after.map(({ key }) => key))]
    const before = this.#before.map(({ key }) => key)
    for (const [i, key] of before.entries()) {
      if (keys.includes(key)) continue
      const next = before.slice(i).find((one) => keys.includes(one))
      keys.splice(next ? keys.indexOf(next) : keys.length, 0, key)
    }
    return keys
  }

  /**
   * @param {Choose} isDue whether a name of the end is bound now
   * @param {(name: string) => boolean} isUsed whether a name that goes is
   *   still in use
   * @returns {Change[]} one for each statement, changed or not
   */
  change(isDue, isUsed) {
    const keys = this.#keys()
    const was = new Map(keys.map((key) => [key, this.#lines(key)]))
    this.#drop(isUsed)
    for (const one of this.#after) {
      for (const name of one.names.keys()) {
        if (!isDue(one, name) || this.#now.get(one.key)?.has(name)) continue
        // A name is bound once.
        for (const bound of this.#now.values()) bound.delete(name)
        const bound = this.#now.get(one.key) ?? new Set()
        this.#now.set(one.key, bound.add(name))
      }
    }
    return keys.map((key) => ({
      target: this.#after.find((one) => one.key === key),
      was: was.get(key) ?? [],
      now: this.#lines(key),
    }))
  }

  /** @param {(name: string) => boolean} isUsed */
  #drop(isUsed) {
    for (const [key, bound] of this.#now) {
      const stays = this.#after.find((one) => one.key === key)?.names
      for (const name of bound) {
        if (!stays?.has(name) && !isUsed(name)) bound.delete(name)
      }
    }
  }
}

/** Names in these places are no variables. @type {Record<string, string>} */
const notVariables = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
}

/** @type {Map<string, Map<number, Set<string>>>} by text */
const known = new Map()

/**
 * @param {string} text of a program
 * @param {string} name for messages
 * @returns {Map<number, Set<string>>} the variables that each line names
 * @throws {SymbolError} for a program that cannot be parsed
 */
export function namesByLine(text, name) {
  const present = known.get(text)
  if (present) return present
  /** @type {Map<number, Set<string>>} */
  const found = new Map()
  /** @param {any} node */
  const visit = (node) => {
    if (node.type === 'ImportDeclaration') return
    // What it passes on is bound nowhere.
    if (node.type === 'ExportNamedDeclaration' && node.source) return
    if (node.type === 'Identifier') {
      const line = node.loc.start.line - 1
      found.set(line, (found.get(line) ?? new Set()).add(node.name))
    }
    const left = node.computed ? '' : notVariables[node.type]
    for (const [key, value] of Object.entries(node)) {
      if (key === left) continue
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child?.type) visit(child)
      }
    }
  }
  try {
    visit(treeOf(text))
  } catch (error) {
    throw new SymbolError(`${name}: ${/** @type {Error} */ (error).message}`)
  }
  known.set(text, found)
  return found
}
