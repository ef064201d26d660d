import { Router } from '../lib/index.js'
import { pick, received, timePerUse, word } from './fresh.js'

/** @typedef {{ method: string, path: string }} Target */

/** The tables: an API with few routes, and a site with many. */
const FEW = ['/hey', '/hell', '/hello', '/about', '/health']
const MANY = Array.from(
  { length: 150 },
  (_, i) => `/${['docs', 'blog', 'guides'][i % 3]}/${i}-getting-started`,
)
/** Another site: its pages differ in one place only, and most in a digit. */
const ALIKE = Array.from(
  { length: 150 },
  (_, i) => `/guide/chapter-${100 + i}/introduction`,
)
/** As long a path as fits into a request that Node.js takes. */
const LONGEST = 8000

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
    const router = routerOf(paths)
    return ({ method, path }) => {
      const found = router.find(method, path)
      return found === null ? -1 : Number(found.route.handler(no, no))
    }
  },

  // What a request pays for: a path that is not found is asked for in every
  // method's table, because the answer may be 405.
  answered(paths) {
    const router = routerOf(paths)
    router.post('/health', () => {})
    return ({ method, path }) => {
      const found = router.find(method, path)
      if (found !== null) return Number(found.route.handler(no, no))
      return router.allowed(path).length - 1
    }
  },
}
const no = /** @type {any} */ (null)

/** @param {string[]} paths */
function routerOf(paths) {
  const router = new Router()
  paths.forEach((path, i) => {
    router.get(path, () => i)
  })
  return router
}

/**
 * @param {string} name of a way
 * @param {string[]} paths
 * @param {() => string} makePath
 * @param {boolean} isKnown whether the paths that are made are in the table
 * @returns {number} nanoseconds per lookup
 */
function measure(name, paths, makePath, isKnown) {
  const find = ways[name](paths)
  for (const [i, path] of [...paths, '/nowhere'].entries()) {
    const got = find({ method: 'GET', path })
    const expected = i < paths.length ? i : -1
    if (got === expected) continue
    throw new Error(`${name}: ${path} found ${got}, expected ${expected}`)
  }
  const make = () => ({ method: 'GET', path: received(makePath()) })
  /** @param {Target} target */
  const use = (target) => (find(target) !== -1) === isKnown
  return timePerUse(make, use, seconds)
}

const [name] = process.argv.slice(2)
const seconds = Number(process.env.DURATION ?? 2) / 5
const result = {
  'ns.few': measure(name, FEW, () => pick(FEW), true),
  'ns.many': measure(name, MANY, () => pick(MANY), true),
  'ns.alike': measure(name, ALIKE, () => pick(ALIKE), true),
  'ns.unknown': measure(name, MANY, () => `${pick(MANY)}/${word()}`, false),
  'ns.longest': measure(name, MANY, () => `/${word(LONGEST)}`, false),
}
console.log(JSON.stringify(result))
