import process from 'node:process'
import { createClient } from 'redis'
import { words } from '../words.js'

/** Redis: a value under each word. */
export async function open() {
  const client = createClient({ url: process.env.REDIS_URL })
  await client.connect()
  for (const word of words) await client.set(word, word)
  return (/** @type {string} */ word) => client.get(word)
}
