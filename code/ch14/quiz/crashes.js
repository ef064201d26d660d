import { backOff } from '../lib/common/backoff.js'

const times = { delay: 100, maxDelay: 1000 }
const waits = [1, 4, 5].map((failures) => backOff(failures, times, () => 1))
console.log(waits.join(' '))
