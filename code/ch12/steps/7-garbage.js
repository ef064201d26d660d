import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freshPaths, routerOf } from './lookups.js'

const [kind = 'tree', count = '2000000'] = process.argv.slice(2)
const minor = constants.NODE_PERFORMANCE_GC_MINOR
const seen = { minor: 0, major: 0, time: 0 }
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind } = /** @type {any} */ (entry).detail
    seen[kind === minor ? 'minor' : 'major']++
    seen.time += entry.duration
  }
})
const router = routerOf(kind === 'tree' ? Infinity : 1)
const paths = freshPaths(10_000)
for (let round = 0; round < 50; round++) {
  for (const path of paths) router.find('GET', path)
}
observer.observe({ entryTypes: ['gc'] })
const before = process.threadCpuUsage()
/** @type {unknown[]} */
const kept = []
for (let done = 0; done < Number(count); done += paths.length) {
  for (const path of paths) {
    const found = router.find('GET', path)
    // Some requests take longer, and hold what they were given.
    if (kind === 'kept') kept.push(found)
  }
  await nextTurn()
}
const { user } = process.threadCpuUsage(before)
await nextTurn()
console.log(`${count} lookups, ${kind}: ${Math.round(user / 1000)} ms`)
console.log(`scavenges: ${seen.minor}, other collections: ${seen.major}`)
console.log(`in the collector: ${seen.time.toFixed(1)} ms`)
