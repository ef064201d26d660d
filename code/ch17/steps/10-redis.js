import { setTimeout as sleep } from 'node:timers/promises'
import { Cache } from '../lib/data/index.js'
import { PipelinedClient } from './05-client.js'

const redis = new PipelinedClient(String(process.env.REDIS_URL))

/**
 * A value that one process loads for all of them, on any machine.
 *
 * @param {string} key
 * @param {() => Promise<string>} load
 */
async function once(key, load) {
  for (;;) {
    const kept = await redis.ask('GET', key)
    if (kept !== null) return kept
    const turn = ['SET', `turn:${key}`, '1', 'NX', 'PX', '3000']
    if ((await redis.ask(...turn)) === 'OK') break
    await sleep(20)
  }
  const value = await load()
  await redis.ask('SET', key, value, 'PX', '3000')
  return value
}

const load = async () => {
  console.log('A query')
  await sleep(200)
  return '42'
}

const cache = new Cache({ ttl: 3000 })
const ask = () => cache.get('price', () => once('price', load))
const prices = await Promise.all(Array.from({ length: 100 }, ask))
console.log(prices.length, 'callers have their price')
redis.socket.end()
