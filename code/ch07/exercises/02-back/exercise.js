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
    let node = this.root
    for (const text of path.slice(1).split('/')) {
      const child = node.children.get(text)
      if (child) {
        node = child
      } else if (node.parameter && text !== '') {
        values.push(text)
        node = node.parameter
      } else {
        return null
      }
    }
    if (node.route === null) return null
    const { pattern, names } = node.route
    const entries = names.map((name, i) => [name, values[i]])
    return { pattern, params: Object.fromEntries(entries) }
  }
}
