import {
  setImmediate as nextTurn,
  setTimeout as wait,
} from 'node:timers/promises'
import { LoopDelay } from '../demo/loop-delay.js'

/** @param {number} slice how long each piece of 300 ms of work is, in ms */
async function work(slice) {
  for (let done = 0; done < 300; done += slice) {
    const end = performance.now() + slice
    while (performance.now() < end);
    await nextTurn()
  }
}

// The main program is not a part of the loop yet.
await nextTurn()
for (const slice of [300, 5]) {
  const delay = new LoopDelay()
  const before = performance.eventLoopUtilization()
  await Promise.all([wait(600), work(slice)])
  const { utilization } = performance.eventLoopUtilization(before)
  delay.stop()
  const busy = Math.round(utilization * 100)
  const late = Math.round(delay.read().max)
  console.log(`slices of ${slice} ms: busy ${busy} %, late by ${late} ms`)
}
