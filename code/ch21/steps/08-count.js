import { setTimeout as sleep } from 'node:timers/promises'
import { VelocyError } from '../lib/index.js'

/** How long a request may wait for Redis, in ms. */
const LIMIT = 200

/** @param {Promise<any>} answer of Redis; without it, an error 503 */
export async function ask(answer) {
  const late = sleep(LIMIT, undefined, { ref: false }).then(() => {
    throw new Error(`Redis has not answered for ${LIMIT} ms`)
  })
  return Promise.race([answer, late]).catch((cause) => {
    const options = { status: 503, cause }
    throw new VelocyError('ERR_DESK_AWAY', 'Redis is away', options)
  })
}

/** A key's moment, when it has paid for all, by Redis's clock in µs. */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local price, credit = tonumber(ARGV[1]), tonumber(ARGV[2])
  local debt = math.max(0, (redis.call('GET', KEYS[1]) or 0) - now)
  if debt + price > credit then return { 0, debt } end
  debt = debt + price
  redis.call('SET', KEYS[1], now + debt, 'PX', math.ceil(debt / 1000))
  return { 1, debt }`

/** @param {any} redis a client */
export const countIn = (redis) => ({
  /** @param {string} key @param {number} limit @param {number} window in ms */
  async take(key, limit, window) {
    const price = Math.ceil((window * 1000) / limit)
    const credit = price * limit
    const args = { keys: [`rate ${key}`], arguments: [`${price}`, `${credit}`] }
    const [taken, debt] = await ask(redis.eval(TAKE, args))
    const remaining = Math.floor((credit - debt) / price)
    const wait = (debt + (remaining + 1) * price - credit) / 1000
    return { isTaken: taken === 1, remaining, wait }
  },
})
