import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pick, random, received, word } from './fresh.js'

/** @import { Adapter } from './adapters.js' */
/** @import { Hit, Lookup, Pattern } from './tables.js' */
/** @typedef {{ methods: string[], paths: string[] }} Lookups */

/** How many lookups are made, and then timed, at once. */
export const BATCH = Number(process.env.BATCH ?? 1000)

/** How often what they allocate is read. */
const SAMPLES = Number(process.env.SAMPLES ?? 10)

/**
 * Throws unless the router finds for every hit its route and its parameters,
 * and nothing for every miss.
 *
 * @param {Adapter} adapter
 * @param {Hit[]} hits
 * @param {Lookup[]} misses
 */
export function check({ find, read }, hits, misses) {
  for (const { method, path, route, params } of hits) {
    const found = find(method, path)
    assert.ok(found, `nothing found for ${method} ${path}`)
    const got = read(found)
    assert.deepEqual(
      { route: got.route, params: { ...got.params } },
      { route, params },
      `${method} ${path}`,
    )
  }
  for (const { method, path } of misses) {
    const found = find(method, path)
    assert.ok(!found, `a route was found for ${method} ${path}`)
  }
}

/**
 * Lookups in no order that a branch predictor could learn, with values that no
 * request before had, in strings that are new, too.
 *
 * @param {Pattern[]} patterns
 * @param {() => string} [value] of a parameter
 * @returns {Lookups}
 */
export function fresh(patterns, value = () => word(3 + random(8))) {
  const methods = []
  const paths = []
  for (let i = 0; i < BATCH; i++) {
    const { method, parts } = pick(patterns)
    // node:http has one string per method, and no other.
    methods.push(METHODS.find((known) => known === method) ?? method)
    paths.push(received(parts.join(value())))
  }
  return { methods, paths }
}

/** The last thing found, so that no lookup is without a consequence. */
export let last = /** @type {unknown} */ (null)

/**
 * @param {Adapter['find']} find
 * @param {Lookups} lookups
 */
export function run(find, { methods, paths }) {
  for (let i = 0; i < BATCH; i++) last = find(methods[i], paths[i])
}

/**
 * @param {Adapter['find']} find
 * @param {Pattern[]} patterns
 * @returns {Promise<number>} bytes allocated per lookup
 */
export async function allocated(find, patterns) {
  const { gc } = globalThis
  if (!gc) throw new Error('Run it with --expose-gc')
  /** @param {Adapter['find']} measured */
  const bytes = async (measured) => {
    const lookups = fresh(patterns)
    await nextTurn()
    gc()
    const before = process.memoryUsage().heapUsed
    run(measured, lookups)
    return process.memoryUsage().heapUsed - before
  }
  const samples = []
  for (let i = 0; i < SAMPLES; i++) {
    // What asking for the memory costs is there without a lookup, too.
    const idle = await bytes(() => null)
    samples.push((await bytes(find)) - idle)
  }
  return Math.max(0, Math.round(median(samples) / BATCH))
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}
