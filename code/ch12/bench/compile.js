import { adapters } from '../../ch09/bench/adapters.js'
import { received, word } from '../../ch09/bench/fresh.js'
import { readTable } from '../../ch09/bench/tables.js'
import { velocy } from './velocy.js'

/** @import { Adapter } from '../../ch09/bench/adapters.js' */
/** @import { Lookup } from '../../ch09/bench/tables.js' */

/** Routes by fives, as an API has them. @param {number} count */
const made = (count) =>
  Array.from({ length: count / 5 }, (_, i) => `/${word(6)}-${i}`).flatMap(
    (part) => [
      { method: 'GET', path: part },
      { method: 'POST', path: part },
      { method: 'GET', path: `${part}/:id` },
      { method: 'GET', path: `${part}/:id/items` },
      { method: 'GET', path: `${part}/:id/items/:item` },
    ],
  )

/** @type {Record<string, () => Lookup[]>} */
const tables = {
  github: () => readTable('github'),
  200: () => made(200),
  2000: () => made(2000),
}

/** @type {Record<string, (routes: Lookup[]) => Adapter>} */
const contenders = {
  velocy: (routes) => velocy(routes, true),
  'velocy-tree': (routes) => velocy(routes, false),
  'find-my-way': adapters['find-my-way'],
  'find-my-way-compiled': adapters['find-my-way-compiled'],
  memoirist: adapters.memoirist,
}

/** @param {Lookup} route */
const pathFor = ({ path }) =>
  received(path.replace(/[:*]\w+/g, () => word(3 + 5)))

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

function heapUsed() {
  const { gc } = globalThis
  if (!gc) throw new Error('Run it with --expose-gc')
  gc()
  gc()
  return process.memoryUsage().heapUsed
}

/**
 * @param {string} contender
 * @param {string} table
 */
function measure(contender, table) {
  const build = contenders[contender]
  const routes = tables[table]()
  // What the first router of a process pays for all of them.
  build(readTable('app')).find('GET', '/')
  const before = heapUsed()
  const start = performance.now()
  const { find } = build(routes)
  const ready = performance.now()
  find('GET', pathFor(routes[0]))
  const first = performance.now()
  for (const route of routes) find(route.method, pathFor(route))
  const once = performance.now()
  const memory = heapUsed() - before
  /** @type {number[]} */
  const early = []
  for (let round = 0; round < 10; round++) {
    const paths = routes.map(pathFor)
    const begin = process.hrtime.bigint()
    for (let i = 0; i < paths.length; i++) find(routes[i].method, paths[i])
    early.push(Number(process.hrtime.bigint() - begin) / paths.length)
  }
  return {
    'time.register': ready - start,
    'time.first': first - ready,
    'time.all-once': once - first,
    'ns.early': median(early),
    'memory.router': memory,
  }
}

const [contender, table] = process.argv.slice(2)
console.log(JSON.stringify(measure(contender, table)))
