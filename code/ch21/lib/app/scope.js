import { decode } from '../common/percent.js'
import { BODY_LIMITS } from '../http/limits.js'
import { foldSegment } from '../router/path.js'
import { namesOf, parsePattern } from '../router/pattern.js'
import { RadixTree, valueAt } from '../router/radix.js'
import { isAnswer, printError } from './errors.js'

/** @import { Handler } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { ErrorHandler } from './errors.js' */
/** @import { Middleware } from './layer.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * @typedef {object} Rules what a router says about all of its requests; none
 *   of them is undefined
 * @property {Middleware[]} layers the first is the outermost
 * @property {Handler} [notFound]
 * @property {ErrorHandler} [onError]
 * @property {(req: Request, res: Response) => unknown} [onSent]
 * @property {boolean} [problems]
 * @property {number} [bodyLimit]
 * @property {number} [bodyTimeout]
 */

/** The rules of a router in one place, joined with those of its outer ones. */
export class Scope {
  /** @type {Handler} answers, inside the layers, a request without a route */
  run = () => undefined
  /** @type {Scope[]} the scopes it is in, beginning with itself */
  around

  /**
   * @param {Rules} rules of the router
   * @param {string} [own] its prefix; empty: it has none
   * @param {Scope} [outer] the scope in which it is mounted
   */
  constructor(rules, own = '', outer) {
    this.rules = rules
    this.own = own
    this.prefix = (outer?.prefix ?? '') + own
    /** The parameters of the prefix. */
    this.names = this.prefix === '' ? [] : namesOf(parsePattern(this.prefix))
    this.around = [this, ...(outer?.around ?? [])]
    const outwards = this.around.map((scope) => scope.rules)
    const inwards = outwards.toReversed()
    this.layers = inwards.flatMap(({ layers }) => layers)
    this.hooks = outwards.flatMap(({ onSent }) => onSent ?? [])
    const onErrors = outwards.flatMap(({ onError }) => onError ?? [])
    const { notFound, problems, bodyLimit, bodyTimeout } = Object.assign(
      { problems: false, ...BODY_LIMITS },
      ...inwards,
    )
    this.notFound = notFound
    this.limits = Object.freeze({ bodyLimit, bodyTimeout })
    /** Whether the router's own errors have a listener. */
    this.isTold = problems || onErrors.length > 0
    const onError = onErrors.length > 0 ? onErrors.reduce(orElse) : printError
    this.errors = { onError, problems }
  }

  /** @param {string} path of a route of the router */
  pathOf(path) {
    return path === '/' && this.prefix !== '' ? this.prefix : this.prefix + path
  }

  /** @param {string} path below the prefix, which was looked up last */
  paramsOf(path) {
    const params = Object.create(null)
    for (const [index, name] of this.names.entries()) {
      params[name] = decode(valueAt(path, index))
    }
    return params
  }
}

/**
 * Asks the outer onError when the inner one has not answered.
 *
 * @param {ErrorHandler} inner
 * @param {ErrorHandler} outer
 * @returns {ErrorHandler}
 */
const orElse = (inner, outer) => async (error, req, res) => {
  const isOpen = !res.headersSent
  const returned = await inner(error, req, res)
  if (isOpen && (res.headersSent || isAnswer(returned))) return returned
  return outer(error, req, res)
}

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
   * @returns {Scope | null} null: it is below no prefix
   */
  find(path) {
    return this.#tree.find(this.#isFolded ? path.toLowerCase() : path)
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
