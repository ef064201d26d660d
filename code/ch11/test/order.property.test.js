import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serve, velocy } from './serving.js'
import { request } from './support.js'

/**
 * Applications nobody has thought of, held against a model: what a request
 * passes, and in which order, is read off the plan by walking it.
 */

/** @typedef {import('../lib/index.js').Middleware} Middleware */

/** How a layer goes on, and whether it comes back behind what is inside. */
const KINDS = /** @type {const} */ ([
  ...['before', 'before-async', 'sync', 'drops', 'async', 'late', 'callback'],
])

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {typeof KINDS[number]} kind
 */
/**
 * @typedef {object} Plan
 * @property {string} prefix
 * @property {Layer[]} layers
 * @property {{ path: string, layers: Layer[], answer: string,
 *   isAsync: boolean }[]} routes
 * @property {Plan[]} children
 */

/** @param {number} seed */
function randomOf(seed) {
  let state = seed | 1
  return (/** @type {number} */ limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

/**
 * @param {(limit: number) => number} random
 * @param {string} name
 * @param {number} depth
 * @returns {Plan}
 */
function planOf(random, name, depth = 0) {
  const layers = (/** @type {string} */ owner) =>
    Array.from({ length: random(4) }, (_, i) => ({
      name: `${owner}${i}`,
      kind: KINDS[random(KINDS.length)],
    }))
  return {
    prefix: depth === 0 ? '' : random(4) === 0 ? '/' : `/${name}`,
    layers: layers(`${name}-use`),
    routes: Array.from({ length: random(3) }, (_, i) => ({
      path: `/${name}-route${i}`,
      layers: layers(`${name}-route${i}-`),
      answer: `${name}-${i}`,
      isAsync: random(2) === 0,
    })),
    children: Array.from({ length: depth < 3 ? random(3) : 0 }, (_, i) =>
      planOf(random, `${name}${i}`, depth + 1),
    ),
  }
}

/**
 * @param {Layer} layer
 * @param {string[]} list
 * @returns {Middleware}
 */
function middlewareOf({ name, kind }, list) {
  const note = (/** @type {string} */ where) => void list.push(name + where)
  /** @type {Record<typeof KINDS[number], Middleware>} */
  const all = {
    before: () => note('>'),
    'before-async': async () => {
      note('>')
      await nextTurn()
    },
    sync: (_req, _res, next) => {
      note('>')
      return next()
    },
    drops: (_req, _res, next) => {
      note('>')
      next()
    },
    async: async (_req, _res, next) => {
      note('>')
      await next()
      note('<')
    },
    late: async (_req, _res, next) => {
      await nextTurn()
      note('>')
      const answer = await next()
      note('<')
      return answer
    },
    callback: (_req, _res, next) => {
      note('>')
      setImmediate(next)
    },
  }
  return all[kind]
}

/**
 * Registers a plan in an order that is none: routes, children and middleware
 * as the dice fall.
 *
 * @param {any} router
 * @param {Plan} plan
 * @param {string[]} list
 * @param {(limit: number) => number} random
 */
function register(router, plan, list, random) {
  const uses = plan.layers.map(
    (layer) => () => router.use(middlewareOf(layer, list)),
  )
  const others = [
    ...plan.routes.map(({ path, layers, answer, isAsync }) => () => {
      const handler = () => {
        list.push(`handler ${answer}`)
        return answer
      }
      const slow = async () => {
        await nextTurn()
        return handler()
      }
      const around = layers.map((layer) => middlewareOf(layer, list))
      router.get(path, ...around, isAsync ? slow : handler)
    }),
    ...plan.children.map((child) => () => {
      const fill = (/** @type {any} */ group) =>
        register(group, child, list, random)
      if (random(2) === 0) return router.group(child.prefix, fill)
      const own = new velocy.Router()
      const isFirst = random(2) === 0
      if (isFirst) fill(own)
      router.mount(child.prefix, own)
      if (!isFirst) fill(own)
    }),
  ]
  while (uses.length + others.length > 0) {
    // Among themselves, middleware keeps its order.
    const isUse = others.length === 0 || (uses.length > 0 && random(2) === 0)
    const step = isUse
      ? uses.shift()
      : others.splice(random(others.length), 1)[0]
    step?.()
  }
}

/**
 * What a request ought to pass: all layers on its way inwards, then those that
 * come back, outwards.
 *
 * @param {Layer[]} layers
 * @param {string} [answer]
 */
function wayOf(layers, answer) {
  const inwards = layers.map(({ name }) => `${name}>`)
  const outwards = layers
    .filter(({ kind }) => kind === 'async' || kind === 'late')
    .map(({ name }) => `${name}<`)
    .reverse()
  const handler = answer === undefined ? [] : [`handler ${answer}`]
  return [...inwards, ...handler, ...outwards]
}

/**
 * @param {Plan} plan
 * @param {string} [prefix]
 * @param {Layer[]} [outer]
 * @returns {{ path: string, way: string[], text: string }[]}
 */
function expectationsOf(plan, prefix = '', outer = []) {
  const own = plan.prefix === '/' ? prefix : prefix + plan.prefix
  const layers = [...outer, ...plan.layers]
  const isArea = plan.prefix !== '/'
  return [
    ...plan.routes.map(({ path, layers: more, answer }) => ({
      path: own + path,
      way: wayOf([...layers, ...more], answer),
      text: answer,
    })),
    ...(isArea
      ? [{ path: `${own}/nothing`, way: wayOf(layers), text: 'Not Found' }]
      : []),
    ...plan.children.flatMap((child) => expectationsOf(child, own, layers)),
  ]
}

test('any nesting runs in the order of its plan', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9)
  const random = randomOf(seed)
  for (let round = 0; round < 60; round++) {
    const plan = planOf(random, 'r')
    /** @type {string[]} */
    const list = []
    const app = await serve((router) => register(router, plan, list, random))
    for (const { path, way, text } of expectationsOf(plan)) {
      const got = await request(app, path)
      const what = `SEED=${seed}, round ${round}, ${path}`
      assert.equal(got.text, text, what)
      assert.deepEqual(list.splice(0), way, what)
    }
  }
})
