/**
 * How many questions a second one connection to Redis answers, by how they
 * are sent:
 *
 *     REDIS_URL=redis://… node round-trip.js waits|writes|pipelined|package
 *
 * A hundred callers each ask for a word again and again.
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { Client } from '../steps/04-client.js'
import { PipelinedClient } from '../steps/05-client.js'

const [way, timeout] = process.argv.slice(2)
const { REDIS_URL, DURATION = '2' } = process.env
const CALLERS = 100
const wordOf = (/** @type {number} */ i) => `the word of key ${i}`

if (!REDIS_URL) {
  console.log(JSON.stringify({ skipped: 'REDIS_URL is not set' }))
  process.exit()
}

/** @typedef {(...words: string[]) => Promise<any>} Ask */

/** @type {Record<string, () => Promise<Ask>>} */
const ways = {
  async waits() {
    const client = new Client(REDIS_URL)
    let last = Promise.resolve()
    return (...words) => {
      const reply = last.then(() => client.ask(...words))
      last = reply
      return reply
    }
  },
  async writes() {
    const client = new Client(REDIS_URL)
    return (...words) => client.ask(...words)
  },
  async pipelined() {
    const client = new PipelinedClient(REDIS_URL)
    return (...words) => client.ask(...words)
  },
  async package() {
    const { createClient } = await import('redis')
    const client = createClient({
      url: REDIS_URL,
      ...(timeout && { commandOptions: { timeout: Number(timeout) } }),
    })
    await client.connect()
    return (command, key, value) =>
      command === 'SET' ? client.set(key, value) : client.get(key)
  },
}

/** @param {Ask} ask @param {number} ms */
async function play(ask, ms) {
  const begin = performance.now()
  const call = async (/** @type {number} */ i) => {
    let count = 0
    while (performance.now() - begin < ms) {
      assert.ok((await ask('GET', `key:${i}`)) === wordOf(i))
      count++
    }
    return count
  }
  const counts = await Promise.all(
    Array.from({ length: CALLERS }, (_, i) => call(i)),
  )
  const total = counts.reduce((sum, count) => sum + count)
  return total / ((performance.now() - begin) / 1000)
}

const ask = await ways[way]()
for (let i = 0; i < CALLERS; i++) await ask('SET', `key:${i}`, wordOf(i))
const ms = Number(DURATION) * 1000
await play(ask, ms / 4)
const rate = await play(ask, ms)
console.log(JSON.stringify({ 'rate.questions': Math.round(rate) }))
process.exit()
