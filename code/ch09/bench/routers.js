import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { adapters } from './adapters.js'
import { hitsOf, missesOf, readTable } from './tables.js'

/** @import { Adapter } from './adapters.js' */
/** @import { Hit, Lookup } from './tables.js' */

/** How many lookups are timed at once, and how many different orders exist. */
const BATCH = 1000
const BATCHES = 32

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
 * Lookups in no order that a branch predictor could learn, from bytes: each
 * time they are read, their paths are strings that nobody has seen before, as
 * those of a server are.
 *
 * @param {Lookup[]} lookups
 */
function shuffled(lookups) {
  let state = 1
  const order = Array.from({ length: BATCH * BATCHES }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return lookups[Math.floor((state / 2 ** 32) * lookups.length)]
  })
  const bytes = Buffer.from(order.map(({ path }) => path).join(''), 'latin1')
  // node:http has one string per method, and no other.
  const methods = order.map(
    ({ method }) => METHODS.find((known) => known === method) ?? method,
  )
  /** @type {number[]} */
  const ends = []
  let end = 0
  for (const { path } of order) {
    end += path.length
    ends.push(end)
  }
  /** @param {number} batch */
  return (batch) => {
    const first = (batch % BATCHES) * BATCH
    const paths = []
    for (let i = first; i < first + BATCH; i++) {
      paths.push(bytes.toString('latin1', ends[i - 1] ?? 0, ends[i]))
    }
    return { methods: methods.slice(first, first + BATCH), paths }
  }
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
 * @param {Lookup[]} lookups
 * @param {number} seconds
 * @returns {Promise<number>} nanoseconds per lookup: the median of the batches
 */
async function time(find, lookups, seconds) {
  const batch = shuffled(lookups)
  const times = []
  const start = performance.now()
  const warm = start + seconds * 250
  const end = start + seconds * 1000
  for (let i = 0; times.length === 0 || performance.now() < end; i++) {
    const fresh = batch(i)
    // Express puts off what it does after the last route.
    await nextTurn()
    const before = process.hrtime.bigint()
    run(find, fresh)
    const after = process.hrtime.bigint()
    if (performance.now() > warm) times.push(Number(after - before) / BATCH)
  }
  return median(times)
}

/**
 * @param {Adapter['find']} find
 * @param {Lookup[]} lookups
 * @returns {Promise<number>} bytes allocated per lookup
 */
async function allocated(find, lookups) {
  const { gc } = globalThis
  if (!gc) throw new Error('Run it with --expose-gc')
  const batch = shuffled(lookups)
  /** @param {Adapter['find']} measured @param {number} i */
  const bytes = async (measured, i) => {
    const fresh = batch(i)
    await nextTurn()
    gc()
    const before = process.memoryUsage().heapUsed
    run(measured, fresh)
    return process.memoryUsage().heapUsed - before
  }
  const samples = []
  for (let i = 0; i < 10; i++) {
    // What asking for the memory costs is there without a lookup, too.
    const idle = await bytes(() => null, i)
    samples.push((await bytes(find, i)) - idle)
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
  const seconds = Number(process.env.DURATION ?? 2) / 2
  return {
    'ns.hit': await time(adapter.find, hits, seconds),
    'ns.miss': await time(adapter.find, misses, seconds),
    'alloc.hit': await allocated(adapter.find, hits),
  }
}

const [table, contender] = process.argv.slice(2)
console.log(JSON.stringify(await measure(table, contender)))
