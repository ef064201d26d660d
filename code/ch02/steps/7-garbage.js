import { PerformanceObserver } from 'node:perf_hooks'
import {
  setImmediate as nextTurn,
  setTimeout as wait,
} from 'node:timers/promises'
import { LoopDelay } from '../demo/loop-delay.js'

const [wish = 'forget'] = process.argv.slice(2)
/** @type {object[]} what the requests leave behind */
const kept = []

let longest = 0
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    longest = Math.max(longest, duration)
  }
})
observer.observe({ entryTypes: ['gc'] })

const delay = new LoopDelay()
for (let request = 0; request < 400; request++) {
  const ids = Array.from({ length: 1000 }, (_, id) => id)
  const users = ids.map((id) => ({ id, name: `user ${id}` }))
  if (wish === 'keep') kept.push(...users)
  await nextTurn()
}
// The observer hears of a collection in a later turn.
await wait(50)

const pause = longest.toFixed(1)
const late = delay.read().max.toFixed(1)
console.log(`${kept.length} objects kept`)
console.log(`longest pause ${pause} ms, late by ${late} ms`)
delay.stop()
observer.disconnect()
