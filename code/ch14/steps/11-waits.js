import { Restarts } from '../lib/cluster/restarts.js'

let time = 0
const times = { delay: 100, maxDelay: 30_000, breaker: 5 }
const sources = { now: () => time, random: () => 0 }
const restarts = new Restarts(times, sources)

for (let crash = 1; crash <= 6; crash++) {
  const wait = restarts.crashed(1)
  console.log(`place 1 at ${time}: wait for ${wait} ms`)
  time += wait
}
for (let crash = 1; crash <= 5; crash++) {
  const wait = restarts.crashed(2)
  console.log(`place 2 at ${time}: wait for ${wait} ms`)
}
console.log('place 1 lives, so may try:', restarts.lived(1))
