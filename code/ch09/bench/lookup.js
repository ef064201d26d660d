import { Router as TrieRouter } from '../../ch07/lib/index.js'
import { Scan } from '../../ch07/steps/scan.js'
import { Router } from '../lib/index.js'
import { pick, random, received, timePerUse, word } from './fresh.js'

// The benchmark of chapter 07, with this chapter's router beside its two.

/**
 * Tables as an API has them: six routes per kind of thing.
 *
 * @param {number} size
 * @returns {string[]} patterns
 */
function tableOf(size) {
  const shapes = [
    '',
    '/:id',
    '/:id/posts',
    '/:id/posts/:post',
    '/:id/settings',
    '/search',
  ]
  return Array.from({ length: size }, (_, i) => {
    const kind = `kind${Math.floor(i / shapes.length)}`
    // The scan needs its static routes first.
    return `/${kind}${shapes[(i + 5) % shapes.length]}`
  })
}

/** @typedef {{ route: string, params: Record<string, string> }} Found */

/**
 * @type {Record<string, (patterns: string[]) =>
 *   (path: string) => Found | null>} null after all that answers a miss
 */
const routers = {
  scan: (patterns) => {
    const scan = new Scan()
    for (const pattern of patterns) scan.add(pattern, pattern)
    return (path) => {
      const found = /** @type {any} */ (scan.find(path))
      return found && { route: found.value, params: found.params }
    }
  },
  trie: (patterns) => finderOf(new TrieRouter(), patterns),
  radix: (patterns) => finderOf(new Router(), patterns),
}

/**
 * @param {any} router
 * @param {string[]} patterns
 */
function finderOf(router, patterns) {
  for (const pattern of patterns) router.get(pattern, () => {})
  return (/** @type {string} */ path) => {
    const found = router.find('GET', path)
    if (found) return { route: found.route.path, params: found.params }
    // The answer may be 405, so the other methods are asked as well.
    if (router.allowed(path).length > 0) throw new Error(path)
    return null
  }
}

/** @param {string} pattern @param {string | number} salt */
const pathOf = (pattern, salt) =>
  pattern.replace(/:\w+/g, (name) => `${name.slice(1)}-${salt}`)

/**
 * Nanoseconds per lookup, over the routes of a table in random order and with
 * values that are new each time.
 *
 * @param {string} name
 * @param {number} size
 * @param {number} seconds
 */
function measure(name, size, seconds) {
  const patterns = tableOf(size)
  const find = routers[name](patterns)
  for (const pattern of patterns) {
    check(/** @type {Found} */ (find(pathOf(pattern, 7))), pattern, 7)
  }
  const make = () => received(pathOf(pick(patterns), random(1e9)))
  return timePerUse(make, (path) => find(path)?.route, seconds)
}

/**
 * Paths that no route of the largest table has: some that almost do, and some
 * that are all slashes.
 *
 * @param {string} name
 * @param {(patterns: string[]) => string} pathFor
 * @param {number} seconds
 * @param {number} [batch]
 */
function measureMisses(name, pathFor, seconds, batch) {
  const patterns = tableOf(300)
  const find = routers[name](patterns)
  const make = () => received(pathFor(patterns))
  return timePerUse(make, (path) => find(path) === null, seconds, batch)
}

/** As many segments as fit into a request that Node.js takes. */
const SEGMENTS = 4000

/**
 * @param {{ route: string, params: Record<string, string> }} found
 * @param {string} pattern
 * @param {number} salt
 */
function check({ route, params }, pattern, salt) {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const expected = names.map((name) => [name, `${name}-${salt}`])
  const got = JSON.stringify([route, Object.entries(params)])
  if (got !== JSON.stringify([pattern, expected])) {
    throw new Error(`got ${got}, expected ${pattern} with ${expected}`)
  }
}

const [name] = process.argv.slice(2)
const duration = Number(process.env.DURATION ?? 2) / 5
/** @type {Record<string, number>} */
const figures = {}
for (const size of [10, 100, 300]) {
  figures[`ns.${size}`] = measure(name, size, duration)
}
figures['ns.answered-miss'] = measureMisses(
  name,
  (patterns) => `${pathOf(pick(patterns), random(1e9))}/${word()}/${word()}`,
  duration,
)
figures['ns.segments'] = measureMisses(
  name,
  (patterns) => pick(patterns) + `/${word(1)}`.repeat(SEGMENTS),
  duration,
  20,
)
console.log(JSON.stringify(figures))
