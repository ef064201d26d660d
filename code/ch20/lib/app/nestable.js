import { VelocyError } from '../common/errors.js'
import { checkOptions, checkValue, having } from '../common/options.js'
import { LIMIT_RULES } from '../http/limits.js'
import { parsePattern } from '../router/pattern.js'
import { Route } from '../router/route.js'
import { RouteTable } from '../router/table.js'
import { compose } from './layer.js'
import { Areas, Scope } from './scope.js'

/** @import { Handler, RouteOptions } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { Middleware } from './layer.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { Rules } from './scope.js' */

/**
 * @typedef {object} Declared a route as it was registered
 * @property {string} method
 * @property {string} path
 * @property {RouteOptions} options
 * @property {Middleware[]} layers around the handler
 * @property {Handler} handler
 */

/**
 * Records routes, layers and mounted routers, and builds one table from all of
 * them before it looks up the next route.
 */
export class Nestable extends RouteTable {
  /** @type {Declared[]} */
  #routes = []
  /** @type {{ prefix: string, child: Nestable }[]} */
  #mounts = []
  /** @type {Nestable[]} the routers it is mounted in */
  #parents = []
  /** Whether anything has been recorded since the table was built. */
  #isStale = true
  /** @type {WeakMap<Route, Scope>} */
  #scopes = new WeakMap()
  /** @type {Scope} its own, as the outermost router */
  #outermost
  #areas
  /** Whether any of its scopes has a hook. */
  hasHooks = false

  /**
   * @param {TableOptions} options
   * @param {Partial<Rules>} rules
   */
  constructor(options, rules) {
    super(options)
    /** @type {Rules} */
    this.rules = { ...rules, layers: [] }
    this.#outermost = new Scope(this.rules)
    this.#areas = new Areas(options)
  }

  /**
   * Puts middleware around everything the router answers: all of its routes,
   * those of the routers mounted in it, and requests without a route.
   *
   * @param {Middleware[]} layers the first is the outermost
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_HANDLER
   */
  use(...layers) {
    for (const layer of layers) checkLayer('use', layer)
    this.rules.layers.push(...layers)
    this.#change()
    return this
  }

  /**
   * @override
   * @param {string} method such as `GET`; methods are case-sensitive (RFC 9110
   *   §9.1)
   * @param {string} path such as `/users/:id`
   * @param {any[]} rest options, if any, then middleware, then the handler
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_BAD_OPTION,
   *   ERR_VELOCY_ROUTE_CONFLICT with another route of the same router
   */
  add(method, path, ...rest) {
    const hasOptions = rest.length > 1 && typeof rest[0] !== 'function'
    const [given, ...layers] = hasOptions ? rest : [undefined, ...rest]
    const owner = `${method} ${path}`
    for (const layer of layers) checkLayer(owner, layer)
    const options = checkOptions(owner, given, LIMIT_RULES)
    const handler = layers.pop()
    super.add(method, path, options, handler)
    this.#routes.push({ method, path, options, layers, handler })
    this.#change()
    return this
  }

  /**
   * Answers below a prefix with everything another router has, now and later.
   * Its handlers get the parameters of the prefix, too.
   *
   * @param {string} prefix such as `/users/:user`; a slash at its end counts
   *   for nothing, so `/` is everywhere
   * @param {Nestable} child a Router; the outermost one decides how paths are
   *   compared
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_PATTERN, ERR_VELOCY_BAD_OPTION
   */
  mount(prefix, child) {
    parsePattern(`${prefix}/*`)
    checkValue('mount', 'child', child, having('a Router', 'mount'))
    this.#mounts.push({ prefix: prefix.replace(/\/$/, ''), child })
    child.#parents.push(this)
    this.#change()
    return this
  }

  #change() {
    this.#isStale = true
    for (const parent of this.#parents) parent.#change()
  }

  /**
   * Builds the table, unless nothing has changed since the last time.
   *
   * @override
   * @throws {VelocyError} ERR_VELOCY_ROUTE_CONFLICT, ERR_VELOCY_BAD_PATTERN
   */
  build() {
    if (!this.#isStale) return
    this.clear()
    this.#areas.clear()
    this.#outermost = new Scope(this.rules)
    this.#place(this, this.#outermost)
    this.#isStale = false
  }

  /**
   * Inserts the routes of a router, and of those mounted in it.
   *
   * @param {Nestable} router
   * @param {Scope} scope
   */
  #place(router, scope) {
    /** @type {Handler} */
    const miss = (req, res) => this.answerMiss(req, res, scope)
    scope.run = compose(scope.layers, miss, miss)
    for (const { method, path, options, layers, handler } of router.#routes) {
      const run = compose([...scope.layers, ...layers], handler, miss)
      const limits = { ...scope.limits, ...options }
      const route = new Route(method, scope.pathOf(path), run, limits)
      this.insert(route)
      this.#scopes.set(route, scope)
    }
    this.#areas.add(scope)
    if (scope.hooks.length > 0) this.hasHooks = true
    for (const { prefix, child } of router.#mounts) {
      this.#place(child, new Scope(child.rules, prefix, scope))
    }
  }

  /**
   * @protected
   * @param {string} path in its normal form
   * @returns {Scope} where a request without a route belongs
   */
  areaOf(path) {
    const area = this.#areas.find(path)
    if (area !== null) return area
    return this.#outermost
  }

  /**
   * @param {Request} req
   * @returns {Scope} whose rules apply to it
   */
  scopeOf({ route, path }) {
    return (route && this.#scopes.get(route)) ?? this.areaOf(path)
  }

  /**
   * Answers a request without a route, inside the layers.
   *
   * @param {Request} _req
   * @param {Response} _res
   * @param {Scope} _scope
   * @returns {unknown}
   */
  answerMiss(_req, _res, _scope) {
    return undefined
  }
}

/**
 * @param {string} owner
 * @param {unknown} layer
 */
function checkLayer(owner, layer) {
  const type = typeof layer
  if (typeof layer === 'function' && layer.length < 4) return
  const got = type === 'function' ? 'a function with 4 parameters' : type
  throw new VelocyError(
    'ERR_VELOCY_BAD_HANDLER',
    `${owner}: got ${got}, expected functions (req, res, next); errors are ` +
      'for the option onError, and some of the paths for group(prefix, fill)',
  )
}
