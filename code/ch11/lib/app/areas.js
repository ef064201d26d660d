import { parsePattern } from '../router/pattern.js'
import { RouteTable } from '../router/router.js'

/** @import { TableOptions } from '../router/router.js' */
/** @import { Scope } from './scope.js' */

/** Finds, by its prefix, the scope that a path is in. */
export class Areas {
  /** @type {Map<string, { scope: Scope }>} by what is the same for all paths */
  #known = new Map()
  #table

  /** @param {TableOptions} options */
  constructor({ caseSensitive }) {
    this.#table = new RouteTable({ caseSensitive })
  }

  /**
   * @param {Scope} scope
   * @param {Scope} outer has what two of them would share
   */
  add(scope, outer) {
    const { prefix } = scope
    if (prefix === '') return
    const key = parsePattern(prefix)
      .map((segment) => (segment.kind === 'static' ? segment.text : ':'))
      .join('/')
    const known = this.#known.get(key)
    if (known) {
      known.scope = outer
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
