import { VelocyError } from '../common/errors.js'
import { conflict } from '../router/checks.js'
import { parsePattern, shapeOf } from '../router/pattern.js'
import { RouteTable } from '../router/table.js'
import { Areas } from './areas.js'
import { Scope } from './scope.js'

/** @import { Route } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { Middleware } from './compose.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { Entry, Rules } from './scope.js' */

/** A route table with middleware around its routes, and with others in it. */
export class Nestable extends RouteTable {
  /** @type {Scope[]} of the requests to this router, its own first */
  #scopes = []
  /** @type {Scope[]} where this router answers, by itself first */
  #ends = []
  /** @type {Scope[]} where its rules apply */
  #within = []
  /** @type {Map<Route, Scope>} */
  #scopeOf = new Map()
  /** @type {Map<string, Route>} by the requests that they answer */
  #taken = new Map()
  #isFolded
  #areas
  /** Whether anybody wants to be told of answers that have been sent. */
  hasHooks = false

  /**
   * @param {TableOptions} options
   * @param {Omit<Rules, 'limits'>} rules
   */
  constructor({ bodyLimit, bodyTimeout, ...options }, rules) {
    super({ bodyLimit, bodyTimeout, ...options })
    /** @type {Rules} */
    this.rules = { ...rules, limits: { bodyLimit, bodyTimeout } }
    this.#isFolded = options.caseSensitive === false
    this.#areas = new Areas(options)
    this.#addScope(new Scope(this, '', null))
  }

