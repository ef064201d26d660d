import { openStore } from '../lib/cluster/store.js'

const store = openStore('prices', { maxSize: 100 })
console.log(await store.get('ios'))

const price = { adult: 34, child: 17 }
await store.set('ios', price, { ttl: 60_000 })
price.adult = 0
console.log(await store.get('ios'))

console.log(await store.increment('sold', 2), await store.increment('sold'))
console.log(await store.delete('sold'), await store.delete('sold'))

const wrong = [
  () => store.set('naxos', undefined),
  () => store.set('naxos', 'x'.repeat(200)),
  () => store.increment('ios'),
]
for (const call of wrong) await call().catch((error) => console.log(`${error}`))
