import { Cache, Pool } from 'velocy/data'

let loads = 0
const cache = new Cache({ ttl: 1000 })
const load = () => {
  loads += 1
  return 'tea'
}
const [a, b] = await Promise.all([cache.get('k', load), cache.get('k', load)])
console.log(a, b, loads) // tea tea 1

const pool = new Pool({
  connect: async () => ({ query: async () => [{ n: 1 }] }),
  close: () => {},
  size: 2,
})
const rows = await pool.use((client) => client.query())
console.log(rows) // [ { n: 1 } ]
await pool.close()
