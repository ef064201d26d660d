import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { Router } = await library('lib/index.js')

/**
 * Numbers from 0 to below 1, the same ones in each run (mulberry32).
 *
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @param {string} path */
const segmentsOf = (path) => path.slice(1).split('/')

/** @param {string} segment */
const isParameter = (segment) => segment.startsWith(':')

/** Equal for two patterns that match the same paths. @param {string} path */
const shapeOf = (path) => path.replace(/:\w+/g, ':')

/**
 * What the router promises, slowly: of all patterns that match, the one whose
 * first difference from the others is text.
 *
 * @param {string[]} patterns
 * @param {string} path
 * @returns {string | undefined}
 */
function best(patterns, path) {
  const texts = segmentsOf(path)
  const matching = patterns.filter((pattern) => {
    const segments = segmentsOf(pattern)
    return (
      segments.length === texts.length &&
      segments.every((segment, i) =>
        isParameter(segment) ? texts[i] !== '' : segment === texts[i],
      )
    )
  })
  // As letters: text is "0", a parameter "1".
  const rank = (/** @type {string} */ pattern) =>
    segmentsOf(pattern)
      .map((segment) => (isParameter(segment) ? '1' : '0'))
      .join('')
  return matching.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]
}

/** @param {() => number} random @param {string[]} texts */
function pathOf(random, texts) {
  const pick = () => texts[Math.floor(random() * texts.length)]
  const length = 1 + Math.floor(random() * 4)
  return `/${Array.from({ length }, pick).join('/')}`
}

/** @param {() => number} random */
function patternsOf(random) {
  const byShape = new Map()
  for (let i = 0; i < 12; i++) {
    const path = pathOf(random, ['a', 'ab', 'b', ':', ':'])
    let count = 0
    const pattern = path.replace(/:/g, () => `:p${i}_${count++}`)
    byShape.set(shapeOf(pattern), pattern)
  }
  return [...byShape.values()]
}

/** @param {string[]} patterns */
function routerOf(patterns) {
  const router = new Router()
  for (const pattern of patterns) router.get(pattern, () => {})
  return router
}

test('random tables answer as a slow matcher says', () => {
  const random = randomOf(7)
  for (let table = 0; table < 300; table++) {
    const patterns = patternsOf(random)
    const router = routerOf(patterns)
    for (let i = 0; i < 50; i++) {
      const path = pathOf(random, ['a', 'ab', 'b', 'c', ''])
      const expected = best(patterns, path)
      const match = router.find('GET', path)
      const context = `${path} in ${patterns.join(' ')}`
      assert.equal(match?.route.path, expected, context)
      if (expected === undefined) continue
      const texts = segmentsOf(path)
      const values = segmentsOf(expected).flatMap((segment, at) =>
        isParameter(segment) ? [[segment.slice(1), texts[at]]] : [],
      )
      assert.deepEqual(Object.entries(match.params), values, context)
    }
  }
})

test('the order of registration changes nothing', () => {
  const random = randomOf(8)
  for (let table = 0; table < 100; table++) {
    const patterns = patternsOf(random)
    const routers = [
      patterns,
      patterns.toReversed(),
      patterns.toSorted(() => random() - 0.5),
    ].map(routerOf)
    for (let i = 0; i < 30; i++) {
      const path = pathOf(random, ['a', 'ab', 'b', 'c'])
      const routes = routers.map(
        (router) => router.find('GET', path)?.route.path,
      )
      assert.equal(new Set(routes).size, 1, `${path}: ${routes}`)
    }
  }
})
