import { RadixTree } from '../lib/router/radix.js'
import { Route } from '../lib/router/route.js'

const THINGS = ['users', 'posts', 'tags', 'teams', 'files', 'jobs', 'notes']
const PARTS = ['members', 'comments', 'events', 'keys', 'settings', 'labels']

/** 7 + 7 + 42 + 42 routes, with up to two values. */
export const PATTERNS = THINGS.flatMap((thing) => [
  `/${thing}`,
  `/${thing}/:id`,
  ...PARTS.map((part) => `/${thing}/:id/${part}`),
  ...PARTS.map((part) => `/${thing}/:id/${part}/:${part}_id`),
])

/** These routes in a tree, as the router has them for GET. */
export function treeOf() {
  /** @type {RadixTree<Route>} */
  const tree = new RadixTree()
  const limits = { bodyLimit: 1024, bodyTimeout: 1000 }
  for (const path of PATTERNS) {
    const route = new Route('GET', path, () => {}, limits)
    tree.insert(route.segments, route, (present) => present)
  }
  return tree
}

/**
 * Paths as a server gets them: made of bytes, and each of them new.
 *
 * @param {number} count
 */
export const freshPaths = (count) =>
  Array.from({ length: count }, (_, number) => {
    const pattern = PATTERNS[Math.floor(Math.random() * PATTERNS.length)]
    const path = pattern.replace(/:\w+/g, String(number + 1000))
    return Buffer.from(path).toString('latin1')
  })

// Run directly: look something up for some seconds, to be profiled.
if (import.meta.main) {
  const [seconds = '2'] = process.argv.slice(2)
  const tree = treeOf()
  const paths = freshPaths(20_000)
  const end = performance.now() + Number(seconds) * 1000
  let lookups = 0
  for (; performance.now() < end; lookups += paths.length) {
    for (const path of paths) tree.find(path)?.matchOf(path)
  }
  const nanoseconds = (Number(seconds) * 1e9) / lookups
  console.log(`${Math.round(nanoseconds)} ns a lookup`)
}
