import { decode } from '../common/percent.js'
import { foldSegment } from '../router/path.js'
import { parsePattern } from '../router/pattern.js'
import { RadixTree, valueAt } from '../router/radix.js'

/** @import { TableOptions } from '../router/table.js' */
/** @import { Scope } from './scope.js' */

/** Finds the scope of a path by the prefix it is below. */
export class Areas {
  /** @type {RadixTree<Scope>} */
  #tree = new RadixTree()
  #isFolded

  /** @param {TableOptions} options */
  constructor({ caseSensitive }) {
    this.#isFolded = caseSensitive === false
  }

  clear() {
    this.#tree = new RadixTree()
  }

  /** @param {Scope} scope */
  add(scope) {
    if (scope.own === '') return
    for (const end of ['', '/*']) {
      const segments = parsePattern(scope.prefix + end)
      const folded = this.#isFolded ? segments.map(foldSegment) : segments
      this.#tree.insert(folded, scope, scopeAround)
    }
  }

  /**
   * @param {string} path in its normal form
   * @returns {{ scope: Scope, params: Record<string, string> } | null} null:
   *   it is below no prefix
   */
  find(path) {
    const scope = this.#tree.find(this.#isFolded ? path.toLowerCase() : path)
    if (scope === null) return null
    const params = Object.create(null)
    for (const [index, name] of scope.names.entries()) {
      params[name] = decode(valueAt(path, index))
    }
    return { scope, params }
  }
}

/**
 * If two routers share a prefix, a path without a route belongs to neither.
 *
 * @param {Scope} a
 * @param {Scope} b
 */
const scopeAround = (a, b) =>
  /** @type {Scope} */ (a.around.find((scope) => b.around.includes(scope)))
