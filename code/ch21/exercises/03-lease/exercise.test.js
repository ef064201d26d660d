import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { withLease } = await import(new URL(file, import.meta.url).href)

const TIME = 900

/** Resolves when all that can happen now has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A clock that goes on when it's told to. */
class Clock {
  time = 0
  /** @type {{ at: number, wake: () => void }[]} */
  #sleepers = []

  now = () => this.time

  sleep = (/** @type {number} */ time) =>
    new Promise((resolve) => {
      const wake = () => resolve(undefined)
      this.#sleepers.push({ at: this.time + time, wake })
    })

  /** @param {number} time until when it goes */
  async until(time) {
    for (await settled(); ; await settled()) {
      this.#sleepers.sort((a, b) => a.at - b.at)
      const [first] = this.#sleepers
      if (first === undefined || first.at > time) break
      this.#sleepers.shift()
      this.time = Math.max(this.time, first.at)
      first.wake()
    }
    this.time = time
  }
}

/** @typedef {import('./exercise.js').LeaseStore} LeaseStore */

/**
 * A job that runs until it's told to end, and what it has seen.
 *
 * @param {Partial<LeaseStore>} [answers] that differ from those of a good store
 */
function start(answers = {}, clock = new Clock()) {
  /** @type {string[]} what the store was asked, and when */
  const asked = []
  /** @type {LeaseStore} */
  const good = {
    take: async () => 7,
    renew: async () => true,
    giveBack: async () => {},
  }
  const store = { ...good, ...answers }
  /** @type {LeaseStore} */
  const noted = {
    take(time) {
      asked.push(`${clock.time} take`)
      return store.take(time)
    },
    renew(token, time) {
      asked.push(`${clock.time} renew ${token}`)
      return store.renew(token, time)
    },
    giveBack(token) {
      asked.push(`${clock.time} give back ${token}`)
      return store.giveBack(token)
    },
  }
  /** @type {PromiseWithResolvers<string>} */
  const { promise, resolve, reject } = Promise.withResolvers()
  /** @type {{ begun?: number, lost?: number, token?: number }} */
  const seen = {}
  const done = withLease(
    noted,
    TIME,
    clock,
    (/** @type {AbortSignal} */ signal, /** @type {number} */ token) => {
      seen.begun = clock.time
      seen.token = token
      signal.addEventListener('abort', () => {
        seen.lost = clock.time
      })
      return promise
    },
  )
  done.catch(() => {})
  return { clock, asked, seen, done, end: resolve, fail: reject }
}

/** An answer that never comes. */
const never = () => new Promise(() => {})

test('a job has the lease for as long as it takes', async () => {
  const { clock, asked, seen, done, end } = start()
  await clock.until(2000)
  assert.deepEqual([seen.begun, seen.token, seen.lost], [0, 7, undefined])
  end('the dome is open')
  assert.equal(await done, 'the dome is open')
  const renewed = [300, 600, 900, 1200, 1500, 1800]
  assert.deepEqual(asked, [
    '0 take',
    ...renewed.map((at) => `${at} renew 7`),
    '2000 give back 7',
  ])
})

test('afterwards, nothing is renewed, and no signal aborts', async () => {
  const { clock, asked, seen, done, end } = start()
  await clock.until(100)
  end('')
  await done
  await clock.until(5000)
  assert.deepEqual(asked, ['0 take', '100 give back 7'])
  assert.equal(seen.lost, undefined)
})

test('the job waits while somebody else has the lease', async () => {
  const tokens = [0, 0, 8]
  const take = async () => tokens.shift() ?? 0
  const { clock, asked, seen } = start({ take })
  await clock.until(599)
  assert.equal(seen.begun, undefined)
  await clock.until(650)
  assert.deepEqual([seen.begun, seen.token], [600, 8])
  assert.deepEqual(asked, ['0 take', '300 take', '600 take'])
})

test('a lease that was not renewed in time is lost at once', async () => {
  const { clock, asked, seen } = start({ renew: async () => false })
  await clock.until(5000)
  assert.equal(seen.lost, 300)
  assert.deepEqual(asked, ['0 take', '300 renew 7'])
})

test('a store that is away for a moment does no harm', async () => {
  let calls = 0
  const renew = async () => {
    calls++
    if (calls % 2 === 1) throw new Error('away')
    return true
  }
  const { clock, seen } = start({ renew })
  await clock.until(5000)
  assert.equal(seen.lost, undefined)
})

test('without the store, the lease ends when its time is over', async () => {
  const renew = async () => {
    throw new Error('away')
  }
  const { clock, seen } = start({ renew })
  await clock.until(5000)
  assert.equal(seen.lost, TIME)
})

test('a store that says nothing ends the lease, too', async () => {
  const { clock, seen } = start({ renew: never })
  await clock.until(5000)
  assert.equal(seen.lost, TIME)
})

/** @param {Clock} clock @param {any} answer that takes a while */
async function slow(clock, answer, time = 200) {
  await clock.sleep(time)
  return answer
}

test('the time of a lease counts from the question', async () => {
  const clock = new Clock()
  const take = () => slow(clock, 7)
  const { seen } = start({ take, renew: never }, clock)
  await clock.until(5000)
  assert.deepEqual([seen.begun, seen.lost], [200, TIME])
})

test('so does that of a renewal', async () => {
  const clock = new Clock()
  let calls = 0
  const renew = () => (calls++ === 0 ? slow(clock, true) : never())
  const { seen } = start({ renew }, clock)
  await clock.until(5000)
  assert.equal(seen.lost, 300 + TIME)
})

test('what a late answer says no longer counts', async () => {
  const clock = new Clock()
  const renew = () => slow(clock, true, 2000)
  const { seen } = start({ renew }, clock)
  await clock.until(5000)
  assert.equal(seen.lost, TIME)
})

test('a job that fails gives the lease back', async () => {
  const { clock, asked, done, fail } = start()
  await clock.until(100)
  fail(new Error('The motor is stuck'))
  await assert.rejects(done, { message: 'The motor is stuck' })
  assert.deepEqual(asked, ['0 take', '100 give back 7'])
})

test('what the job returns counts, even if the store is away', async () => {
  const giveBack = async () => {
    throw new Error('away')
  }
  const { clock, done, end } = start({ giveBack })
  await clock.until(100)
  end('the dome is open')
  assert.equal(await done, 'the dome is open')
})
