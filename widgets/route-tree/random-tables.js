/** For the tests of both trees: tables and paths by chance, from a seed. */
import assert from 'node:assert/strict'
import { grow } from './growth.js'
import { nodesOf, walk } from './walk.js'

/** @typedef {import('./growth.js').Planter} Planter */
/**
 * @typedef {object} Router what the tests need of a chapter's router
 * @property {(path: string, handler: () => void) => unknown} get
 * @property {(method: string, path: string) => { route: { path: string },
 *   params: Record<string, string> } | null} find
 */

/**
 * @param {number} seed
 * @returns {(limit: number) => number} whole numbers from 0, below the limit
 */
export function chance(seed) {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/**
 * Few words, so that routes and paths meet and part all the time.
 *
 * @param {number} seed
 * @param {number} count of tables
 * @param {{ words?: string[], wildcards?: boolean, extra?: string[] }} [options]
 *   `extra` are segments of paths only
 * @returns {Generator<{ routes: string[], paths: string[] }>}
 */
export function* randomTables(seed, count, options = {}) {
  const {
    words = ['a', 'b', 'ab', 'abc', ''],
    wildcards = false,
    extra = [],
  } = options
  const below = chance(seed)
  /** @template T @param {T[]} all */
  const one = (all) => all[below(all.length)]
  const route = () => {
    const segments = Array.from({ length: 1 + below(4) }, (_, index) =>
      below(3) === 0 ? `:p${index}` : one(words),
    )
    if (wildcards && below(4) === 0) segments.push('*rest')
    return `/${segments.join('/')}`
  }
  const path = () =>
    `/${Array.from({ length: 1 + below(5) }, () =>
      one([...words, ...extra, 'x']),
    ).join('/')}`
  for (let i = 0; i < count; i++) {
    yield {
      routes: Array.from({ length: 1 + below(12) }, route),
      paths: Array.from({ length: 25 }, path),
    }
  }
}

/**
 * The same table in the tree that is drawn and in the chapter's router.
 *
 * @param {() => Planter} plant
 * @param {new () => Router} Router
 * @param {string[]} routes
 */
export function plantAndRegister(plant, Router, routes) {
  const { planter, stages } = grow(routes, plant)
  const router = new Router()
  for (const { route, error } of stages) {
    assert.equal(tryToAdd(router, route), error)
  }
  return { planter, router }
}

/** @param {Router} router @param {string} route */
function tryToAdd(router, route) {
  try {
    router.get(route, () => {})
    return ''
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

/**
 * @param {new () => Router} Router
 * @param {string[]} routes
 * @returns {string[]} why the router refuses some of them
 */
export function problems(Router, routes) {
  const router = new Router()
  return routes.map((route) => tryToAdd(router, route)).filter(Boolean)
}

/**
 * @param {Planter} planter
 * @param {string} path
 * @param {import('./walk.js').Options} options
 */
export function lookUp(planter, path, options) {
  const { normalize } = planter
  const tree = planter.view()
  const steps = walk(tree, path, { ...options, normalize })
  const end = steps[steps.length - 1]
  const route = end.type === 'found' ? end.node.route : null
  const values = end.spans.map(([from, to]) => end.path.slice(from, to))
  return { steps, end, route, values }
}

/**
 * A walk, the widget's find and the chapter's router agree.
 *
 * @param {Planter} planter
 * @param {Router} router
 * @param {string} path
 * @param {import('./walk.js').Options} options
 * @param {(value: string) => string} [decode]
 */
export function compare(planter, router, path, options, decode = String) {
  const looked = lookUp(planter, path, options)
  const { end, steps, route, values } = looked
  let expected = null
  let message = ''
  try {
    expected = router.find('GET', path)
  } catch (error) {
    message = /** @type {Error} */ (error).message
  }
  assert.equal(end.message ?? '', message, path)
  if (message) return looked
  const found = planter.find(path)
  assert.equal(route, expected?.route.path ?? null, path)
  assert.equal(found?.route ?? null, route, path)
  const params = expected ? Object.values(expected.params) : []
  assert.deepEqual(values.map(decode), params, path)
  assert.deepEqual({ ...found?.params }, { ...expected?.params }, path)
  checkTrails(planter, steps)
  return looked
}

/**
 * Each step's trail leads from the root, parent by parent, to its node.
 *
 * @param {Planter} planter
 * @param {import('./walk.js').Step[]} steps
 */
function checkTrails(planter, steps) {
  const children = new Map(
    Array.from(nodesOf(planter.view()), (node) => [
      node.id,
      node.children.map(({ id }) => id),
    ]),
  )
  for (const { trail } of steps) {
    for (const [index, node] of trail.entries()) {
      if (index === 0) assert.equal(node.kind, 'root')
      else assert.ok(children.get(trail[index - 1].id)?.includes(node.id))
    }
  }
}

/**
 * @param {() => Planter} plant
 * @param {new () => Router} RouterClass the chapter's
 * @param {string[]} routes of which some are refused: with the router's own
 *   message, and without a change
 */
export function checkRefused(plant, RouterClass, routes) {
  const { stages } = grow(routes, plant)
  const refused = stages.filter(({ error }) => error !== '')
  assert.deepEqual(
    refused.map(({ error }) => error),
    problems(RouterClass, routes),
  )
  assert.match(refused[0].error, /conflicts with GET/)
  for (const { changed } of refused) assert.equal(changed.size, 0)
}

/**
 * @param {() => Planter} plant
 * @param {Record<string, { routes: string[], path: string }>} presets tables
 *   without an error, in which their path is found
 */
export function checkPresets(plant, presets) {
  for (const [name, { routes, path }] of Object.entries(presets)) {
    const { planter, stages } = grow(routes, plant)
    assert.ok(planter.find(path), name)
    assert.deepEqual(
      stages.filter(({ error }) => error !== ''),
      [],
      name,
    )
  }
}
