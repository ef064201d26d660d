import { createRequire } from 'node:module'
import { Router } from '../lib/index.js'

/** @import { Hit, Lookup } from './tables.js' */

/**
 * @typedef {object} Adapter
 * @property {(method: string, path: string) => unknown} find what is measured;
 *   null or undefined when there is no route
 * @property {(method: string, path: string) => unknown} [answer] the same, and
 *   all that a server asks before it answers 404; find, unless there is more
 * @property {(found: any) => { route: Lookup, params: object }} read what it
 *   has found, for the check; not measured
 */

/** @param {string} name of a package among code/contenders/routers */
function load(name) {
  const folder = process.env.CONTENDERS
  if (!folder) throw new Error('CONTENDERS: expected the folder of contenders')
  return createRequire(`${folder}/routers/`)(name)
}

/**
 * A pattern with its wildcard written in another way.
 *
 * @param {string} path
 * @param {(name: string) => string} wildcard
 */
const rewrite = (path, wildcard) =>
  path.replace(/\*(\w+)$/, (_, name) => wildcard(name))

/**
 * Parameters, with the name that a route gives to its wildcard.
 *
 * @param {Lookup} route
 * @param {Record<string, string>} params where it is called `*`
 */
function named({ path }, { '*': rest, ...params }) {
  const name = /\*(\w+)$/.exec(path)?.[1]
  return name ? { ...params, [name]: rest } : params
}

/** @type {Record<string, (routes: Lookup[]) => Adapter>} */
export const adapters = {
  velocy(routes) {
    const router = new Router()
    for (const { method, path } of routes) router.add(method, path, () => {})
    return {
      find: (method, path) => router.find(method, path),
      // The answer may be 405, so the other methods are asked as well.
      answer(method, path) {
        const found = router.find(method, path)
        if (found !== null) return found
        return router.allowed(path).length > 0
      },
      read: ({ route, params }) => ({
        route: { method: route.method, path: route.path },
        params,
      }),
    }
  },

  'find-my-way': (routes) => findMyWay(routes),
  'find-my-way-compiled': (routes) => findMyWay(routes, true),

  memoirist: (routes) => memoirist(routes),

  // As Elysia has it: it hands out values as they were sent, unless told so.
  'memoirist-decoding': (routes) =>
    memoirist(routes, { onParam: load('fast-decode-uri-component') }),

  rou3(routes) {
    const { findRoute } = load('rou3')
    const context = rou3(routes)
    return {
      find: (method, path) => findRoute(context, method, path),
      read: ({ data, params = {} }) => ({ route: data, params }),
    }
  },

  'rou3-compiled'(routes) {
    const { compileRouter } = load('rou3/compiler')
    const find = compileRouter(rou3(routes))
    return {
      find: (method, path) => find(method, path),
      read: ({ data, params = {} }) => ({ route: data, params }),
    }
  },

  // It gives the values as an array, and an object that says which value
  // belongs to which name: a name costs when it is asked for.
  'hono-regexp'(routes) {
    const { RegExpRouter } = load('hono/router/reg-exp-router')
    return hono(new RegExpRouter(), routes, ([[[route, at]], values]) => ({
      route,
      params: Object.fromEntries(
        Object.entries(at).map(([name, index]) => [name, values[index]]),
      ),
    }))
  },

  'hono-trie'(routes) {
    const { TrieRouter } = load('hono/router/trie-router')
    return hono(new TrieRouter(), routes, ([[[route, params]]]) => ({
      route,
      params,
    }))
  },

  // Express has no lookup that could be called on its own. This hands its
  // router a request with a method and a URL and nothing else, and the route's
  // handler notes that it was called: what is measured is finding, and calling
  // one handler.
  express(routes) {
    const router = load('router')({ caseSensitive: true, strict: true })
    /** @type {{ route: Lookup, params: object } | null} */
    let found = null
    for (const route of routes) {
      const path = rewrite(route.path, (name) => `*${name}`)
      const verb = route.method.toLowerCase()
      router[verb](path, (/** @type {{ params: object }} */ req) => {
        found = { route, params: req.params }
      })
    }
    const response = {}
    const ignore = () => {}
    return {
      find(method, path) {
        found = null
        router({ method, url: path }, response, ignore)
        return found
      },
      // The rest of the path is an array of its segments here.
      read: ({ route, params }) => ({
        route,
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [
            name,
            [value].flat().join('/'),
          ]),
        ),
      }),
    }
  },
}

const NO_QUERY = Object.freeze({})

/**
 * @param {Lookup[]} routes
 * @param {boolean} [compiled]
 * @returns {Adapter}
 */
function findMyWay(routes, compiled = false) {
  // It looks for a query in each path that it is given, which the others leave
  // to the server; at least it need not make an object of what is not there.
  const querystringParser = () => NO_QUERY
  const router = load('find-my-way')({ querystringParser })
  for (const route of routes) {
    const path = rewrite(route.path, () => '*')
    router.on(route.method, path, () => {}, route)
  }
  if (compiled) router.compile()
  return {
    find: (method, path) => router.find(method, path),
    read: ({ store, params }) => ({
      route: store,
      params: named(store, params),
    }),
  }
}

/**
 * @param {Lookup[]} routes
 * @param {{ onParam?: (value: string) => string }} [options]
 * @returns {Adapter}
 */
function memoirist(routes, options) {
  const { Memoirist } = load('memoirist')
  const router = new Memoirist(options)
  for (const route of routes) {
    router.add(
      route.method,
      rewrite(route.path, () => '*'),
      route,
    )
  }
  return {
    find: (method, path) => router.find(method, path),
    read: ({ store, params }) => ({
      route: store,
      params: named(store, params),
    }),
  }
}

/** @param {Lookup[]} routes */
function rou3(routes) {
  const { addRoute, createRouter } = load('rou3')
  const context = createRouter()
  for (const route of routes) {
    const path = rewrite(route.path, (name) => `**:${name}`)
    addRoute(context, route.method, path, route)
  }
  return context
}

/**
 * @param {{ add: Function, match: Function }} router
 * @param {Lookup[]} routes
 * @param {Adapter['read']} read
 * @returns {Adapter}
 */
function hono(router, routes, read) {
  for (const route of routes) {
    const path = rewrite(route.path, (name) => `:${name}{.+}`)
    router.add(route.method, path, route)
  }
  return {
    find(method, path) {
      const found = router.match(method, path)
      return found[0].length > 0 ? found : null
    },
    read,
  }
}
