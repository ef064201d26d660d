import { Router } from '../lib/index.js'
import { freshPaths, PATTERNS } from './lookups.js'

/** @param {string} kind `tree`, or `code` */
export function routerOf(kind) {
  const router = new Router()
  for (const pattern of PATTERNS) router.get(pattern, () => {})
  return kind === 'code' ? router.compile() : router
}

// Run directly: look something up for some seconds, to be profiled.
if (import.meta.main) {
  const [kind = 'tree', seconds = '2'] = process.argv.slice(2)
  const router = routerOf(kind)
  const paths = freshPaths(20_000)
  const end = performance.now() + Number(seconds) * 1000
  let rounds = 0
  for (; performance.now() < end; rounds++) {
    for (const path of paths) router.find('GET', path)
  }
  const lookups = rounds * paths.length
  console.log(`${kind}: ${Math.round((Number(seconds) * 1e9) / lookups)} ns`)
}
