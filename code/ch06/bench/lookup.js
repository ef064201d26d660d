import { Router } from '../lib/index.js'

/** @typedef {{ method: string, path: string }} Target */

/** How many lookups are timed at once. */
const BATCH = 20_000

/** The tables: an API with few routes, and a site with many. */
const FEW = ['/hey', '/hell', '/hello', '/about', '/health']
const MANY = Array.from(
  { length: 150 },
  (_, i) => `/${['docs', 'blog', 'guides'][i % 3]}/${i}-getting-started`,
)

/**
 * Ways to find the number of a route, or -1.
 *
 * @type {Record<string, (paths: string[]) => (target: Target) => number>}
 */
const ways = {
  ifs(paths) {
    const lines = paths.map(
      (path, i) =>
        `if (method === 'GET' && path === ${JSON.stringify(path)}) return ${i}`,
    )
    const body = `${lines.join('\n')}\nreturn -1`
    const find = new Function('method', 'path', body)
    return ({ method, path }) => find(method, path)
  },

  list(paths) {
    const routes = paths.map((path, i) => ({ method: 'GET', path, i }))
    return ({ method, path }) =>
      routes.find((route) => route.method === method && route.path === path)
        ?.i ?? -1
  },

  joined(paths) {
    const routes = new Map(paths.map((path, i) => [`GET ${path}`, i]))
    return ({ method, path }) => routes.get(`${method} ${path}`) ?? -1
  },

  objects(paths) {
    /** @type {Record<string, Record<string, number>>} */
    const methods = Object.create(null)
    methods.GET = Object.create(null)
    paths.forEach((path, i) => {
      methods.GET[path] = i
    })
    return ({ method, path }) => methods[method]?.[path] ?? -1
  },

  maps(paths) {
    const methods = new Map([['GET', new Map(paths.map((p, i) => [p, i]))]])
    return ({ method, path }) => methods.get(method)?.get(path) ?? -1
  },

  router(paths) {
    const router = new Router()
    paths.forEach((path, i) => {
      router.get(path, () => i)
    })
    return ({ method, path }) => {
      const found = router.find(method, path)
      return found === null ? -1 : Number(found.route.handler(no, no))
    }
  },
}
const no = /** @type {any} */ (null)

/**
 * The paths as a server gets them: new strings, made of bytes, that nobody
 * has computed a hash of.
 *
 * @param {string[]} paths
 * @param {boolean} isKnown false: each path is one that no table has
 * @returns {Target[]}
 */
function arrive(paths, isKnown) {
  return Array.from({ length: BATCH }, (_, i) => {
    const path = paths[(i * 7919) % paths.length]
    const bytes = Buffer.from(isKnown ? path : `${path}/${unknown++}`)
    return { method: 'GET', path: bytes.toString('latin1') }
  })
}
let unknown = 0

/**
 * @param {string} name of a way
 * @param {string[]} paths
 * @param {boolean} isKnown whether the paths are in the table
 * @param {number} duration in seconds
 * @returns {number} nanoseconds per lookup, the median of the batches
 */
function measure(name, paths, isKnown, duration) {
  const find = ways[name](paths)
  for (const [i, path] of [...paths, '/nowhere'].entries()) {
    const got = find({ method: 'GET', path })
    const expected = i < paths.length ? i : -1
    if (got === expected) continue
    throw new Error(`${name}: ${path} found ${got}, expected ${expected}`)
  }
  /** @type {number[]} */
  const times = []
  let found = 0
  const end = performance.now() + duration * 1000
  for (let batch = 0; times.length < 5 || performance.now() < end; batch++) {
    const targets = arrive(paths, isKnown)
    global.gc?.()
    const start = process.hrtime.bigint()
    for (let i = 0; i < targets.length; i++) {
      if (find(targets[i]) !== -1) found++
    }
    const ns = Number(process.hrtime.bigint() - start) / BATCH
    // The first batches are run while V8 still compiles.
    if (batch >= 5) times.push(ns)
    const expected = isKnown ? BATCH * (batch + 1) : 0
    if (found !== expected) throw new Error(`${name}: ${found} found`)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]
}

const [name] = process.argv.slice(2)
const duration = Number(process.env.DURATION ?? 2) / 3
const result = {
  'ns.few': measure(name, FEW, true, duration),
  'ns.many': measure(name, MANY, true, duration),
  'ns.unknown': measure(name, MANY, false, duration),
}
console.log(JSON.stringify(result))
