/**
 * @typedef {object} Node
 * @property {Map<string, Node>} children by the text of the segment
 * @property {Node | null} parameter
 * @property {{ pattern: string, names: string[] } | null} route
 */

/** @returns {Node} */
const makeNode = () => ({ children: new Map(), parameter: null, route: null })

/** Patterns, found by path. */
export class Table {
  root = makeNode()

  /** @param {string} pattern */
  add(pattern) {
    const names = []
    let node = this.root
    for (const text of pattern.slice(1).split('/')) {
      if (text.startsWith(':')) {
        names.push(text.slice(1))
        node.parameter ??= makeNode()
        node = node.parameter
      } else {
        const child = node.children.get(text) ?? makeNode()
        node.children.set(text, child)
        node = child
      }
    }
    node.route = { pattern, names }
    return this
  }

  /**
   * @param {string} path
   * @returns {{ pattern: string, params: Record<string, string> } | null}
   */
  find(path) {
    /** @type {string[]} */
    const values = []
    const route = search(this.root, path.slice(1).split('/'), values)
    if (route === null) return null
    const entries = route.names.map((name, i) => [name, values[i]])
    return { pattern: route.pattern, params: Object.fromEntries(entries) }
  }
}

/**
 * @param {Node} node
 * @param {string[]} texts that are not matched yet
 * @param {string[]} values that parameters have taken
 * @returns {Node['route']}
 */
function search(node, [text, ...rest], values) {
  if (text === undefined) return node.route
  const child = node.children.get(text)
  const found = child ? search(child, rest, values) : null
  if (found !== null || node.parameter === null || text === '') return found
  values.push(text)
  const other = search(node.parameter, rest, values)
  if (other === null) values.pop()
  return other
}
