/**
 * What it takes to add one to a count that others see, too.
 *
 *     node state.js map|alone|primary|batched
 */
import cluster from 'node:cluster'
import process from 'node:process'
import { openStore, serve } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'

const [how] = process.argv.slice(2)
const duration = 1000 * Number(process.env.DURATION ?? 1)

/** How many ask in one turn. */
const AT_ONCE = how === 'batched' ? 100 : 1

/** Keys that are not always the same. */
const keys = Array.from({ length: 1000 }, (_, number) => `customer ${number}`)

/** @returns {(key: string) => Promise<unknown> | unknown} */
function counter() {
  if (how !== 'map') {
    const store = openStore('bench')
    return (key) => store.increment(key)
  }
  const counts = new Map()
  return (key) => counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** @param {number} time in ms @returns {Promise<number>} ns each */
async function measure(time) {
  const count = counter()
  const start = performance.now()
  let counted = 0
  for (let now = start; now - start < time; now = performance.now()) {
    for (let n = 0; n < 1000; n += AT_ONCE) {
      const asked = []
      for (let i = 0; i < AT_ONCE; i++) asked.push(count(keys[n + i]))
      // A Map has counted by then.
      if (how !== 'map') await Promise.all(asked)
    }
    counted += 1000
  }
  return ((performance.now() - start) * 1e6) / counted
}

async function report() {
  await measure(duration / 2)
  return { 'ns.count': Number((await measure(duration)).toFixed(1)) }
}

if (how === 'map' || how === 'alone') {
  console.log(JSON.stringify(await report()))
} else {
  const log = /** @type {any} */ ({ info() {}, warn() {}, error() {} })
  /** @type {Promise<unknown>} */
  const told = new Promise((resolve) => {
    cluster.on('message', (_worker, message) => {
      if (message.counted) resolve(message.counted)
    })
  })
  const app = () => {
    setImmediate(async () => process.send?.({ counted: await report() }))
    return new Router()
  }
  const options = { port: 0, host: '127.0.0.1', workers: 1, log }
  const supervisor = await serve(app, { ...options, signals: false })
  console.log(JSON.stringify(await told))
  await supervisor.kill()
}
