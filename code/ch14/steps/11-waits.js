import { backOff } from '../lib/common/backoff.js'

const times = { delay: 100, maxDelay: 30_000 }
for (const crashes of [1, 2, 3, 8, 9, 10, 20]) {
  const longest = backOff(crashes, times, () => 0)
  const shortest = backOff(crashes, times, () => 1)
  console.log(`crash ${crashes}: ${shortest} to ${longest} ms`)
}