  /** @param {Scope} scope of requests to this router */
  #addScope(scope) {
    this.#scopes.push(scope)
    this.#areas.add(scope)
    for (const each of scope.routers) each.#within.push(scope)
    scope.routers[scope.routers.length - 1].#ends.push(scope)
    if (scope.hooks.length > 0) this.hasHooks = true
  }

  /**
   * Puts middleware around all that this router answers: its routes, and those
   * of routers that are mounted in it, whenever they are registered, and what
   * it answers where there is no route.
   *
   * @param {Middleware[]} layers the first is the outermost
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_HANDLER
   */
  use(...layers) {
    for (const layer of layers) checkLayer('use', layer)
    this.rules.layers = [...this.rules.layers, ...layers]
    for (const scope of this.#within) scope.update()
    return this
  }

  /**
   * @override
   * @param {string} method such as `GET`; methods are case-sensitive (RFC 9110
   *   §9.1)
   * @param {string} path such as `/users/:id`
   * @param {any[]} rest options, if there are any, middleware, and the handler
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_BAD_OPTION,
   *   ERR_VELOCY_ROUTE_CONFLICT
   */
  add(method, path, ...rest) {
    const declared = this.declared(method, path, rest)
    for (const layer of [...declared.layers, declared.handler]) {
      checkLayer(`${method} ${path}`, layer)
    }
    this.#register(this.#ends.map((scope) => scope.entryOf(declared)))
    return this
  }

  /**
   * Registers all of them or, when there is a conflict, none.
   *
   * @param {Entry[]} entries
   * @param {Scope[]} [scopes] that are new
   * @throws {VelocyError} ERR_VELOCY_ROUTE_CONFLICT
   */
  #register(entries, scopes = []) {
    let claimed = 0
    try {
      for (const { scope, route } of entries) {
        scope.root.#claim(route)
        claimed++
      }
    } catch (error) {
      for (const { scope, route } of entries.slice(0, claimed)) {
        scope.root.#taken.delete(scope.root.#keyOf(route))
      }
      throw error
    }
    for (const scope of scopes) scope.root.#addScope(scope)
    for (const { scope, declared, route } of entries) {
      scope.root.insert(route)
      scope.root.#scopeOf.set(route, scope)
      scope.add({ scope, declared, route })
    }
  }

  /** @param {Route} route */
  #claim(route) {
    const key = this.#keyOf(route)
    const present = this.#taken.get(key)
    if (present) throw conflict(route, present)
    this.#taken.set(key, route)
  }

  /** @param {Route} route */
  #keyOf({ method, segments }) {
    const shape = shapeOf(segments)
    return `${method} ${this.#isFolded ? shape.toLowerCase() : shape}`
  }

  /**
   * Answers below a prefix with what another router has, now and later. Its
   * handlers get the parameters of the prefix, too.
   *
   * @param {string} prefix such as `/users/:user`; `/`: everywhere
   * @param {Nestable} child a Router; how paths are compared is for this one
   *   to say
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_PATTERN, ERR_VELOCY_BAD_MOUNT,
   *   ERR_VELOCY_ROUTE_CONFLICT; then nothing of it is mounted
   */
  mount(prefix, child) {
    const start = checkPrefix(prefix)
    if (!(child instanceof Nestable)) throw badMount(prefix, 'no router')
    const inner = [...child.#scopes]
    if (inner.some(({ routers }) => routers.includes(this))) {
      throw badMount(prefix, 'a router that this one is a part of')
    }
    const adopted = this.#ends.flatMap((outer) => adopt(outer, start, inner))
    const entries = adopted.flatMap(([{ routes }, scope]) =>
      routes.map(({ declared }) => scope.entryOf(declared)),
    )
    this.#register(
      entries,
      adopted.map(([, scope]) => scope),
    )
    return this
  }

  /**
   * @protected
   * @param {string} path in its normal form
   * @returns {{ scope: Scope, params?: Record<string, string> }} where a
   *   request belongs that no route takes, with the parameters of the prefix
   */
  areaOf(path) {
    const area = this.#areas.find(path)
    if (area !== null) return area
    return { scope: this.#scopes[0] }
  }

  /**
   * @param {Request} req
   * @returns {Scope} whose rules apply to it
   */
  scopeOf(req) {
    try {
      const known = req.route && this.#scopeOf.get(req.route)
      return known ?? this.areaOf(req.path).scope
    } catch {
      // Middleware may have written a path there that cannot be read.
      return this.#scopes[0]
    }
  }

  /**
   * Answers for no route. It is called inside of the middleware.
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
  const isFunction = typeof layer === 'function'
  if (isFunction && layer.length < 4) return
  const got = isFunction ? 'a function with 4 parameters' : typeof layer
  const hint = isFunction
    ? '. Errors are for the option onError'
    : '. For a part of the paths there is group(prefix, fill)'
  throw new VelocyError(
    'ERR_VELOCY_BAD_HANDLER',
    `${owner}: got ${got}, expected functions (req, res, next)${hint}`,
  )
}

/**
 * @param {Scope} outer
 * @param {string} prefix
 * @param {Scope[]} scopes of a router that is mounted, each behind its parent
 * @returns {[Scope, Scope][]} each with what it is inside of the outer one
 * @throws {VelocyError} ERR_VELOCY_BAD_PATTERN
 */
function adopt(outer, prefix, scopes) {
  /** @type {Map<Scope | null, Scope>} */
  const adopted = new Map()
  for (const inner of scopes) {
    const router = inner.routers[inner.routers.length - 1]
    const parent = adopted.get(inner.parent) ?? outer
    const own = inner.parent === null ? prefix : inner.own
    const scope = new Scope(router, own, parent)
    // What is below two prefixes has to be a path, too.
    parsePattern(`${scope.prefix}/*`)
    scope.update()
    adopted.set(inner, scope)
  }
  return /** @type {[Scope, Scope][]} */ ([...adopted])
}

/**
 * @param {string} prefix
 * @returns {string} without its slash, if that is all
 */
function checkPrefix(prefix) {
  const segments = parsePattern(prefix)
  if (prefix === '/') return ''
  const last = segments.at(-1)
  if (last?.kind === 'wildcard' || prefix.endsWith('/')) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_PATTERN',
      `Bad prefix: got ${JSON.stringify(prefix)}, expected neither a slash ` +
        'nor a wildcard at its end',
    )
  }
  return prefix
}

/**
 * @param {string} prefix
 * @param {string} got
 */
const badMount = (prefix, got) =>
  new VelocyError(
    'ERR_VELOCY_BAD_MOUNT',
    `Bad mount at ${prefix}: got ${got}, expected a Router of its own`,
  )
