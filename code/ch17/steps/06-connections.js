import { close, connect } from './06-postgres.js'

const QUERY = 'SELECT pg_sleep(0.1)'

const shared = await connect()

async function askOnOwn() {
  const client = await connect()
  await client.query(QUERY).finally(() => close(client))
}

/** @param {string} way @param {() => Promise<unknown>} ask */
async function time(way, ask) {
  const start = performance.now()
  await Promise.all(Array.from({ length: 10 }, ask))
  const seconds = (performance.now() - start) / 1000
  console.log(`10 requests, ${way}: ${seconds.toFixed(1)} s`)
}

await time('one connection each', askOnOwn)
await time('one connection for all', () => shared.query(QUERY))

const clients = [shared]
try {
  for (;;) clients.push(await connect())
} catch (/** @type {any} */ { message }) {
  console.log(`With ${clients.length} open: ${message}`)
}
await Promise.all(clients.map(close))
