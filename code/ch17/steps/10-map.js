import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from '../lib/data/pool.js'
import { close, connect } from './06-postgres.js'

export const TTL = 100
export const pool = new Pool({ connect, close })

/** The price, for which the store works 50 ms, and counts how often. */
async function loadPrice() {
  const { rows } = await pool.use((client) =>
    client.query("SELECT nextval('asked') AS price, pg_sleep(0.05)"),
  )
  return rows[0].price
}

/** @typedef {(key: string, load: () => Promise<any>) => Promise<any>} Get */

const kept = new Map()

/** @type {Get} */
async function fromMap(key, load) {
  const entry = kept.get(key)
  if (entry && performance.now() < entry.endsAt) return entry.value
  const value = await load()
  kept.set(key, { value, endsAt: performance.now() + TTL })
  return value
}

/**
 * A hundred clients want the price, just when it has expired.
 *
 * @param {string} title
 * @param {Get} get
 */
export async function storm(title, get) {
  await pool.use((client) =>
    client.query('DROP SEQUENCE IF EXISTS asked; CREATE SEQUENCE asked'),
  )
  const first = Number(await get('price', loadPrice))
  await sleep(TTL + 10)
  const start = performance.now()
  const asked = Array.from({ length: 100 }, () => get('price', loadPrice))
  await Promise.all(asked)
  const wait = performance.now() - start < 25 ? 'no client waits' : 'all wait'
  await sleep(TTL / 2)
  const { rows } = await pool.use((client) =>
    client.query('SELECT last_value FROM asked'),
  )
  const queries = rows[0].last_value - first
  console.log(`${title}: queries ${queries}, ${wait}`)
}

if (import.meta.main) {
  await storm('A Map', fromMap)
  await pool.close()
}
