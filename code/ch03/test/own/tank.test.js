import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from '../library.js'

const { emptyTank, step } = await library('steps/tank.js')

/**
 * The same on a real Writable, whose consumer takes when it is told to.
 *
 * @param {Omit<import('../../steps/tank.js').Rates, 'consumed'>} rates
 * @param {number} ticks
 * @param {number} every how many ticks the consumer takes a chunk
 */
async function real({ produced, highWaterMark, honours }, ticks, every) {
  /** @type {string[]} */
  const events = []
  /** @type {(() => void) | undefined} */
  let take
  const sink = new Writable({
    highWaterMark,
    write(_chunk, _encoding, done) {
      take = done
    },
  })
  let waits = false
  sink.on('drain', () => {
    waits = false
    events.push('drain')
  })
  for (let tick = 0; tick < ticks; tick++) {
    if (!(honours && waits)) {
      const isFine = sink.write(Buffer.alloc(produced))
      waits ||= !isFine
      events.push(`write ${isFine}`)
    }
    if (tick % every === every - 1) {
      const done = take
      take = undefined
      done?.()
    }
    await nextTurn()
  }
  sink.destroy()
  return events
}

for (const honours of [true, false]) {
  for (const highWaterMark of [1, 10, 25, 100]) {
    for (const every of [1, 2, 3]) {
      const name = `${highWaterMark} bytes, ${honours}, every ${every}`
      test(`the tank agrees with a Writable: ${name}`, async () => {
        const rates = { produced: 10, highWaterMark, honours }
        let tank = emptyTank()
        /** @type {string[]} */
        const events = []
        for (let tick = 0; tick < 24; tick++) {
          // A Writable gives its consumer a whole chunk at a time.
          const consumed = tick % every === every - 1 ? 10 : 0
          const next = step(tank, { ...rates, consumed })
          tank = next.tank
          events.push(...next.events)
        }
        assert.deepEqual(events, await real(rates, 24, every))
      })
    }
  }
}

test('write returns false when the level has reached the mark', () => {
  const rates = { produced: 30, consumed: 20, highWaterMark: 64, honours: true }
  let tank = emptyTank()
  for (let tick = 0; tick < 24; tick++) {
    const { events, high, tank: next } = step(tank, rates)
    if (events.includes('write false')) assert.ok(high >= 64, `at ${high}`)
    if (events.includes('write true')) assert.ok(high < 64, `at ${high}`)
    tank = next
  }
})
