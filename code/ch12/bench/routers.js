import { setImmediate as nextTurn } from 'node:timers/promises'
import { adapters as others } from '../../ch09/bench/adapters.js'
import {
  allocated,
  BATCH,
  check,
  fresh,
  median,
  run,
} from '../../ch09/bench/batches.js'
import { random, word } from '../../ch09/bench/fresh.js'
import {
  hitsOf,
  missesOf,
  missingPatternsOf,
  patternsOf,
  readTable,
} from '../../ch09/bench/tables.js'
import { velocy } from './velocy.js'

/** @import { Adapter } from '../../ch09/bench/adapters.js' */
/** @import { Lookups } from '../../ch09/bench/batches.js' */
/** @import { Lookup } from '../../ch09/bench/tables.js' */

/**
 * Lookups before anything is timed: what has hundreds of branches is optimized
 * only when it has seen most of them often.
 */
const WARM_UP = Number(process.env.WARM_UP ?? 1_500_000)

/** @type {Record<string, (routes: Lookup[]) => Adapter>} */
const adapters = {
  ...others,
  velocy: (routes) => velocy(routes, true),
  'velocy-tree': (routes) => velocy(routes, false),
}

/** A value that has to be decoded. */
const escaped = () => `${word(2 + random(4))}%20${word(2 + random(4))}`

/**
 * @param {Adapter['find']} find
 * @param {() => Lookups} make
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
 * @param {() => Lookups} make
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
