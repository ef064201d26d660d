import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

/** What the tests see of each step in shared memory. */
const watch = {
  /** @type {(step: string) => void} called before it */
  before: () => {},
  /** @type {(step: string) => void} called after it */
  after: () => {},
  steps: 0,
}

beforeEach(() => {
  watch.before = () => {}
  watch.after = () => {}
  watch.steps = 0
})

/**
 * @template T
 * @param {string} step
 * @param {() => T} take
 * @returns {T}
 */
function watched(step, take) {
  if (++watch.steps > 1000)
    assert.fail('it waits, for a write that stands still')
  watch.before(step)
  const result = take()
  watch.after(step)
  return result
}

// Before the exercise is loaded, as it may keep one of these functions.
const atomics = /** @type {Record<string, any>} */ (Atomics)
for (const name of Object.getOwnPropertyNames(Atomics)) {
  const func = atomics[name]
  atomics[name] = (/** @type {unknown[]} */ ...args) =>
    watched('count', () => func(...args))
}

const file = process.env.EXERCISE ?? './exercise.js'
const module = await import(new URL(file, import.meta.url).href)
const { LatestPosition } = module

const PARTS = ['latitude', 'longitude', 'time']

/** @param {number} number @returns {any} whose parts are all of one position */
const position = (number) => ({
  latitude: number,
  longitude: -number,
  time: number * 2,
})

/** A writer and a reader, as two threads would have them. */
function makeMemory() {
  const count = new Int32Array(new SharedArrayBuffer(4))
  const cells = new Float64Array(new SharedArrayBuffer(24))
  const side = () =>
    new LatestPosition(count, {
      get: (/** @type {number} */ index) =>
        watched(`get ${PARTS[index]}`, () => cells[index]),
      set: (/** @type {number} */ index, /** @type {number} */ value) =>
        watched(`set ${PARTS[index]}`, () => {
          cells[index] = value
        }),
    })
  return { writer: side(), reader: side(), side, count }
}

/** Does something once, before a step. @param {string} at @param {() => void} act */
function interrupt(at, act) {
  watch.before = (step) => {
    if (step !== at) return
    watch.before = () => {}
    act()
  }
}

test('a reader gets the position that was written last', () => {
  const { writer, reader } = makeMemory()
  for (const number of [1, 2.5, 1e300]) {
    writer.write(position(number))
    assert.deepEqual(reader.tryRead(), position(number))
    assert.deepEqual(reader.tryRead(), position(number), 'once more')
  }
})

test('what one side knows is in the memory, where the other finds it', () => {
  const { side } = makeMemory()
  for (const number of [1, 2, 3]) {
    side().write(position(number))
    assert.deepEqual(side().tryRead(), position(number))
  }
})

for (const part of PARTS) {
  test(`a reader that comes before the ${part} is written gets nothing`, () => {
    const { writer, reader } = makeMemory()
    writer.write(position(1))
    assert.deepEqual(reader.tryRead(), position(1), 'beforehand')
    /** @type {unknown} */
    let read = 'never asked'
    interrupt(`set ${part}`, () => {
      read = reader.tryRead()
    })
    writer.write(position(2))
    assert.equal(read, undefined)
    assert.deepEqual(reader.tryRead(), position(2), 'afterwards')
  })

  test(`a reader gets nothing if a write comes before it reads the ${part}`, () => {
    const { writer, reader } = makeMemory()
    writer.write(position(1))
    assert.deepEqual(reader.tryRead(), position(1), 'beforehand')
    interrupt(`get ${part}`, () => writer.write(position(2)))
    assert.equal(reader.tryRead(), undefined)
    assert.deepEqual(reader.tryRead(), position(2), 'afterwards')
  })
}

test('a reader gets nothing if two writes come while it reads', () => {
  const { writer, reader } = makeMemory()
  writer.write(position(1))
  interrupt('get longitude', () => {
    writer.write(position(2))
    writer.write(position(3))
  })
  assert.equal(reader.tryRead(), undefined)
})

test('a reader changes nothing, so there may be any number of them', () => {
  const { writer, reader, count } = makeMemory()
  writer.write(position(1))
  const [before] = count
  watch.after = () => assert.equal(count[0], before)
  reader.tryRead()
  assert.equal(count[0], before)
})

test('the writer changes the count with Atomics', () => {
  const { writer, count } = makeMemory()
  let atomically = 0
  watch.before = () => {
    assert.equal(count[0], atomically, 'changed in another way')
  }
  watch.after = () => {
    atomically = count[0]
  }
  for (const number of [1, 2]) writer.write(position(number))
  assert.equal(count[0], atomically, 'changed in another way')
  assert.notEqual(count[0], 0)
})

test('the reader looks at the count with Atomics, first and last', () => {
  const { writer, reader } = makeMemory()
  writer.write(position(1))
  /** @type {string[]} */
  const steps = []
  watch.after = (step) => steps.push(step)
  reader.tryRead()
  assert.deepEqual([steps.at(0), steps.at(-1)], ['count', 'count'])
  const numbers = steps.filter((step) => step !== 'count')
  assert.deepEqual(numbers.sort(), PARTS.map((part) => `get ${part}`).sort())
})

test('all of this still holds when the count overflows', () => {
  const { writer, reader, count } = makeMemory()
  count[0] = 2 ** 31 - 4
  for (let number = 1; number <= 6; number += 2) {
    /** @type {unknown} */
    let read = 'never asked'
    interrupt('set time', () => {
      read = reader.tryRead()
    })
    writer.write(position(number))
    assert.equal(read, undefined, `during write ${number}`)
    interrupt('get time', () => writer.write(position(number + 1)))
    assert.equal(reader.tryRead(), undefined, `around write ${number + 1}`)
    assert.deepEqual(reader.tryRead(), position(number + 1), 'afterwards')
  }
})
