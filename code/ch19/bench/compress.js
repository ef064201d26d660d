/**
 * What it takes to compress a body, at once or in a thread, in CPU time; what
 * comes out; and the memory of a stream that stays open, such as one of events.
 *
 *     node --expose-gc compress.js zstd|br|br-11|gzip
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import process from 'node:process'
import zlib from 'node:zlib'

const { constants } = zlib
const quality = (/** @type {number} */ level) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: level },
})

/** @type {Record<string, any[]>} */
const WAYS = {
  zstd: [zlib.zstdCompressSync, zlib.createZstdCompress, {}],
  br: [zlib.brotliCompressSync, zlib.createBrotliCompress, quality(4)],
  'br-11': [zlib.brotliCompressSync, zlib.createBrotliCompress, quality(11)],
  gzip: [zlib.gzipSync, zlib.createGzip, {}],
}
const [encode, stream, options] = WAYS[process.argv[2]]
const duration = 1000 * Number(process.env.DURATION ?? 1)

/** A list of recordings, which begins elsewhere each time. */
const BIRDS = ['tui', 'kaka', 'kokako', 'bellbird', 'fantail', 'saddleback']
let row = 0
/** @param {number} size */
function list(size) {
  let text = ''
  while (text.length < size) {
    row++
    const bird = BIRDS[((row * row) % 7) % BIRDS.length]
    const seconds = 20 + ((row * 7919) % 601)
    const heard = new Date(1.76e12 + row * 9_876_543).toISOString()
    text += JSON.stringify({ id: row, bird, seconds, heard })
  }
  return Buffer.from(text.slice(0, size))
}

const inThread = (/** @type {Buffer} */ body) => {
  const encoder = stream(options)
  encoder.end(body)
  encoder.resume()
  return once(encoder, 'end')
}

/**
 * @param {number} size of a body
 * @param {(body: Buffer) => any} compress
 * @returns {Promise<number>} CPU time of one, in ns
 */
async function measure(size, compress) {
  const bodies = Array.from({ length: 50 }, () => list(size))
  const run = async (/** @type {number} */ time) => {
    const start = performance.now()
    const before = process.cpuUsage()
    let count = 0
    while (performance.now() - start < time) {
      const result = compress(bodies[count++ % bodies.length])
      if (!Buffer.isBuffer(result)) await result
    }
    const { user, system } = process.cpuUsage(before)
    return ((user + system) * 1000) / count
  }
  await run(duration / 10)
  return Math.round(await run(duration / 4))
}

/** @returns {Promise<number>} of an encoder that has sent an event */
async function memoryOfStream() {
  const count = 200
  const encoders = []
  global.gc?.()
  const before = process.memoryUsage.rss()
  for (let i = 0; i < count; i++) {
    const encoder = stream(options).resume()
    encoders.push(encoder)
    await new Promise((done) => encoder.write(list(200), done))
    await new Promise((done) => encoder.flush(done))
  }
  const memory = process.memoryUsage.rss() - before
  for (const encoder of encoders) encoder.destroy()
  return Math.round(memory / count)
}

const long = list(100_000)
const size = encode(long, options).length
assert.ok(size < long.length / 4)
const figures = {
  'ns.short': await measure(2000, (body) => encode(body, options)),
  'ns.shortThread': await measure(2000, inThread),
  'ns.long': await measure(100_000, (body) => encode(body, options)),
  'ns.longThread': await measure(100_000, inThread),
  'memory.stream': await memoryOfStream(),
  'memory.size': size,
}
console.log(JSON.stringify(figures))
