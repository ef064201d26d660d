import { Router as TrieRouter } from '../../ch07/lib/index.js'
import { Scan } from '../../ch07/steps/scan.js'
import { Router } from '../lib/index.js'

// The benchmark of chapter 07, with this chapter's router beside its two.

/** How many lookups there are between two looks at the clock. */
const BATCH = 1000

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

/**
 * @type {Record<string, (patterns: string[]) =>
 *   (path: string) => { route: string, params: Record<string, string> }>}
 */
const routers = {
  scan: (patterns) => {
    const scan = new Scan()
    for (const pattern of patterns) scan.add(pattern, pattern)
    return (path) => {
      const { value, params } = /** @type {any} */ (scan.find(path))
      return { route: value, params }
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
    const { route, params } = router.find('GET', path)
    return { route: route.path, params }
  }
}

/** @param {string} pattern @param {number} salt */
const pathOf = (pattern, salt) =>
  pattern.replace(/:\w+/g, (name) => `${name.slice(1)}-${salt}`)

/**
 * Nanoseconds per lookup, over all routes of a table in turn. A server gets
 * each path as a string that nobody has seen before, and so does this.
 *
 * @param {string} name
 * @param {number} size
 * @param {number} seconds
 */
function measure(name, size, seconds) {
  const patterns = tableOf(size)
  const find = routers[name](patterns)
  for (const pattern of patterns) check(find(pathOf(pattern, 7)), pattern, 7)
  const bytes = Array.from({ length: BATCH }, (_, i) =>
    Buffer.from(pathOf(patterns[(i * 7) % size], i)),
  )
  let nanoseconds = 0n
  let count = 0
  let warm = false
  const begin = performance.now()
  // At least one batch counts, however slow the machine is.
  while (count === 0 || performance.now() - begin < seconds * 1000) {
    const paths = bytes.map((path) => path.toString('latin1'))
    let length = 0
    const start = process.hrtime.bigint()
    for (const path of paths) length += find(path).route.length
    const time = process.hrtime.bigint() - start
    if (length === 0) throw new Error('nothing was found')
    if (!warm) {
      warm = performance.now() - begin > seconds * 200
      continue
    }
    nanoseconds += time
    count += BATCH
  }
  return Number(nanoseconds) / count
}

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
const duration = Number(process.env.DURATION ?? 2)
/** @type {Record<string, number>} */
const figures = {}
for (const size of [10, 100, 300]) {
  figures[`ns.${size}`] = measure(name, size, duration / 3)
}
console.log(JSON.stringify(figures))
