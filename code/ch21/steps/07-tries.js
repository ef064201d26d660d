import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, fieldOf, Router, VelocyError } from '../lib/index.js'

/** Of the phone, in ms. */
const PATIENCE = 350

/** Whether the time that is left is passed on, for this run. */
let isLimited = false
/** When the phone leaves. */
let leaves = 0
let requests = 0
let forNobody = 0

/** @param {(req: import('../lib/index.js').Request) => unknown} handler */
async function serve(handler) {
  const router = new Router({ onError() {} })
  router.get('/seats', handler)
  /** @type {any} */
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}/seats`
}

/** @param {string} url @param {number} left in ms */
const ask = (url, left) =>
  fetch(url, { headers: isLimited ? { 'x-time-left': `${left}` } : {} })

/** A layer that asks the next one three times. @param {string} next */
const layer = (next) =>
  serve(async (req) => {
    const left = Number(fieldOf(req.headers, 'x-time-left') ?? Infinity)
    // An answer takes a moment to get back.
    const end = performance.now() + left - 30
    for (let i = 0; i < 3 && performance.now() < end; i++) {
      const { ok } = await ask(next, end - performance.now())
      if (ok) return 'seats'
    }
    throw new VelocyError('ERR_AWAY', 'No seats', { status: 503 })
  })

const store = await serve(async () => {
  requests++
  if (performance.now() > leaves) forNobody++
  await sleep(100)
  throw new VelocyError('ERR_BUSY', 'Come back later', { status: 503 })
})
const url = await layer(await layer(await layer(store)))

for (isLimited of [false, true]) {
  requests = forNobody = 0
  leaves = performance.now() + PATIENCE
  await ask(url, PATIENCE)
  const time = isLimited ? 'passed on' : 'kept secret'
  console.log(`time ${time}: ${requests} requests, ${forNobody} for nobody`)
}
process.exit()
