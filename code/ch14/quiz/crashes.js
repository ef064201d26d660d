import { Restarts } from '../lib/cluster/restarts.js'

const times = { delay: 100, maxDelay: 30_000, breaker: 5 }
const restarts = new Restarts(times, { now: () => 0, random: () => 0 })

const waits = [1, 1, 1, 2].map((place) => restarts.crashed(place))
restarts.lived(1)
waits.push(restarts.crashed(1), restarts.crashed(2))
console.log(waits.join(' '))
