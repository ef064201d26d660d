import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { parseQuery, searchParamsOf } = await library('lib/http/query.js')
const { decode } = await library('lib/common/percent.js')
const { normalizePath } = await library('lib/router/path.js')
const { pathOf, queryOf } = await library('lib/http/target.js')

/** How many texts there are, and where chance begins. */
const ITERATIONS = Number(process.env.ITERATIONS ?? 20_000)
const SEED = Number(process.env.SEED ?? 8)

const PIECES = ['a', 'b', '1', '=', '=', '&', '&', '+', '%', '%4', '%zz', '/']
const ESCAPES = ['%41', '%2f', '%2F', '%26', '%3d', '%2B', '%25', '%00', '%5c']
const UTF8 = ['%C3', '%a3', '%e2%82%ac', '%F0%9F%98%80', '%EF%BB%BF', '%C3%C3']
const BROKEN = ['%ff', '%C0%AF', '%ED%A0%80', '%F4%90%80%80', '%80', '%E2%82']
const WORDS = ['__proto__', 'constructor', '?', '#', ';', ':', '*', '%u0041']
const ALL = [...PIECES, ...ESCAPES, ...UTF8, ...BROKEN, ...WORDS]

/**
 * Texts by chance, the same ones for the same seed.
 *
 * @param {number} seed
 */
function texts(seed) {
  let state = seed >>> 0
  /** @param {number} limit */
  const below = (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return () => {
    let text = ''
    for (let count = below(13); count > 0; count--) {
      // A target is ASCII, or node:http would have refused it.
      text +=
        below(10) === 0
          ? String.fromCharCode(below(128))
          : ALL[below(ALL.length)]
    }
    return text
  }
}

/**
 * The pairs of a query, by key.
 *
 * @param {Iterable<[string, string]>} pairs
 */
function lists(pairs) {
  /** @type {Map<string, string[]>} */
  const byKey = new Map()
  for (const [key, value] of pairs) {
    const present = byKey.get(key)
    if (present) present.push(value)
    else byKey.set(key, [value])
  }
  return byKey
}

test(`${ITERATIONS} queries are read as URLSearchParams reads them`, () => {
  const random = texts(SEED)
  for (let count = 0; count < ITERATIONS; count++) {
    const text = random()
    const got = Object.entries(parseQuery(text)).map(
      ([key, value]) =>
        /** @type {[string, string[]]} */ ([key, [value].flat()]),
    )
    // URLSearchParams drops a `?` at the beginning; an empty pair keeps it.
    const wanted = new URLSearchParams(`&${text}`)
    const about = `SEED=${SEED}, query ${count}: ${JSON.stringify(text)}`
    assert.deepEqual(new Map(got), lists(wanted), about)
    assert.equal(`${searchParamsOf(text)}`, `${wanted}`, about)
  }
})

test(`${ITERATIONS} paths are normalized, or the client is to blame`, () => {
  const random = texts(SEED + 1)
  let refused = 0
  for (let count = 0; count < ITERATIONS; count++) {
    const path = `/${random()}`
    const about = `SEED=${SEED}, path ${count}: ${JSON.stringify(path)}`
    let meaning = ''
    try {
      meaning = decodeURIComponent(path)
    } catch {
      const blame = {
        name: 'VelocyError',
        code: 'ERR_VELOCY_BAD_ESCAPE',
        status: 400,
      }
      assert.throws(() => normalizePath(path), blame, about)
      refused++
      continue
    }
    const normal = normalizePath(path)
    assert.equal(decode(path), meaning, about)
    assert.equal(decode(normal), meaning, `it means something else: ${about}`)
    assert.equal(normalizePath(normal), normal, `again: ${about}`)
    assert.doesNotMatch(
      normal,
      /%[\dA-F]?[a-f]|%(?!2[035F]|3F|5C|[01]|7F|[89A-F])/,
      about,
    )
    const slashes = (/** @type {string} */ text) => text.split('/').length
    assert.equal(slashes(normal), slashes(path), `other segments: ${about}`)
  }
  assert.ok(refused > ITERATIONS / 10, `only ${refused} were refused`)
  assert.ok(refused < ITERATIONS * 0.9, `${refused} were refused`)
})

test(`${ITERATIONS} targets fall into a path and a query`, () => {
  const random = texts(SEED + 2)
  for (let count = 0; count < ITERATIONS; count++) {
    const target = `/${random()}`
    const about = `SEED=${SEED}, target ${count}: ${JSON.stringify(target)}`
    const [path, query] = [pathOf(target), queryOf(target)]
    assert.equal(path.includes('?'), false, about)
    const marked = target.includes('?') ? `${path}?${query}` : path
    assert.equal(marked, target, about)
    for (const origin of ['http://a.test', 'HTTPS://[::1]:8443']) {
      assert.equal(pathOf(origin + target), path, `${origin}: ${about}`)
      assert.equal(queryOf(origin + target), query, `${origin}: ${about}`)
    }
    const any = random()
    assert.equal(typeof pathOf(any), 'string')
    assert.equal(typeof queryOf(any), 'string')
  }
})
