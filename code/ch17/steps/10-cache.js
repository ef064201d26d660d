import { Cache } from '../lib/data/index.js'
import { pool, storm, TTL } from './10-map.js'

const cache = new Cache({ ttl: TTL, jitter: 0 })
await storm('The Cache', (key, load) => cache.get(key, load))

const patient = new Cache({ ttl: TTL, stale: 1000 })
await storm('With stale', (key, load) => patient.get(key, load))
await pool.close()
