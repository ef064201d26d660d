import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { adapters as others } from '../../ch09/bench/adapters.js'
import { pick, random, received, word } from '../../ch09/bench/fresh.js'
import {
  hitsOf,
  missesOf,
  missingPatternsOf,
  patternsOf,
  readTable,
} from '../../ch09/bench/tables.js'
import { velocy } from './velocy.js'

/** @import { Adapter } from '../../ch09/bench/adapters.js' */
/** @import { Hit, Lookup, Pattern } from '../../ch09/bench/tables.js' */

/** How many lookups are made, and then timed, at once. */
const BATCH = 1000

/**
 * Lookups before anything is timed: what has hundreds of branches is optimized
 * only when it has seen most of them often.
 */
const WARM_UP = Number(process.env.WARM_UP ?? 1_500_000)

/** @type {Record<string, (routes: Lookup[]) => Adapter>} */
const adapters = {
  ...others,
  velocy: (routes) => velocy(routes, { compileAfter: 1 }),
  'velocy-tree': (routes) => velocy(routes, { compileAfter: Infinity }),
}

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
 * @param {() => string} [value]
 */
function fresh(patterns, value = () => word(3 + random(8))) {
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

/** A value that has to be decoded. */
const escaped = () => `${word(2 + random(4))}%20${word(2 + random(4))}`

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
 * @param {() => { methods: string[], paths: string[] }} make
 */
async function warmUp(find, make) {
  const batches = Array.from({ length: 50 }, make)
  for (let done = 0; done < WARM_UP; done += BATCH) {
    run(find, batches[(done / BATCH) % batches.length])
    // Code that was optimized on another thread is taken over between turns.
    await nextTurn()
  }
}

/**
 * @param {Adapter['find']} find
 * @param {() => { methods: string[], paths: string[] }} make
 * @param {number} seconds
 * @returns {Promise<number>} nanoseconds per lookup: the median of the batches
 */
async function time(find, make, seconds) {
  await warmUp(find, make)
  const times = []
  const end = performance.now() + seconds * 1000
  while (times.length < 9 || performance.now() < end) {
    const lookups = make()
    // Express puts off what it does after the last route.
    await nextTurn()
    const before = process.hrtime.bigint()
    run(find, lookups)
    times.push(Number(process.hrtime.bigint() - before) / BATCH)
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
  const adapter = build(routes)
  // Some build what they look up in only when they are first asked.
  adapter.find('GET', '/')
  check(adapter, hitsOf(routes), missesOf(routes))
  const seconds = Number(process.env.DURATION ?? 2) / 4
  const known = patternsOf(routes)
  const unknown = missingPatternsOf(routes)
  const { find, answer = find } = adapter
  const miss = () => fresh(unknown)
  return {
    'ns.hit': await time(find, () => fresh(known), seconds),
    'ns.miss': await time(find, miss, seconds),
    'ns.answered-miss': await time(answer, miss, seconds),
    'ns.escaped': await time(find, () => fresh(known, escaped), seconds),
    'alloc.hit': await allocated(find, known),
  }
}

const [table, contender] = process.argv.slice(2)
console.log(JSON.stringify(await measure(table, contender)))
