import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { openLoop } = await import(new URL(file, import.meta.url).href)

/** Until everything that can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A clock that goes on by itself, as soon as everybody waits for it. */
class Clock {
  time = 0
  /** How much later than asked it wakes who sleeps, in ms. */
  late = 0
  /** @type {{ at: number, wake: () => void }[]} */
  #sleepers = []
  #isRunning = false

  now = () => this.time

  /** @param {number} time @param {number} [late] @returns {Promise<void>} */
  until = (time, late = this.late) => {
    if (time <= this.time) return Promise.resolve()
    this.#run()
    return new Promise((wake) => this.#sleepers.push({ at: time + late, wake }))
  }

  /** A server that takes as long as that. */
  sleep = (/** @type {number} */ time) => this.until(this.time + time, 0)

  /** Fails as soon as nobody waits for this clock any more. */
  async end() {
    for (let turns = 0; turns < 10; turns++) {
      await settled()
      if (this.#sleepers.length > 0) turns = 0
    }
    assert.fail('it waits for something that will never happen')
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    for (;;) {
      await settled()
      const next = Math.min(...this.#sleepers.map(({ at }) => at))
      if (next === Number.POSITIVE_INFINITY) break
      this.time = Math.max(this.time, next)
      const awake = this.#sleepers.filter(({ at }) => at <= this.time)
      this.#sleepers = this.#sleepers.filter(({ at }) => at > this.time)
      for (const { wake } of awake) wake()
    }
    this.#isRunning = false
  }
}

/** @param {object} changes @param {Clock} clock */
function measure(changes, clock) {
  const test = { rate: 100, total: 10, patience: 1000, clock, ...changes }
  return Promise.race([openLoop(test), clock.end()])
}

/** @param {number[]} latencies @param {number} share */
function percentile(latencies, share) {
  const sorted = latencies.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1]
}

test('a request is sent when it is due', async () => {
  const clock = new Clock()
  clock.time = 500
  /** @type {number[]} */
  const times = []
  const send = async () => {
    times.push(clock.now())
  }
  const { latencies, errors } = await measure({ send, total: 4 }, clock)
  assert.deepEqual(times, [500, 510, 520, 530])
  assert.deepEqual([latencies, errors], [[0, 0, 0, 0], 0])
})

test('it is sent even if others have no answer yet', async () => {
  const clock = new Clock()
  let underWay = 0
  let most = 0
  const send = async () => {
    underWay++
    most = Math.max(most, underWay)
    await clock.sleep(45)
    underWay--
  }
  const { latencies } = await measure({ send }, clock)
  assert.equal(most, 5)
  assert.deepEqual(latencies, Array(10).fill(45))
})

test('a server that is stuck is found out, as in chapter 00', async () => {
  const clock = new Clock()
  let free = 0
  // It takes 1 ms, and stands still for the first 100 ms of every second.
  const send = () => {
    const begin = Math.max(clock.now(), free)
    const second = Math.floor(begin / 1000) * 1000
    free = Math.max(begin, second + 100) + 1
    return clock.sleep(free - clock.now())
  }
  const test = { send, rate: 500, total: 1500 }
  const { latencies, errors } = await measure(test, clock)
  assert.equal(errors, 0)
  const found = [0.5, 0.9, 0.99].map((share) => percentile(latencies, share))
  assert.deepEqual(found, [1, 51, 96])
})

test('a client that wakes up late counts from when it was due', async () => {
  const clock = new Clock()
  clock.late = 4
  const send = () => clock.sleep(10)
  const { latencies } = await measure({ send, total: 3 }, clock)
  // The first one was due at once.
  assert.deepEqual(latencies, [10, 14, 14])
})

test('what is due at once is sent at once', async () => {
  const clock = new Clock()
  clock.late = 25
  /** @type {number[]} */
  const times = []
  const send = async () => {
    times.push(clock.now())
  }
  await measure({ send, total: 5 }, clock)
  assert.deepEqual(times, [0, 35, 35, 35, 65])
})

test('a failed request is an error, and has no latency', async () => {
  const clock = new Clock()
  let calls = 0
  const send = async () => {
    calls++
    await clock.sleep(5)
    if (calls % 2 === 0) throw new Error('ECONNRESET')
  }
  const { latencies, errors } = await measure({ send }, clock)
  assert.deepEqual([latencies, errors], [Array(5).fill(5), 5])
})

test('one that fails at once does not end the others', async () => {
  const clock = new Clock()
  let calls = 0
  const send = () => {
    calls++
    if (calls === 3) throw new Error('EMFILE')
    return clock.sleep(5)
  }
  const { latencies, errors } = await measure({ send }, clock)
  assert.deepEqual([latencies.length, errors], [9, 1])
})

test('an answer that never comes is an error', async () => {
  const clock = new Clock()
  let calls = 0
  const send = () => {
    calls++
    return calls === 2 ? new Promise(() => {}) : clock.sleep(5)
  }
  const { latencies, errors } = await measure({ send }, clock)
  assert.equal(clock.now(), 90 + 1000)
  assert.deepEqual([latencies.length, errors], [9, 1])
})

test('nobody waits longer than the last answer takes', async () => {
  const clock = new Clock()
  await measure({ send: () => clock.sleep(20) }, clock)
  assert.equal(clock.now(), 110)
})

test('what comes after the patience changes nothing', async () => {
  const clock = new Clock()
  const send = () => clock.sleep(500)
  const result = await measure({ send, total: 3, patience: 490 }, clock)
  const copy = structuredClone(result)
  assert.deepEqual([result.latencies, result.errors], [[500, 500], 1])
  await clock.sleep(1000)
  assert.deepEqual(result, copy)
})
