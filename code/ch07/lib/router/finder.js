import { conflict } from './checks.js'
import { draw } from './drawing.js'
import { ALL } from './route.js'
import { Trie } from './trie.js'

/** @import { Match, Route } from './route.js' */

/** Finds routes in tries, one for each method. */
export class Finder {
  /** @type {Route[]} */
  #routes = []
  /** @type {Map<string, Trie<Route>>} by method */
  #trees = new Map()

  /**
   * @param {Route} route
   * @throws {import('../common/errors.js').VelocyError}
   *   ERR_VELOCY_ROUTE_CONFLICT
   */
  insert(route) {
    // Insert into its own tree first, so that a conflict throws before
    // anything has changed.
    for (const method of new Set([route.method, ...this.#trees.keys()])) {
      if (route.rankFor(method) > 0) {
        this.#insert(this.#treeFor(method), route, method)
      }
    }
    this.#routes.push(route)
  }

  /**
   * @param {string} method
   * @returns {Trie<Route>} made at the first call, from all routes so far
   */
  #treeFor(method) {
    const present = this.#trees.get(method)
    if (present) return present
    /** @type {Trie<Route>} */
    const tree = new Trie()
    this.#trees.set(method, tree)
    for (const route of this.#routes) {
      if (route.rankFor(method) > 0) this.#insert(tree, route, method)
    }
    return tree
  }

  /**
   * @param {Trie<Route>} tree
   * @param {Route} route
   * @param {string} method of the tree
   */
  #insert(tree, route, method) {
    tree.insert(route.segments, route, (present, added) => {
      const difference = added.rankFor(method) - present.rankFor(method)
      if (difference === 0) throw conflict(added, present)
      return difference > 0 ? added : present
    })
  }

  /**
   * @param {string} method
   * @param {string} path
   * @returns {Match | null}
   */
  find(method, path) {
    const tree =
      this.#trees.get(method) ??
      (method === 'HEAD' ? this.#trees.get('GET') : undefined) ??
      this.#trees.get(ALL)
    if (tree === undefined) return null
    const found = tree.find(path)
    return found === null ? null : found.value.matchOf(found.values)
  }

  /**
   * @param {string} path
   * @returns {string[]} the methods that find a route; ALL stands for others
   */
  methodsFor(path) {
    return this.methods.filter((method) => this.find(method, path) !== null)
  }

  /** The methods that have a tree, ALL among them. */
  get methods() {
    return [...this.#trees.keys()]
  }

  /** The trees, drawn. */
  toString() {
    return [...this.#trees]
      .map(([method, { root }]) => [method, ...draw(root)].join('\n'))
      .join('\n\n')
  }
}
