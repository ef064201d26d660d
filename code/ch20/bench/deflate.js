/**
 * What compressed messages cost, with and without a context that a connection
 * keeps: CPU time for a message, and memory for a connection.
 *
 *     DURATION=2 node --expose-gc deflate.js alone|context
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import zlib from 'node:zlib'
import { packedFrameOf } from '../lib/realtime/deflate.js'

const way = process.argv[2]
const seconds = Number(process.env.DURATION ?? 2)
const CONNECTIONS = 1000

/** @param {number} size in bytes */
const textOf = (size) => {
  let text = ''
  for (let i = 0; text.length < size; i++) {
    text += `{"boat":"Ligaya","time":"${i % 24}:${i % 60}","late":${i % 7}},`
  }
  return text.slice(0, size)
}

const streams = () => [zlib.createDeflateRaw(), zlib.createInflateRaw()]

/**
 * @param {any} stream
 * @param {string | Buffer} data
 * @returns {Promise<Buffer>}
 */
async function through(stream, data) {
  const chunks = /** @type {Buffer[]} */ ([])
  const take = (/** @type {Buffer} */ chunk) => chunks.push(chunk)
  stream.on('data', take)
  stream.write(data)
  const kind = zlib.constants.Z_SYNC_FLUSH
  await new Promise((resolve) => stream.flush(kind, resolve))
  stream.off('data', take)
  return Buffer.concat(chunks)
}

const [own] = streams()
const pack = {
  alone: (/** @type {string} */ text) => packedFrameOf(text),
  context: (/** @type {string} */ text) => through(own, text),
}[way]
assert.ok(pack, 'alone or context')

/** @param {string} text @returns {Promise<number>} ns for each */
async function timeOf(text) {
  const end = performance.now() + (seconds * 1000) / 4
  let count = 0
  const begin = performance.now()
  while (performance.now() < end) {
    await pack?.(text)
    count++
  }
  return ((performance.now() - begin) * 1e6) / count
}

/** @param {number} count of connections, each of which has packed something */
async function connections(count) {
  const text = textOf(2048)
  const all = []
  for (let i = 0; i < count; i++) {
    if (way === 'alone') packedFrameOf(text)
    else {
      const [packs, unpacks] = streams()
      await through(unpacks, await through(packs, text))
      all.push(packs, unpacks)
    }
  }
  globalThis.gc?.()
  await delay(100)
  return all
}

/** @returns {Promise<number>} bytes */
async function kept() {
  // What is freed in a warm-up would be there for the streams that count.
  await connections(way === 'alone' ? CONNECTIONS : 10)
  const before = process.memoryUsage().rss
  const all = await connections(CONNECTIONS)
  const bytes = (process.memoryUsage().rss - before) / CONNECTIONS
  for (const stream of all) stream.close()
  return Math.max(0, bytes)
}

const memory = await kept()
await timeOf(textOf(2048))
const figures = {
  'memory.kept': memory,
  'ns.small': await timeOf(textOf(2048)),
  'ns.large': await timeOf(textOf(1024 * 1024)),
}
console.log(JSON.stringify(figures))
process.exit()
