import { setImmediate as nextTurn } from 'node:timers/promises'
import { frameworks } from './frameworks.js'

/**
 * What a layer of middleware costs: requests through 0, 1, 5 and 20 of them
 * that do nothing but go on, as plain functions and as async ones.
 */

const COUNTS = [0, 1, 5, 20]
/**
 * Requests that are timed at once: so few that in most batches nothing is
 * collected, whatever the layers allocate. That has figures of its own.
 */
const BATCH = Number(process.env.BATCH ?? 200)
/** How often what a batch allocates is read. */
const SAMPLES = Number(process.env.SAMPLES ?? 25)

/**
 * @param {string} name
 * @param {number} layers
 * @param {boolean} isAsync
 */
async function prepare(name, layers, isAsync) {
  let passed = 0
  let ended = 0
  const run = await frameworks[name]({
    layers,
    isAsync,
    pass: () => {
      passed++
    },
    end: () => {
      ended++
    },
  })
  /** @param {number} count */
  const batch = async (count) => {
    passed = ended = 0
    for (let i = 0; i < count; i++) {
      const promise = run()
      if (promise instanceof Promise) await promise
    }
    // What is behind the handler is over when nothing is left to be done.
    await nextTurn()
    if (ended !== count || passed !== count * layers) {
      throw new Error(
        `${name}: ${passed} layers and ${ended} handlers ran in ${count} ` +
          `requests, expected ${count * layers} and ${count}`,
      )
    }
  }
  return batch
}

/** @param {number[]} list */
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]

/**
 * Nanoseconds per request for each number of layers, in turns, so that what
 * disturbs the machine disturbs all of them.
 *
 * @param {string} name
 * @param {boolean} isAsync
 * @param {number} seconds
 */
async function measure(name, isAsync, seconds) {
  const batches = await Promise.all(
    COUNTS.map((layers) => prepare(name, layers, isAsync)),
  )
  /** @type {number[][]} */
  const samples = COUNTS.map(() => [])
  const begin = performance.now()
  const warm = begin + seconds * 300
  const end = begin + seconds * 1000
  while (samples[0].length < 9 || performance.now() < end) {
    for (const [index, batch] of batches.entries()) {
      const start = process.hrtime.bigint()
      await batch(BATCH)
      const spent = Number(process.hrtime.bigint() - start)
      if (performance.now() > warm) samples[index].push(spent / BATCH)
    }
  }
  const bytes = []
  for (const batch of batches) bytes.push(await allocated(batch))
  return { ns: samples.map(median), bytes }
}

/**
 * Bytes per request, as much as the heap grows when nothing is collected.
 *
 * @param {(count: number) => Promise<void>} batch
 */
async function allocated(batch) {
  // More of them would not fit into what V8 begins with.
  const count = 30
  await batch(count)
  const grown = []
  for (let i = 0; i < SAMPLES; i++) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    await batch(count)
    grown.push((process.memoryUsage().heapUsed - before) / count)
  }
  return median(grown)
}

const [name] = process.argv.slice(2)
const duration = Number(process.env.DURATION ?? 2) / 2
/** @type {Record<string, number>} */
const figures = {}
for (const kind of ['sync', 'async']) {
  const { ns, bytes } = await measure(name, kind === 'async', duration)
  for (const [index, layers] of COUNTS.entries()) {
    figures[`ns.${kind}.${layers}`] = ns[index]
  }
  const most = COUNTS.length - 1
  figures[`ns.${kind}.layer`] = (ns[most] - ns[0]) / COUNTS[most]
  figures[`alloc.${kind}.layer`] = (bytes[most] - bytes[0]) / COUNTS[most]
}
console.log(JSON.stringify(figures))
