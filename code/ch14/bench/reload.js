/**
 * A crowd asks while all workers are replaced, again and again. Every request
 * must be answered.
 *
 *     node reload.js net round-robin
 */
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { openCluster } from './cluster.js'
import { Customer, noFates } from './customers.js'

const [engine, schedule] = process.argv.slice(2)
const isWhole = Number(process.env.DURATION ?? 1) >= 1
const REQUESTS = isWhole ? 1_000_000 : 1000
const RELOADS = isWhole ? 20 : 1

const opened = await openCluster({
  ...{ engine: /** @type {'net'} */ (engine), schedule, workers: 2 },
  signals: false,
})
const fates = noFates()
const started = performance.now()
let left = REQUESTS
let reloads = 0

/** @param {boolean} stays */
async function visit(stays) {
  const customer = new Customer(opened.port, stays)
  // The crowd stays until the last worker is replaced, however long it takes.
  while (left-- > 0 || reloads < RELOADS) fates[await customer.ask()]++
  customer.leave()
}

/** Spread over all that the crowd asks. */
async function reloadAgain() {
  for (; reloads < RELOADS; reloads++) {
    while (left > REQUESTS * (1 - reloads / RELOADS)) await wait(10)
    await opened.ask('reload')
  }
}

const crowd = Array.from({ length: 32 }, (_, number) => visit(number % 4 > 0))
await Promise.all([...crowd, reloadAgain()])
const seconds = (performance.now() - started) / 1000
await opened.close()

const { answered, refused, reset, wrong, silent } = fates
const requests = answered + refused + reset + wrong + silent
console.log(
  JSON.stringify({
    'count.requests': requests,
    'count.reloads': reloads,
    'count.lost': reset + wrong + silent,
    'count.refused': refused,
    'count.silent': silent,
    'rate.answers': answered / seconds,
  }),
)
if (schedule !== 'reusePort' && answered < requests) {
  throw new Error(`expected ${requests} answers, got ${JSON.stringify(fates)}`)
}
