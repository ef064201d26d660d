import { parsePattern, shapeOf } from '../router/pattern.js'
import { RouteTable } from '../router/table.js'

/** @import { TableOptions } from '../router/table.js' */
/** @import { Scope } from './scope.js' */

/** Finds, by its prefix, the scope that a path is in. */
export class Areas {
  /** @type {Map<string, { scope: Scope }>} by what is the same for all paths */
  #known = new Map()
  #table
  #isFolded

  /** @param {TableOptions} options */
  constructor({ caseSensitive }) {
    this.#isFolded = caseSensitive === false
    this.#table = new RouteTable({ caseSensitive })
  }

  /** @param {Scope} scope */
  add(scope) {
    const { own, prefix } = scope
    if (own === '') return
    const shape = shapeOf(parsePattern(prefix))
    const key = this.#isFolded ? shape.toLowerCase() : shape
    const known = this.#known.get(key)
    if (known) {
      // What is below the prefix of two is the business of neither.
      known.scope = common(known.scope, scope)
      return
    }
    const area = { scope }
    this.#known.set(key, area)
    const enter = () => area.scope
    this.#table.all(prefix, enter).all(`${prefix}/*`, enter)
  }

  /**
   * @param {string} path in its normal form
   * @returns {{ scope: Scope, params: Record<string, string> } | null} null:
   *   it is below no prefix
   */
  find(path) {
    const found = this.#table.find('GET', path)
    if (found === null) return null
    const { '*': _rest, ...params } = found.params
    const enter = /** @type {() => any} */ (found.handler)
    return { scope: enter(), params }
  }
}

/**
 * @param {Scope} a
 * @param {Scope} b
 * @returns {Scope} the innermost that both are in
 */
function common(a, b) {
  let scope = a
  while (!isWithin(b, scope)) scope = /** @type {Scope} */ (scope.parent)
  return scope
}

/**
 * @param {Scope | null} scope
 * @param {Scope} outer
 * @returns {boolean}
 */
const isWithin = (scope, outer) =>
  scope !== null && (scope === outer || isWithin(scope.parent, outer))
