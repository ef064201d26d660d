import { setImmediate as nextTurn } from 'node:timers/promises'
import { adapters } from './adapters.js'
import { allocated, BATCH, check, fresh, median, run } from './batches.js'
import {
  hitsOf,
  missesOf,
  missingPatternsOf,
  patternsOf,
  readTable,
} from './tables.js'

/** @import { Adapter } from './adapters.js' */
/** @import { Pattern } from './tables.js' */

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
