import { Entries } from '../lib/cluster/entries.js'

let now = 0
const limits = { maxKeys: 3, maxSize: 1000 }
const entries = new Entries(limits, () => now)

console.log(entries.increment('ada', 1, 60_000))
now = 59_000
console.log(entries.increment('ada', 1, 60_000))
now = 60_000
console.log(entries.get('ada'))

for (const key of ['bo', 'cem', 'dee', 'eli']) entries.set(key, '7', 1000)
console.log(entries.count, entries.get('bo'), entries.get('eli'))
