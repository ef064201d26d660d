import { BODY_LIMITS } from '../http/limits.js'
import { compose } from './compose.js'
import { printError } from './errors.js'

/** @import { BodyLimits } from '../http/limits.js' */
/** @import { Declared, Handler, Route } from '../router/route.js' */
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

/**
 * A place where a router answers: by itself, or below a prefix of another one.
 * The rules of all routers on the way apply there.
 */
export class Scope {
  /** @type {{ declared: Declared, route: Route }[]} */
  routes = []
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

  /** Whether there is nothing around what answers. */
  get isBare() {
    return this.run === this.miss
  }

  /** Puts what stands around the routes around them anew. */
  update() {
    const runs = this.routes.map(({ declared }) => this.compose(declared))
    this.run = compose(this.#layers(), this.miss, this.miss)
    this.routes.forEach(({ route }, index) => {
      route.run = runs[index]
    })
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
