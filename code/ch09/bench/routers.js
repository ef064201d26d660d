import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { adapters } from './adapters.js'
import { pick, random, received, word } from './fresh.js'
import {
  hitsOf,
  missesOf,
  missingPatternsOf,
  patternsOf,
  readTable,
} from './tables.js'

/** @import { Adapter } from './adapters.js' */
/** @import { Hit, Lookup, Pattern } from './tables.js' */

/** How many lookups are made, and then timed, at once. */
const BATCH = 1000

/**
 * Throws unless the router finds for every hit its route and its parameters,
 * and nothing for every miss.
 *
 * @param {Adapter} adapter
 * @param {Hit[]} hits
 * @param {Lookup[]} misses
 */
function check({ find, read }, hits, misses) {
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
 * request before had, in strings that nobody has seen.
 *
 * @param {Pattern[]} patterns
 */
function fresh(patterns) {
  const methods = []
  const paths = []
  for (let i = 0; i < BATCH; i++) {
    const { method, parts } = pick(patterns)
    // node:http has one string per method, and no other.
    methods.push(METHODS.find((known) => known === method) ?? method)
    paths.push(received(parts.join(word(3 + random(8)))))
  }
  return { methods, paths }
}

/** The last thing found, so that no lookup is without a consequence. */
export let last = /** @type {unknown} */ (null)

/**
 * @param {Adapter['find']} find
 * @param {{ methods: string[], paths: string[] }} lookups
 */
function run(find, { methods, paths }) {
  for (let i = 0; i < BATCH; i++) last = find(methods[i], paths[i])
}

/**
 * @param {Adapter['find']} find
 * @param {Pattern[]} patterns
 * @param {number} seconds
 * @returns {Promise<number>} nanoseconds per lookup: the median of the batches
 */
async function time(find, patterns, seconds) {
  const times = []
  const start = performance.now()
  const warm = start + seconds * 250
  const end = start + seconds * 1000
  while (times.length === 0 || performance.now() < end) {
    const lookups = fresh(patterns)
    // Express puts off what it does after the last route.
    await nextTurn()
    const before = process.hrtime.bigint()
    run(find, lookups)
    const after = process.hrtime.bigint()
    if (performance.now() > warm) times.push(Number(after - before) / BATCH)
  }
  return median(times)
}

/**
 * @param {Adapter['find']} find
 * @param {Pattern[]} patterns
 * @returns {Promise<number>} bytes allocated per lookup
 */
async function allocated(find, patterns) {
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
  for (let i = 0; i < 10; i++) {
    // What asking for the memory costs is there without a lookup, too.
    const idle = await bytes(() => null)
    samples.push((await bytes(find)) - idle)
  }
  return Math.max(0, Math.round(median(samples) / BATCH))
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/**
 * @param {string} table
 * @param {string} contender
 */
async function measure(table, contender) {
  const build = adapters[contender]
  if (!build) {
    const names = Object.keys(adapters).join(', ')
    throw new Error(`got ${contender}, expected one of ${names}`)
  }
  const routes = readTable(table)
  /** @type {Adapter} */
  let adapter
  try {
    adapter = build(routes)
    // Some build what they look up in only when they are first asked.
    adapter.find('GET', '/')
  } catch (error) {
    const { message, constructor: kind } = /** @type {Error} */ (error)
    const reason = `${kind.name}: ${message}`
    return { skipped: `It cannot hold these routes: ${reason}` }
  }
  const hits = hitsOf(routes)
  const misses = missesOf(routes)
  check(adapter, hits, misses)
  const seconds = Number(process.env.DURATION ?? 2) / 3
  const known = patternsOf(routes)
  const unknown = missingPatternsOf(routes)
  const { find, answer = find } = adapter
  return {
    'ns.hit': await time(find, known, seconds),
    'ns.miss': await time(find, unknown, seconds),
    'ns.answered-miss': await time(answer, unknown, seconds),
    'alloc.hit': await allocated(find, known),
  }
}

const [table, contender] = process.argv.slice(2)
console.log(JSON.stringify(await measure(table, contender)))
