import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { slowFind } from './slow-router.js'

const { Router } = await library('lib/index.js')

/** @import { Options, SlowRoute } from './slow-router.js' */

/** How many lookups there are, and where chance begins. */
const ITERATIONS = Number(process.env.ITERATIONS ?? 6000)
const SEED = Number(process.env.SEED ?? 9)

/** Few pieces, which begin alike: what is drawn meets itself again. */
const WORDS = ['a', 'ab', 'abc', 'b', 'ba', 'A', 'aB', '', 'é', 'a%2fb', '%3Aa']
const SENT = ['a%2Fb', 'a%2fb', '%61', '%C3%A9', '%c3%a9', 'y', ':a', 'a+b']
/** Words with characters that some clients escape and others do not. */
const MARKED = ['@a', 'a"b', '<a^{|}`', '[a]', 'a,b;c=(d)', '\\a']
const DECODED_TWICE = ['%2541', '%252F', 'a%20b', '%E2%82%AC', '*']
const NAMES = ['x', 'y', 'z', '__proto__', 'constructor']
const METHODS = ['GET', 'HEAD', 'POST', '*']
const ASKED = ['GET', 'HEAD', 'POST', 'PUT']
/** @type {Options[]} */
const OPTIONS = [
  {},
  { caseSensitive: false },
  { strictSlash: false },
  { caseSensitive: false, strictSlash: false },
]
const BAD = ['%', '%4', '%zz', '%ff', '%C3', '%C3%28', '%ED%A0%80', '%C0%AF']

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
  const segments = Array.from({ length: 1 + below(4) }, () =>
    below(3) === 0 ? `:${name()}` : one(below(4) === 0 ? MARKED : WORDS),
  )
  if (below(5) === 0) segments.push(below(2) === 0 ? '*' : `*${name()}`)
  return `/${segments.join('/')}`
}

/** @param {Chance} chance */
function randomPath({ below, one }) {
  const pieces = [...WORDS.slice(0, 8), ...SENT, ...DECODED_TWICE]
  const segments = Array.from({ length: 1 + below(5) }, () => one(pieces))
  return `/${segments.join('/')}`
}

/**
 * Another spelling of the same segment.
 *
 * @param {string} segment
 * @param {Chance['below']} below
 */
const respell = (segment, below) =>
  segment.replace(/%..|./g, (piece) => {
    if (piece.length === 3) return below(2) ? piece : piece.toLowerCase()
    return below(3) ? piece : `%${piece.charCodeAt(0).toString(16)}`
  })

/**
 * A path that a route was made for, or nearly.
 *
 * @param {SlowRoute} route
 * @param {Chance} chance
 */
function pathFor(route, { below, one }) {
  const pieces = [...WORDS.slice(0, 8), ...SENT, ...DECODED_TWICE]
  const segments = route.path
    .slice(1)
    .split('/')
    .map((segment) => {
      if (/^[:*]/.test(segment) || below(8) === 0) return one(pieces)
      const sent = segment.replace('é', '%c3%A9')
      return below(2) === 0 ? sent : respell(sent, below)
    })
  if (below(6) === 0) segments.push(one(pieces))
  return `/${segments.join('/')}`
}

/**
 * Routes that live together: of those that answer the same requests, the
 * first.
 *
 * @param {Options} options
 * @param {Chance} chance
 */
function randomTable(options, chance) {
  const router = new Router(options)
  /** @type {SlowRoute[]} */
  const routes = []
  for (let count = 1 + chance.below(10); count > 0; count--) {
    const route = { method: chance.one(METHODS), path: randomPattern(chance) }
    try {
      add(router, route)
      routes.push(route)
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error)
      assert.equal(code, 'ERR_VELOCY_ROUTE_CONFLICT', String(error))
    }
  }
  return { router, routes }
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
  assert.equal('toString' in found.params, false, 'params inherit something')
  return { path: found.route.path, params: Object.entries(found.params).sort() }
}

/** @param {import('./slow-router.js').Found | null} found */
const expected = (found) =>
  found && {
    path: found.route.path,
    params: Object.entries(found.params).sort(),
  }

