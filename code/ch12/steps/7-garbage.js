import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freshPaths, treeOf } from './lookups.js'

const { NODE_PERFORMANCE_GC_MINOR: YOUNG } = constants
const seen = { young: 0, old: 0, time: 0 }
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind } = /** @type {any} */ (entry).detail
    seen[kind === YOUNG ? 'young' : 'old']++
    seen.time += entry.duration
  }
})
observer.observe({ entryTypes: ['gc'] })

const keepsAll = process.argv[2] === 'kept'
const [tree, paths] = [treeOf(), freshPaths(10_000)]
/** @type {unknown[]} */
const kept = []
const start = performance.now()
for (let round = 0; round < 200; round++) {
  for (const path of paths) {
    const match = tree.find(path)?.matchOf(path)
    if (keepsAll) kept.push(match)
  }
  await nextTurn()
}
const time = performance.now() - start
await nextTurn()
const share = Math.round((100 * seen.time) / time)
console.log(`young: ${seen.young}, old: ${seen.old}`)
console.log(`in the collector: ${seen.time.toFixed(0)} ms, ${share} %`)
