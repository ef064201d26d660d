import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const module = await import(new URL(file, import.meta.url).href)
const { limitConcurrency, QueueFullError } = module

/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** @param {unknown} error */
const nameOf = (error) =>
  error instanceof QueueFullError ? 'full' : /** @type {any} */ (error).message

/**
 * Functions that go on until the test ends them, by their number.
 *
 * @param {number} concurrency
 * @param {number} maxQueue
 */
function limited(concurrency, maxQueue) {
  const limit = limitConcurrency(concurrency, maxQueue)
  /** @type {number[]} */
  const begun = []
  /** @type {PromiseWithResolvers<any>[]} */
  const ends = []
  /** @type {any[]} what the callers have got */
  const got = []
  /** @param {number} number @param {() => unknown} func */
  const call = (number, func) => {
    got[number] = 'nothing yet'
    const settled = (/** @type {any} */ result) => {
      got[number] = result
    }
    try {
      limit(func).then(settled, (/** @type {any} */ error) =>
        settled(nameOf(error)),
      )
    } catch {
      settled('an error that is thrown, and no promise that rejects')
    }
  }
  /** @param {...number} numbers */
  const run = async (...numbers) => {
    for (const number of numbers) {
      ends[number] = Promise.withResolvers()
      call(number, () => {
        begun.push(number)
        return ends[number].promise
      })
    }
    await settle()
  }
  /** @param {...number} numbers */
  const end = async (...numbers) => {
    for (const number of numbers) ends[number].resolve(`picture ${number}`)
    await settle()
  }
  /** @param {number} number @param {string} message */
  const fail = async (number, message) => {
    ends[number].reject(new Error(message))
    await settle()
  }
  return { call, run, end, fail, begun, got }
}

test('if there is room for all, all of them run at once', async () => {
  const { run, end, begun, got } = limited(3, 0)
  await run(0, 1, 2)
  assert.deepEqual(begun, [0, 1, 2])
  await end(2, 0, 1)
  assert.deepEqual(got, ['picture 0', 'picture 1', 'picture 2'])
})

test('no more than the limit run at once', async () => {
  const { run, begun } = limited(2, 9)
  await run(0, 1, 2, 3, 4)
  assert.deepEqual(begun, [0, 1])
})

test('as one ends, the next begins, and does not wait for others', async () => {
  const { run, begun, end } = limited(2, 9)
  await run(0, 1, 2, 3, 4)
  await end(1)
  assert.deepEqual(begun, [0, 1, 2], '1 has ended')
  await end(2)
  assert.deepEqual(begun, [0, 1, 2, 3], '2 has ended')
  await end(0, 3)
  assert.deepEqual(begun, [0, 1, 2, 3, 4], 'all but 4 have ended')
})

test('each caller gets the result of its own function', async () => {
  const { run, end, got } = limited(1, 9)
  await run(0, 1, 2)
  await end(0)
  assert.deepEqual(got, ['picture 0', 'nothing yet', 'nothing yet'])
  await end(1)
  await end(2)
  assert.deepEqual(got, ['picture 0', 'picture 1', 'picture 2'])
})

test('a function may return a value that is no promise', async () => {
  const { call, got } = limited(1, 9)
  for (const [number, value] of ['Ios', 0, undefined].entries()) {
    call(number, () => value)
  }
  await settle()
  assert.deepEqual(got, ['Ios', 0, undefined])
})

test('after one that fails, the next begins', async () => {
  const { run, fail, begun, got } = limited(1, 9)
  await run(0, 1)
  await fail(0, 'no picture')
  assert.deepEqual(begun, [0, 1])
  assert.deepEqual(got, ['no picture', 'nothing yet'])
})

test('the error of one that had to wait goes to its own caller', async () => {
  const { run, end, fail, got } = limited(1, 9)
  await run(0, 1)
  await end(0)
  await fail(1, 'half a picture')
  assert.deepEqual(got, ['picture 0', 'half a picture'])
})

test('one that throws before it has a promise has ended, too', async () => {
  const { call, got } = limited(1, 9)
  for (const number of [0, 1]) {
    call(number, () => {
      throw new Error(`no address ${number}`)
    })
  }
  call(2, () => 'Ios')
  await settle()
  assert.deepEqual(got, ['no address 0', 'no address 1', 'Ios'])
})

test('as many as the queue allows may wait, and no more', async () => {
  const { run, end, got } = limited(2, 1)
  await run(0, 1, 2, 3)
  assert.deepEqual(got.slice(2), ['nothing yet', 'full'])
  await end(0)
  await run(4, 5)
  assert.deepEqual(got.slice(4), ['nothing yet', 'full'])
  await end(1, 2)
  await end(4)
  assert.equal(got[4], 'picture 4')
})

test('one that is refused never runs, and makes no room', async () => {
  const { run, end, begun, got } = limited(1, 1)
  await run(0, 1, 2, 3)
  assert.deepEqual(got.slice(2), ['full', 'full'])
  assert.deepEqual(begun, [0], 'while 0 runs')
  await end(0)
  await end(1)
  assert.deepEqual(begun, [0, 1], 'when all have ended')
})

test('without a queue, one that finds no room is refused', async () => {
  const { run, end, begun, got } = limited(1, 0)
  await run(0, 1)
  assert.equal(got[1], 'full')
  await end(0)
  await run(2)
  assert.deepEqual(begun, [0, 2])
})

test('one that comes just as another ends stands behind the others', async () => {
  const { call, run, end, begun } = limited(1, 9)
  /** @type {PromiseWithResolvers<void>} */
  const first = Promise.withResolvers()
  call(0, () => first.promise)
  await run(1)
  // Some microtasks later each, so that one of them finds the gap, if any.
  let later = first.promise
  for (let number = 2; number < 12; number++) {
    later = later.then(() => {
      run(number)
    })
  }
  first.resolve()
  await settle()
  assert.deepEqual(begun, [1])
  await end(1)
  assert.deepEqual(begun, [1, 2])
})

test('when all have ended, as many as before may run', async () => {
  const { run, end, begun } = limited(2, 1)
  for (const first of [0, 10, 20]) {
    begun.length = 0
    await run(first, first + 1, first + 2)
    assert.deepEqual(begun, [first, first + 1])
    await end(first, first + 1)
    await end(first + 2)
  }
})
