import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { slowFind } from './slow-router.js'

const { Router } = await library('lib/index.js')

/** @import { Options, SlowRoute } from './slow-router.js' */

/** How many lookups there are, and where chance begins. */
const ITERATIONS = Number(process.env.ITERATIONS ?? 6000)
const SEED = Number(process.env.SEED ?? 12)

/** Few pieces, which begin alike: what is drawn meets itself again. */
const WORDS = [
  ...['a', 'ab', 'abc', 'b', 'ba', 'A', 'aB', '', 'é', 'a%2fb', '%3Aa'],
  ...['abcdefghijklm', 'abcdefghijklN', 'a"b', "a'b", '\u0024{a}', '\\a', '@a'],
]
const VALUES = [
  ...['a%2Fb', '%61', '%C3%A9', '%c3%a9', '%2541', 'a%20b', '*', 'y', ':a'],
  ...['a+b', 'a-value-that-is-long', '"', '%22'],
]
const NAMES = ['x', 'y', 'z', '__proto__', 'constructor', 'sent']
const METHODS = ['GET', 'GET', 'HEAD', 'HEAD', 'POST', '*']
const ASKED = ['GET', 'HEAD', 'POST', 'PUT']
/** @type {Options[]} */
const OPTIONS = [
  {},
  { caseSensitive: false },
  { strictSlash: false },
  { caseSensitive: false, strictSlash: false },
]
const BAD = ['%', '%4', '%zz', '%ff', '%C3%28']

/**
 * Numbers by chance, the same ones for the same seed.
 *
 * @param {number} seed
 */
function chance(seed) {
  let state = seed >>> 0
  /** @param {number} limit */
  const below = (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  /** @template T @param {T[]} values */
  const one = (values) => values[below(values.length)]
  return { below, one }
}

/** @typedef {ReturnType<typeof chance>} Chance */

/** @param {Chance} chance */
function randomPattern({ below, one }) {
  const names = [...NAMES]
  const name = () => names.splice(below(names.length), 1)[0]
  const segments = Array.from({ length: 1 + below(5) }, () =>
    below(3) === 0 ? `:${name()}` : one(WORDS),
  )
  if (below(5) === 0) segments.push(below(2) === 0 ? '*' : `*${name()}`)
  return `/${segments.join('/')}`
}

/**
 * A path that a route was made for, or nearly.
 *
 * @param {SlowRoute} route
 * @param {Chance} chance
 */
function pathFor(route, { below, one }) {
  const segments = route.path
    .slice(1)
    .split('/')
    .map((segment) => {
      if (/^[:*]/.test(segment) || below(8) === 0) {
        return one(below(2) === 0 ? VALUES : WORDS.slice(0, 8))
      }
      return encodeURI(segment).replaceAll('%25', '%')
    })
  if (below(6) === 0) segments.push(one(VALUES))
  const path = `/${segments.join('/')}`
  return below(8) === 0 ? path.slice(0, 1 + below(path.length)) : path
}

/**
 * The same routes as code and as a tree, and what a router of ten lines has to
 * be given.
 *
 * @param {Options} options
 * @param {Chance} chance
 */
function randomTable(options, chance) {
  const code = new Router(options)
  const tree = new Router(options)
  const routes = [{ method: 'GET', path: '/only/:x/here' }]
  add(code, routes[0])
  add(tree, routes[0])
  for (let count = 1 + chance.below(12); count > 0; count--) {
    const isAnother = chance.below(3) === 0
    const path = isAnother ? chance.one(routes).path : randomPattern(chance)
    const route = { method: chance.one(METHODS), path }
    try {
      add(code, route)
      add(tree, route)
      routes.push(route)
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error)
      assert.equal(code, 'ERR_VELOCY_ROUTE_CONFLICT', String(error))
    }
    // Some of it has been code before the next route comes.
    if (chance.below(4) === 0) code.compile()
  }
  return { code: code.compile(), tree, routes }
}

/**
 * @param {any} router
 * @param {SlowRoute} route
 */
function add(router, { method, path }) {
  if (method === '*') router.all(path, () => {})
  else router.add(method, path, () => {})
}

/**
 * What a lookup found, as plain data.
 *
 * @param {any} found
 */
function plain(found) {
  if (found === null) return null
  const { route, params } = found
  if (params.toString) assert.fail('params inherit something')
  const { method, path } = route
  return { method, path, params: Object.entries(params).sort() }
}

/** Whether a path can be decoded: what is cut off may not be. */
const isGood = (/** @type {string} */ path) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

test(`${ITERATIONS} lookups: the code finds what the tree finds`, () => {
  const random = chance(SEED)
  let hits = 0
  let lookups = 0
  while (lookups < ITERATIONS) {
    const options = random.one(OPTIONS)
    const { code, tree, routes } = randomTable(options, random)
    for (let i = 0; i < 20 && lookups < ITERATIONS; ) {
      const method = random.one(ASKED)
      const path = pathFor(random.one(routes), random)
      if (!isGood(path)) continue
      i++
      lookups++
      const about =
        `SEED=${SEED}, lookup ${lookups}: ${method} ${path} among ` +
        `${JSON.stringify(routes)} with ${JSON.stringify(options)}`
      const got = plain(code.find(method, path))
      assert.deepEqual(got, plain(tree.find(method, path)), about)
      assert.deepEqual(
        got,
        plain(slowFind(routes, method, path, options)),
        about,
      )
      assert.deepEqual(code.allowed(path), tree.allowed(path), about)
      if (got) hits++
    }
  }
  assert.ok(hits > lookups / 10, `only ${hits} of ${lookups} found a route`)
  assert.ok(hits < lookups * 0.9, `all but ${lookups - hits} found a route`)
})

test('a path with a bad escape is refused by the code, too', () => {
  const random = chance(SEED + 1)
  for (let count = 0; count < ITERATIONS; count += 20) {
    const { code, routes } = randomTable(random.one(OPTIONS), random)
    const good = pathFor(random.one(routes), random)
    const path = `${good}/${random.one(BAD)}`
    for (const method of ASKED) {
      assert.throws(
        () => code.find(method, path),
        { code: 'ERR_VELOCY_BAD_ESCAPE', status: 400 },
        `SEED=${SEED}: ${method} ${path} among ${JSON.stringify(routes)}`,
      )
    }
    assert.throws(() => code.allowed(path), { code: 'ERR_VELOCY_BAD_ESCAPE' })
  }
})
