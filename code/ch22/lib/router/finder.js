import { conflict } from './checks.js'
import { compile } from './compiled.js'
import { draw } from './drawing.js'
import { foldSegment } from './path.js'
import { RadixTree } from './radix.js'
import { ALL } from './route.js'

/** @import { Compiled } from './compiled.js' */
/** @import { Match, Route } from './route.js' */

/**
 * @typedef {object} FinderRules
 * @property {boolean} caseSensitive
 * @property {boolean} strictSlash
 */

/**
 * Finds routes by code that is written for them and, until there is some, in
 * radix trees, one for each method.
 */
export class Finder {
  /** @type {Route[]} */
  #routes = []
  /** @type {Map<string, RadixTree<Route>>} by method */
  #trees = new Map()
  /** @type {RadixTree<Route> | undefined} for GET, which most requests are */
  #getTree
  /** @type {Compiled | null} the code; null: a route has been added since */
  #compiled = null
  #rules

  /** @param {FinderRules} rules */
  constructor(rules) {
    this.#rules = rules
  }

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
    this.#compiled = null
  }

  /** Writes the code for all routes so far, if there is none yet. */
  compile() {
    this.#compiled ??= compile(this.#routes, !this.#rules.caseSensitive)
  }

  /**
   * @param {string} method
   * @returns {RadixTree<Route>} made at the first call, from all routes so far
   */
  #treeFor(method) {
    const present = this.#trees.get(method)
    if (present) return present
    /** @type {RadixTree<Route>} */
    const tree = new RadixTree()
    this.#trees.set(method, tree)
    if (method === 'GET') this.#getTree = tree
    for (const route of this.#routes) {
      if (route.rankFor(method) > 0) this.#insert(tree, route, method)
    }
    return tree
  }

  /**
   * @param {RadixTree<Route>} tree
   * @param {Route} route
   * @param {string} method of the tree
   */
  #insert(tree, route, method) {
    const segments = this.#rules.caseSensitive
      ? route.segments
      : route.segments.map(foldSegment)
    tree.insert(segments, route, (present, added) => {
      const difference = added.rankFor(method) - present.rankFor(method)
      if (difference === 0) throw conflict(added, present)
      return difference > 0 ? added : present
    })
  }

  /**
   * @param {string} method
   * @param {string} path in its normal form
   * @returns {Match | null} whose values are not decoded yet
   */
  find(method, path) {
    const { caseSensitive, strictSlash } = this.#rules
    const folded = caseSensitive ? path : path.toLowerCase()
    const match = this.#findExactly(method, folded, path)
    // Another slash is tried only if nothing matched, or a wildcard did.
    const isFinal = strictSlash || (match !== null && !match.route.hasWildcard)
    return isFinal ? match : this.#orOtherSlash(method, folded, path, match)
  }

  /**
   * What the path finds with its last slash removed, or with one added, if
   * that comes first.
   *
   * @param {string} method
   * @param {string} path folded if the routes are
   * @param {string} sent the same path, not folded
   * @param {Match | null} match of the path as it is
   * @returns {Match | null}
   */
  #orOtherSlash(method, path, sent, match) {
    if (path === '/') return match
    const other = this.#findExactly(method, otherSlash(path), sent)
    if (other === null || match === null) return other ?? match
    return other.route.comesBefore(match.route) ? other : match
  }

  /**
   * @param {string} method
   * @param {string} path folded if the routes are
   * @param {string} sent the same path, not folded
   * @returns {Match | null}
   */
  #findExactly(method, path, sent) {
    if (this.#compiled !== null) return this.#compiled.find(method, path, sent)
    const tree =
      (method === 'GET' ? this.#getTree : this.#trees.get(method)) ??
      (method === 'HEAD' ? this.#getTree : undefined) ??
      this.#trees.get(ALL)
    const route = tree === undefined ? null : tree.find(path)
    return route === null ? null : route.matchOf(sent)
  }

  /**
   * @param {string} path
   * @returns {string[]} the methods that find a route; ALL stands for others
   */
  methodsFor(path) {
    if (this.#isUnknown(path)) return []
    return this.methods.filter((method) => this.find(method, path) !== null)
  }

  /** @param {string} path in its normal form */
  #isUnknown(path) {
    if (this.#compiled === null) return false
    const { caseSensitive, strictSlash } = this.#rules
    const folded = caseSensitive ? path : path.toLowerCase()
    if (this.#compiled.knows(folded)) return false
    return strictSlash || !this.#compiled.knows(otherSlash(folded))
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

/** @param {string} path */
const otherSlash = (path) =>
  path.endsWith('/') ? path.slice(0, -1) : `${path}/`
