import { RateTable } from '../lib/common/rate-table.js'

/** Counts up to ten for each key, and forgets the oldest of 1,000 keys. */
class ForgetfulMap {
  /** @type {Map<string, number>} */
  #counts = new Map()

  /** @param {string} key */
  take(key) {
    const count = (this.#counts.get(key) ?? 0) + 1
    if (!this.#counts.has(key) && this.#counts.size === 1000) {
      this.#counts.delete(this.#counts.keys().next().value ?? '')
    }
    this.#counts.set(key, count)
    return { isTaken: count <= 10 }
  }
}

for (const counter of [new ForgetfulMap(), new RateTable(10, 60_000)]) {
  while (counter.take('otto').isTaken);
  for (let i = 0; i < 100_000; i++) counter.take(`nobody ${i}`)
  const { isTaken } = counter.take('otto')
  console.log(
    `${counter.constructor.name}: otto ${isTaken ? 'again' : 'waits'}`,
  )
}
