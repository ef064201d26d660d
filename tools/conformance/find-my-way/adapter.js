/**
 * find-my-way's interface over Velocy's router, so that find-my-way's own
 * tests can be held against it. It translates how things are called and
 * written; how a path is matched, it leaves to the router. What the router
 * does not have it refuses.
 */
import http from 'node:http'
import { createRequire } from 'node:module'
import { newestVelocy } from '../../bench/contenders.js'

const folder = newestVelocy()
if (!folder) throw new Error('No chapter has a router')
// Not imported: what the tests `require` may not wait for anything.
const library = createRequire(`${folder}/lib/`)
/** @type {Record<string, any>} */
const { Router } = library('./index.js')
const { pathOf, queryOf } = library('./target.js')
const { parseQuery } = library('./query.js')

/** Of the test that runs: what it has asked for and the router does not have. */
export const missing = new Set()
/** And whether it has given the router anything to do. */
export const used = { router: false }

/**
 * @param {string} what
 * @returns {never}
 */
export function refuse(what) {
  missing.add(what)
  throw new Error(`not part of Velocy's router: ${what}`)
}

/** @typedef {Record<string, any>} Options */

/** Options that mean something here. */
const KNOWN = ['defaultRoute', 'onBadUrl', 'caseSensitive']
KNOWN.push('ignoreTrailingSlash')

/** Its public methods and properties without a counterpart. */
const ABSENT = ['off', 'reset', 'hasRoute', 'findRoute', 'prettyPrint']
ABSENT.push('compile', 'addConstraintStrategy', 'hasConstraintStrategy')
ABSENT.push('routes', 'trees', 'constrainer', 'callHandler')

/**
 * A pattern as Velocy writes it: `*` alone stands for `/*`, and a literal
 * colon is `%3A` where find-my-way doubles it.
 *
 * @param {unknown} path
 */
function translate(path) {
  if (typeof path !== 'string') return path
  const segments = path.replaceAll('::', '').split('/')
  for (const segment of segments) {
    if (/:\w+\(/.test(segment)) refuse('a regular expression in a pattern')
    if (/:\w+\?/.test(segment)) refuse('an optional parameter')
    if (/.:|:\w+[^\w]/.test(segment)) refuse('a parameter in a segment')
  }
  if (/[^/]\*$/.test(path)) refuse('a wildcard in a segment')
  return path.replace(/^\*$/, '/*').replaceAll('::', '%3A')
}

class FindMyWay {
  /** @type {Options} */
  #options
  /** @type {any} */
  #router
  /** @type {Map<unknown, unknown>} by handler */
  #stores = new Map()

  /** @param {Options} [options] */
  constructor(options = {}) {
    for (const [name, value] of Object.entries(options)) {
      if (!KNOWN.includes(name) && value) refuse(`the option ${name}`)
    }
    const { caseSensitive = true, ignoreTrailingSlash = false } = options
    const { defaultRoute } = options
    this.#options = options
    this.#router = new Router({
      caseSensitive,
      strictSlash: !ignoreTrailingSlash,
      ...(defaultRoute && { notFound: defaultRoute }),
    })
  }

  /**
   * @param {string | string[]} method
   * @param {string} path
   * @param {...any} rest options, if any, the handler, and what is stored
   */
  on(method, path, ...rest) {
    used.router = true
    const options = typeof rest[0] === 'object' ? rest.shift() : {}
    const [handler, store] = rest
    if (Object.keys(options?.constraints ?? {}).length > 0) {
      refuse('constraints')
    }
    for (const one of Array.isArray(method) ? method : [method]) {
      // A handler may be registered twice, and its stores differ.
      const own =
        typeof handler === 'function'
          ? /** @this {any} @param {any[]} values */
            function (...values) {
              return handler.apply(this, values)
            }
          : handler
      this.#stores.set(own, { handler, store: store ?? null })
      this.#router.add(one, translate(path), own)
    }
  }

  /** @param {string} path @param {...any} rest */
  all(path, ...rest) {
    used.router = true
    for (const handler of rest.filter((one) => typeof one === 'function')) {
      this.#stores.set(handler, { handler, store: rest.at(-1) })
      this.#router.all(translate(path), handler)
    }
  }

  /**
   * @param {string} method
   * @param {string} target
   */
  find(method, target) {
    used.router = true
    try {
      const found = this.#router.find(method, pathOf(target))
      if (found === null) return null
      return {
        .../** @type {object} */ (this.#stores.get(found.handler)),
        params: { ...found.params },
        searchParams: { ...parseQuery(queryOf(target)) },
      }
    } catch (error) {
      const { status } = /** @type {{ status?: number }} */ (error)
      const { onBadUrl } = this.#options
      if (status !== 400) throw error
      if (!onBadUrl) return null
      return {
        handler: (/** @type {any} */ req, /** @type {any} */ res) =>
          onBadUrl(target, req, res),
        store: null,
        params: {},
        searchParams: {},
      }
    }
  }

  /**
   * @param {any} req
   * @param {any} res
   * @param {any} [context]
   */
  lookup(req, res, context) {
    if (typeof context === 'function') refuse('lookup with a callback')
    const found = this.find(req.method, req.url)
    if (found) {
      const { handler, params, store, searchParams } = /** @type {any} */ (
        found
      )
      const self = context ?? found
      return handler.call(self, req, res, params, store, searchParams)
    }
    const { defaultRoute } = this.#options
    if (defaultRoute) return defaultRoute.call(context ?? this, req, res)
    res.statusCode = 404
    return res.end()
  }
}

for (const method of http.METHODS) {
  Object.defineProperty(FindMyWay.prototype, method.toLowerCase(), {
    /** @this {FindMyWay} @param {string} path @param {...any} rest */
    value(path, ...rest) {
      return this.on(method, path, ...rest)
    },
  })
}

for (const name of ABSENT) {
  Object.defineProperty(FindMyWay.prototype, name, {
    get: () => refuse(name),
  })
}

/** @param {Options} [options] */
function create(options) {
  return new FindMyWay(options)
}
create.prototype = FindMyWay.prototype
create.sanitizeUrlPath = () => refuse('sanitizeUrlPath')
create.removeDuplicateSlashes = () => refuse('removeDuplicateSlashes')
create.trimLastSlash = () => refuse('trimLastSlash')

export { create as 'module.exports' }
