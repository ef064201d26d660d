import { BODY_LIMITS } from '../http/limits.js'
import { Route } from '../router/route.js'
import { compose } from './compose.js'
import { printError } from './errors.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { BodyLimits } from '../http/limits.js' */
/** @import { Declared, Handler } from '../router/route.js' */
/** @import { Middleware } from './compose.js' */
/** @import { ErrorHandler } from './errors.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { Nestable } from './nestable.js' */

/**
 * @typedef {object} Rules what a router says of all that it answers
 * @property {Middleware[]} layers
 * @property {Handler} [notFound]
 * @property {ErrorHandler} [onError]
 * @property {(req: Request, res: Response) => unknown} [onSent]
 * @property {boolean} [problems]
 * @property {Partial<BodyLimits>} limits
 */
/** @typedef {{ scope: Scope, declared: Declared, route: Route }} Entry */

/**
 * A place where a router answers: by itself, or below a prefix of another one.
 * The rules of all routers on the way apply there.
 */
export class Scope {
  /** @type {Entry[]} */
  routes = []
  /** Whether there is nothing around what answers. */
  isBare = true
  /** Whether any route has been composed since the layers changed. */
  #isComposed = false
  /** @type {Handler} answers what no route does, in all its middleware */
  run
  /** @type {Nestable} where requests come to */
  root
  /** @type {Nestable[]} from there to the one that answers */
  routers
  /** @type {string} empty: everywhere */
  prefix

  /**
   * @param {Nestable} router that answers
   * @param {string} own its prefix; empty: it has none
   * @param {Scope | null} parent null: requests come to the router itself
   */
  constructor(router, own, parent) {
    this.root = parent?.root ?? router
    this.own = own
    this.parent = parent
    this.routers = [...(parent?.routers ?? []), router]
    this.prefix = (parent?.prefix ?? '') + own
    /** @type {Handler} */
    this.miss = (req, res) => this.root.answerMiss(req, res, this)
    this.run = this.miss
    const rules = this.routers.map((each) => each.rules)
    this.rules = rules
    const inwards = rules.toReversed()
    this.notFound = inwards.find(({ notFound }) => notFound)?.notFound
    this.hooks = inwards.flatMap(({ onSent }) => onSent ?? [])
    const onErrors = inwards.flatMap(({ onError }) => onError ?? [])
    const problems = inwards.find((each) => each.problems !== undefined)
    this.errors = {
      onErrors: onErrors.length === 0 ? [printError] : onErrors,
      problems: problems?.problems === true,
    }
    /** Whether anybody is told of the router's own errors. */
    this.isTold = onErrors.length > 0 || this.errors.problems
    this.limits = limitsOf(rules)
  }

  /** @param {string} path of the router that answers */
  pathOf(path) {
    return path === '/' && this.prefix !== '' ? this.prefix : this.prefix + path
  }

  /** @param {Declared} declared */
  compose({ layers, handler }) {
    const all = this.#layers().concat(/** @type {Middleware[]} */ (layers))
    return compose(all, handler, this.miss)
  }

  /**
   * @param {Declared} declared
   * @returns {Entry} what it is here, once it has been added
   * @throws {VelocyError} ERR_VELOCY_BAD_PATTERN
   */
  entryOf(declared) {
    const limits = { ...this.limits, ...declared.options }
    const route = new Route(declared, this.pathOf(declared.path), limits)
    return { scope: this, declared, route }
  }

  /** @param {Entry} entry that this scope has made */
  add(entry) {
    this.routes.push(entry)
    this.#putOff(entry)
  }

  /**
   * Composes a route when it is asked for first: until then, there may be more
   * to put around it.
   *
   * @param {Entry} entry
   */
  #putOff({ declared, route }) {
    route.run = (req, res) => {
      this.#isComposed = true
      const run = this.compose(declared)
      route.run = run
      return run(req, res)
    }
  }

  /** Has all that is composed already composed anew. */
  update() {
    const layers = this.#layers()
    this.isBare = layers.length === 0
    this.run = (req, res) => {
      const run = compose(layers, this.miss, this.miss)
      this.run = run
      return run(req, res)
    }
    if (this.#isComposed) for (const entry of this.routes) this.#putOff(entry)
    this.#isComposed = false
  }

  #layers() {
    return this.rules.flatMap(({ layers }) => layers)
  }
}

/**
 * @param {Rules[]} rules
 * @returns {Readonly<BodyLimits>} each the innermost that there is
 */
function limitsOf(rules) {
  let { bodyLimit, bodyTimeout } = BODY_LIMITS
  for (const { limits } of rules) {
    bodyLimit = limits.bodyLimit ?? bodyLimit
    bodyTimeout = limits.bodyTimeout ?? bodyTimeout
  }
  return Object.freeze({ bodyLimit, bodyTimeout })
}
