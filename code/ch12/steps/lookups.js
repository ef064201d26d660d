import { Router } from '../lib/index.js'

const THINGS = ['users', 'posts', 'tags', 'teams', 'files', 'jobs', 'notes']
const PARTS = ['members', 'comments', 'events', 'keys', 'settings', 'labels']

/** 7 + 7 + 42 + 42 routes, with up to two values. */
export const PATTERNS = THINGS.flatMap((thing) => [
  `/${thing}`,
  `/${thing}/:id`,
  ...PARTS.map((part) => `/${thing}/:id/${part}`),
  ...PARTS.map((part) => `/${thing}/:id/${part}/:${part}_id`),
])

/** @param {number} compileAfter */
export function routerOf(compileAfter) {
  const router = new Router({ compileAfter })
  for (const pattern of PATTERNS) router.get(pattern, () => {})
  return router
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
  const [kind = 'tree', seconds = '2'] = process.argv.slice(2)
  const router = routerOf(kind === 'tree' ? Infinity : 1)
  const paths = freshPaths(20_000)
  const end = performance.now() + Number(seconds) * 1000
  let rounds = 0
  for (; performance.now() < end; rounds++) {
    for (const path of paths) router.find('GET', path)
  }
  const lookups = rounds * paths.length
  console.log(`${kind}: ${Math.round((Number(seconds) * 1e9) / lookups)} ns`)
}
