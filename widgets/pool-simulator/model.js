import { random } from '../../code/ch14/steps/06-imbalance.js'
import { Pool } from '../../code/ch17/lib/data/pool.js'
import { inSimulatedTime } from './clock.js'

/** @import { Clock } from './clock.js' */
/** @typedef {'even' | 'random'} Pattern */
/**
 * @typedef {object} Options
 * @property {Pattern} pattern how requests come, and how long they take
 * @property {number} rate requests per second
 * @property {number} service how long a client is lent, on average, in ms
 * @property {number} size of the pool
 * @property {number} queue how many may wait
 * @property {number} seed
 */
/** @typedef {{ busy: number, waiting: number, refused: number, late: number }} State refused and late: how many, up to now */
/**
 * @typedef {object} Sums of a whole run; times in ms
 * @property {number} came how many requests
 * @property {number} refused because the queue was full
 * @property {number} late because they had waited for too long
 * @property {number} entered how many were let in: all but those refused
 * @property {number} stay how long each of them was in the pool, on average
 * @property {number} wait how long those that got a client had waited for it,
 *   on average
 * @property {number} longestWait
 * @property {number} longestQueue
 * @property {number} inPool how many were there on average, busy or waiting
 * @property {number} busy how many clients were lent, on average, while
 *   requests came
 * @property {number} end when the last one had left
 */
/** @typedef {{ states: State[], sums: Sums }} Play */

/** So long requests come, in ms. */
export const DURATION = 5000
/** The time between two states, in ms. */
export const TICK = 100
/** What the pool allows, in ms. */
export const WAIT = 1000

/** The least and the most that can be asked for, and what is shown first. */
export const RANGES = {
  rate: { min: 20, max: 300, step: 20, value: 200 },
  service: { min: 5, max: 50, step: 5, value: 20 },
  size: { min: 1, max: 10, step: 1, value: 3 },
  queue: { min: 0, max: 200, step: 10, value: 100 },
}

/** @type {Pattern[]} */
export const PATTERNS = ['even', 'random']

export const SEED = 1

/** @param {Pick<Options, 'rate' | 'service'>} options */
export const loadOf = ({ rate, service }) => (rate * service) / 1000

/**
 * The same requests, for pools of all sizes.
 *
 * @param {Options} options
 * @returns {Promise<Sums[]>} by size, from the smallest
 */
export async function compare(options) {
  const { min, max } = RANGES.size
  const all = []
  for (let size = min; size <= max; size++) {
    all.push((await play({ ...options, size })).sums)
  }
  return all
}

/**
 * When requests come, and how long each keeps a client: the same for every
 * size of the pool.
 *
 * @param {Options} options
 * @returns {{ at: number, takes: number }[]} in ms
 */
export function requestsOf({ pattern, rate, service, seed }) {
  const chance = random(seed)
  const apart = 1000 / rate
  const isEven = pattern === 'even'
  const some = (/** @type {number} */ mean) =>
    isEven ? mean : -mean * Math.log(1 - chance())
  const requests = []
  const next = (/** @type {number} */ at) =>
    isEven ? requests.length * apart : at + some(apart)
  for (let at = next(0); at < DURATION; at = next(at)) {
    requests.push({ at, takes: some(service) })
  }
  return requests
}

/**
 * Sends requests to a pool of the chapter, in simulated time.
 *
 * @param {Options} options
 * @returns {Promise<Play>} with a state for each tick, from the first to the
 *   one in which the last request leaves
 */
export const play = (options) =>
  inSimulatedTime(async (clock) => {
    const run = new Run(options, clock)
    return run.play(requestsOf(options))
  })

/** A run of a pool. */
class Run {
  /** @type {State[]} */
  #states = []
  #refused = 0
  #late = 0
  /** Of those that were let in, in ms. */
  #stays = 0
  /** Of those that got a client, in ms. @type {number[]} */
  #waits = []
  #longestQueue = 0
  /** Requests in the pool, times ms. */
  #inPool = 0
  /** Clients that are lent, times ms, while requests come. */
  #busy = 0

  /** @param {Options} options @param {Clock} clock */
  constructor({ size, queue }, clock) {
    this.clock = clock
    this.pool = new Pool({
      size,
      queue,
      wait: WAIT,
      connect: async () => ({}),
      close: () => {},
    })
  }

  /** @param {{ at: number, takes: number }[]} requests */
  async play(requests) {
    for (const { at, takes } of requests) {
      // What ends at the same time has ended when a request comes.
      this.clock.set(() => this.#ask(takes), at, Infinity)
    }
    await this.clock.run((next) => this.#pass(next))
    const end = this.clock.now
    this.#states.push(this.#state())
    return { states: this.#states, sums: this.#sums(requests.length, end) }
  }

  /** @param {number} takes in ms */
  async #ask(takes) {
    const { clock, pool } = this
    const came = clock.now
    const asked = pool.use(async () => {
      this.#waits.push(clock.now - came)
      await new Promise((resolve) => setTimeout(resolve, takes))
    })
    try {
      await asked
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error)
      if (code === 'ERR_VELOCY_POOL_FULL') {
        this.#refused++
        return
      }
      if (code !== 'ERR_VELOCY_POOL_WAIT') throw error
      this.#late++
    }
    this.#stays += clock.now - came
  }

  #state() {
    const { busy, waiting } = this.pool.stats
    return { busy, waiting, refused: this.#refused, late: this.#late }
  }

  /**
   * What is so now has been so since the clock moved last.
   *
   * @param {number} next in ms
   */
  #pass(next) {
    const { now } = this.clock
    const state = this.#state()
    while (this.#states.length * TICK <= next) this.#states.push(state)
    this.#longestQueue = Math.max(this.#longestQueue, state.waiting)
    this.#inPool += (state.busy + state.waiting) * (next - now)
    this.#busy += state.busy * Math.max(0, Math.min(next, DURATION) - now)
  }

  /** @param {number} came @param {number} end @returns {Sums} */
  #sums(came, end) {
    const waits = this.#waits
    const entered = came - this.#refused
    return {
      came,
      refused: this.#refused,
      late: this.#late,
      entered,
      stay: this.#stays / entered,
      wait: waits.reduce((a, b) => a + b, 0) / waits.length,
      longestWait: Math.max(...waits),
      longestQueue: this.#longestQueue,
      inPool: this.#inPool / end,
      busy: this.#busy / DURATION,
      end,
    }
  }
}
