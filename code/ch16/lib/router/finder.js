import { ALL, conflict } from './checks.js'
import { compile } from './compiled.js'
import { draw } from './drawing.js'
import { foldSegment } from './path.js'
import { RadixTree } from './radix.js'

/** @import { Compiled } from './compiled.js' */
/** @import { Match, Route } from './route.js' */

/**
 * @typedef {object} FinderRules
 * @property {boolean} caseSensitive
 * @property {boolean} strictSlash
 * @property {number} compileAfter lookups without a new route
 */

/**
 * Finds routes: in trees as long as some are added, and by code that is written
 * for them once that has ended.
 */
export class Finder {
  /** @type {Route[]} */
  #routes = []
  /** @type {Map<string, RadixTree<Route>>} by method */
  #trees = new Map()
  /** @type {RadixTree<Route> | undefined} for GET, which most requests are */
  #gets
  /** @type {Compiled | null} */
  #compiled = null
  /** Lookups that are left until the routes become code. */
  #left = 0
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
    const { method } = route
    // Its own tree first: a conflict shows there, before anything changes.
    this.#treeFor(method)
    this.#insert(route, method)
    for (const other of this.#trees.keys()) {
      if (other !== method && serves(route, other)) this.#insert(route, other)
    }
    this.#routes.push(route)
    this.#compiled = null
    this.#left = this.#rules.compileAfter
  }

  /** @param {string} method @returns {RadixTree<Route>} */
  #treeFor(method) {
    const present = this.#trees.get(method)
    if (present) return present
    const tree = new RadixTree()
    this.#trees.set(method, tree)
    if (method === 'GET') this.#gets = tree
    for (const route of this.#routes) {
      if (serves(route, method)) this.#insert(route, method)
    }
    return tree
  }

  /**
   * @param {Route} route
   * @param {string} method of the tree
   */
  #insert(route, method) {
    const segments = this.#rules.caseSensitive
      ? route.segments
      : route.segments.map(foldSegment)
    this.#treeFor(method).insert(segments, route, (present, added) => {
      const difference = rank(added, method) - rank(present, method)
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
    // Only what nothing else takes, or a wildcard, is looked for again.
    const isFinal = strictSlash || (match !== null && !match.route.hasWildcard)
    return isFinal ? match : this.#orOtherSlash(method, folded, path, match)
  }

  /**
   * What the path finds with its last slash taken away, or with one added, if
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
    if (this.#left > 0 && --this.#left === 0) this.#compile()
    const tree =
      (method === 'GET' ? this.#gets : this.#trees.get(method)) ??
      (method === 'HEAD' ? this.#gets : undefined) ??
      this.#trees.get(ALL)
    const route = tree === undefined ? null : tree.find(path)
    return route === null ? null : route.matchOf(sent)
  }

  #compile() {
    // A table of whole paths is faster than code, and most requests are GETs.
    if (this.#gets?.isStatic) return
    this.#compiled = compile(this.#routes, !this.#rules.caseSensitive)
  }

  /**
   * @param {string} path in its normal form
   * @returns {string[]} the methods that find something; ALL stands for others
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

  /** Those that there are routes for, ALL among them. */
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

/**
 * @param {Route} route
 * @param {string} method
 * @returns {boolean} whether the route may answer the method
 */
const serves = (route, method) => rank(route, method) > 0

/**
 * Of two routes with the same paths, the one of higher rank answers.
 *
 * @param {Route} route
 * @param {string} method
 * @returns {number}
 */
function rank(route, method) {
  if (route.method === method) return 3
  if (route.method === 'GET' && method === 'HEAD') return 2
  return route.method === ALL ? 1 : 0
}
