/**
 * A model of what connections that stay do to workers. It opens nothing: the
 * same customers, and the same requests, for the same seed.
 *
 * @typedef {'round-robin' | 'shared' | 'reusePort'} Schedule
 * @typedef {object} Options
 * @property {Schedule} [schedule]
 * @property {number} [workers]
 * @property {number} [customers] each with a connection of its own
 * @property {number} [busy] how many of them ask more than the others
 * @property {number} [rate] how many requests a busy one sends per tick; the
 *   others send 1
 * @property {number} [stay] ticks that a customer stays, on average, before
 *   another takes that place with a new connection; 0 is for ever
 * @property {number} [limit] requests per connection; 0 is any number
 * @property {number} [ticks]
 * @property {number} [seed]
 */

/** How much likelier the next in the row is to be too late. */
const LATER = 0.6

/** @param {number} seed @returns {() => number} from 0, below 1 */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Who asks more comes at any place in the row.
 *
 * @param {Options} options
 * @param {() => number} [chance]
 * @returns {Set<number>} customers, from 0
 */
export function busyOnes(options, chance = random(options.seed ?? 1)) {
  const { customers = 32, busy = 3 } = options
  const order = Array.from({ length: customers }, (_, number) => ({
    number,
    at: chance(),
  })).sort((a, b) => a.at - b.at)
  return new Set(order.slice(0, busy).map(({ number }) => number))
}

/**
 * What the customers do, whoever answers.
 *
 * @param {Options} options
 * @returns {Generator<{ tick: number, customer: number, isNew: boolean }>}
 *   request by request; a new one is the first of a connection
 */
export function* requests(options) {
  const { customers = 32, rate = 20, stay = 0 } = options
  const { limit = 0, ticks = 40, seed = 1 } = options
  const chance = random(seed)
  const isBusy = busyOnes(options, chance)
  const left = new Array(customers).fill(0)
  for (let tick = 0; tick < ticks; tick++) {
    for (let customer = 0; customer < customers; customer++) {
      if (stay > 0 && chance() < 1 / stay) left[customer] = 0
      for (let n = isBusy.has(customer) ? rate : 1; n > 0; n--) {
        const isNew = left[customer] === 0
        if (isNew) left[customer] = limit || Infinity
        left[customer]--
        yield { tick, customer, isNew }
      }
    }
  }
}

/**
 * Who gets the next connection.
 *
 * @param {Schedule} schedule
 * @param {number} workers
 * @param {() => number} chance
 * @returns {() => number} from 0
 */
function dealer(schedule, workers, chance) {
  let turn = 0
  if (schedule === 'round-robin') return () => turn++ % workers
  // A hash of addresses and ports: as good as dice.
  if (schedule === 'reusePort') return () => Math.floor(chance() * workers)
  // All are woken, and who is first has it: seldom the same chance for all.
  return () => {
    const sum = (1 - LATER ** workers) / (1 - LATER)
    const left = 1 - chance() * sum * (1 - LATER)
    return Math.min(workers - 1, Math.floor(Math.log(left) / Math.log(LATER)))
  }
}

/**
 * @param {Options} [options]
 * @returns {{ load: number[][], dealt: number[][], places: number[][],
 *   total: number[], peak: number, connections: number }} by tick: requests
 *   and new connections of each worker, and the worker of each customer;
 *   requests by worker; what the busiest has, the mean being 1; connections
 */
export function simulate(options = {}) {
  const {
    schedule = 'round-robin',
    workers = 4,
    ticks = 40,
    seed = 1,
  } = options
  const deal = dealer(schedule, workers, random(seed + 1e6))
  const none = () => new Array(workers).fill(0)
  const load = Array.from({ length: ticks }, none)
  const dealt = Array.from({ length: ticks }, none)
  /** @type {number[][]} */
  const places = Array.from({ length: ticks }, () => [])
  const total = none()
  /** @type {number[]} */
  const place = []
  let connections = 0
  for (const { tick, customer, isNew } of requests(options)) {
    if (isNew) {
      place[customer] = deal()
      dealt[tick][place[customer]]++
      connections++
    }
    places[tick][customer] = place[customer]
    load[tick][place[customer]]++
    total[place[customer]]++
  }
  return { load, dealt, places, total, peak: peakOf(total), connections }
}

/** @param {number[]} total by worker @returns {number} the mean being 1 */
export function peakOf(total) {
  const sum = total.reduce((a, b) => a + b, 0)
  return sum === 0 ? 1 : (Math.max(...total) * total.length) / sum
}
