/**
 * A worker is killed while all have something under way. What it had is lost,
 * and nothing else, and each client knows it at once.
 *
 *     node kill.js net round-robin
 */
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { openCluster } from './cluster.js'
import { Customer, noFates } from './customers.js'

const [engine, schedule] = process.argv.slice(2)
const isWhole = Number(process.env.DURATION ?? 1) >= 1
const KILLS = isWhole ? 20 : 1

/** How long an answer takes that is under way, in ms. */
const LATER = 400

const opened = await openCluster({
  ...{ engine: /** @type {'net'} */ (engine), schedule, workers: 2 },
  ...{ signals: false, restart: { delay: 20, healthyAfter: 1 } },
})
const crowd = Array.from({ length: 32 }, () => new Customer(opened.port, true))
const fates = noFates()
let requests = 0
let killed = 0
let lost = 0
let elsewhere = 0
let slowest = 0

/** @param {Customer} customer @param {number} [delay] */
async function ask(customer, delay) {
  requests++
  const fate = await customer.ask(delay)
  fates[fate]++
  return fate
}

/** Until both workers have customers, and the crowd knows whose it is. */
async function settle() {
  for (;;) {
    for (const customer of crowd) await ask(customer)
    const pids = [...new Set(crowd.map(({ pid }) => pid))]
    if (pids.length === 2) return pids
    for (const customer of crowd.slice(0, 16)) customer.leave()
    await wait(10)
  }
}

for (let round = 0; round < KILLS; round++) {
  const pids = await settle()
  const victim = pids[round % 2]
  const theirs = crowd.map(({ pid }) => pid)
  /** @type {number[]} */
  const known = []
  const asked = crowd.map(async (customer, number) => {
    const fate = await ask(customer, LATER)
    known[number] = performance.now()
    return fate
  })
  // All have written by the next turn, and no answer is due.
  await wait(LATER / 8)
  const since = performance.now()
  process.kill(victim, 'SIGKILL')
  for (const [number, fate] of (await Promise.all(asked)).entries()) {
    const isTheirs = theirs[number] === victim
    if (isTheirs) killed++
    if (fate === 'answered') continue
    lost++
    if (!isTheirs) elsewhere++
    slowest = Math.max(slowest, known[number] - since)
  }
}

for (const customer of crowd) customer.leave()
await opened.close()
console.log(
  JSON.stringify({
    'count.requests': requests,
    'count.kills': KILLS,
    'count.underWay': killed,
    'count.lost': lost,
    'count.elsewhere': elsewhere,
    'count.silent': fates.silent,
    'time.known': Number(slowest.toFixed(1)),
  }),
)
const all = requests - fates.answered
if (lost !== killed || elsewhere > 0 || fates.silent > 0 || all !== lost) {
  throw new Error(`expected ${killed} lost, got ${JSON.stringify(fates)}`)
}
