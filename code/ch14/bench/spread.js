/**
 * How many of 400 connections each of four workers gets, idle and busy.
 *
 *     node spread.js round-robin
 */
import process from 'node:process'
import { openCluster } from './cluster.js'
import { Customer } from './customers.js'

const [schedule] = process.argv.slice(2)
const isWhole = Number(process.env.DURATION ?? 1) >= 1
const CONNECTIONS = isWhole ? 400 : 100
const BUSY = isWhole ? 32 : 8

const workers = 4
const opened = await openCluster({
  ...{ engine: 'net', schedule, workers, signals: false },
})

/** @returns {Promise<number[]>} how many each worker has, the most first */
async function connect() {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (let number = 0; number < CONNECTIONS; number++) {
    const customer = new Customer(opened.port, false)
    const fate = await customer.ask()
    if (fate !== 'answered') throw new Error(`got ${fate}, expected an answer`)
    counts.set(customer.pid, (counts.get(customer.pid) ?? 0) + 1)
  }
  const shares = [...counts.values()].sort((a, b) => b - a)
  return [...shares, ...new Array(workers - shares.length).fill(0)]
}

const idle = await connect()
let isOver = false
const crowd = Array.from({ length: BUSY }, async () => {
  const customer = new Customer(opened.port, true)
  while (!isOver) await customer.ask()
  customer.leave()
})
const busy = await connect()
isOver = true
await Promise.all(crowd)
await opened.close()
console.log(
  JSON.stringify({
    'count.most': idle[0],
    'count.least': idle.at(-1),
    'count.most-busy': busy[0],
    'count.least-busy': busy.at(-1),
  }),
)