test(`${ITERATIONS} random lookups find what a slow router finds`, () => {
  const random = chance(SEED)
  let hits = 0
  let lookups = 0
  while (lookups < ITERATIONS) {
    const options = random.one(OPTIONS)
    const { router, routes } = randomTable(options, random)
    const backwards = new Router(options)
    for (const route of routes.toReversed()) add(backwards, route)
    for (let i = 0; i < 20 && lookups < ITERATIONS; i++, lookups++) {
      const method = random.one(ASKED)
      const path =
        random.below(2) === 0
          ? randomPath(random)
          : pathFor(random.one(routes), random)
      const about = () =>
        `SEED=${SEED}, lookup ${lookups}: ${method} ${path} among ` +
        `${JSON.stringify(routes)} with ${JSON.stringify(options)}`
      const wanted = expected(slowFind(routes, method, path, options))
      const got = plain(router.find(method, path))
      assert.deepEqual(got, wanted, about())
      assert.deepEqual(
        plain(backwards.find(method, path)),
        wanted,
        `in another order of registration: ${about()}`,
      )
      if (wanted) hits++
    }
  }
  assert.ok(hits > lookups / 10, `only ${hits} of ${lookups} found a route`)
  assert.ok(hits < lookups * 0.9, `all but ${lookups - hits} found a route`)
})

test('allowed names the methods that find something', () => {
  const random = chance(SEED + 1)
  for (let count = 0; count < ITERATIONS; count += 20) {
    const options = random.one(OPTIONS)
    const { router, routes } = randomTable(options, random)
    const path = pathFor(random.one(routes), random)
    const methods = routes
      .map(({ method }) => method)
      .concat(routes.some(({ method }) => method === 'GET') ? 'HEAD' : [])
    const found = methods.filter(
      (method) => slowFind(routes, method, path, options) !== null,
    )
    const named = found.filter((method) => method !== '*')
    const wanted = found.length > 0 ? [...named, 'OPTIONS'] : []
    assert.deepEqual(
      router.allowed(path),
      [...new Set(wanted)].sort(),
      `SEED=${SEED}: ${path} among ${JSON.stringify(routes)}`,
    )
  }
})

test('a path with a bad escape is refused, whatever the routes are', () => {
  const random = chance(SEED + 2)
  for (let count = 0; count < ITERATIONS; count += 20) {
    const { router, routes } = randomTable(random.one(OPTIONS), random)
    const good = pathFor(random.one(routes), random)
    const at = 1 + random.below(good.length)
    const path = `${good.slice(0, at)}/${random.one(BAD)}/${good.slice(at)}`
    // The cut may have gone through an escape, which is as bad.
    assert.throws(
      () => router.find(routes[0].method, path),
      { code: 'ERR_VELOCY_BAD_ESCAPE', status: 400 },
      `SEED=${SEED}: ${path} among ${JSON.stringify(routes)}`,
    )
  }
})

test('two routes for the same requests conflict, and no others do', () => {
  const random = chance(SEED + 3)
  for (let count = 0; count < ITERATIONS; count += 20) {
    const [one, other] = [randomPattern(random), randomPattern(random)]
    const router = new Router().get(one, () => {})
    if (shape(one) === shape(other)) {
      assert.throws(
        () => router.get(other, () => {}),
        (/** @type {any} */ error) =>
          error.code === 'ERR_VELOCY_ROUTE_CONFLICT' &&
          error.message.includes(one) &&
          error.message.includes(other),
        `${one} and ${other}`,
      )
    } else {
      assert.doesNotThrow(() => router.get(other, () => {}), `${one} ${other}`)
    }
  }
})

/**
 * A pattern without its names, in one spelling.
 *
 * @param {string} pattern
 */
const shape = (pattern) =>
  pattern
    .replace(/:\w+/g, ':')
    .replace(/\*\w*/g, '*')
    .replace('%3A', 'a colon, ')
    .replaceAll('%2f', '%2F')
