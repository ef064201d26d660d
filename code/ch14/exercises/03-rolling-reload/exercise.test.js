import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Reloader } = await import(new URL(file, import.meta.url).href)

/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/**
 * A cluster of workers that start, and stop, when the test says so.
 *
 * @param {number} count
 */
function clusterOf(count) {
  let started = 0
  /** @type {string[]} */
  const broken = []
  const state = { ready: count, alive: count, fewest: count, most: count }
  const note = () => {
    state.fewest = Math.min(state.fewest, state.ready)
    state.most = Math.max(state.most, state.alive)
  }
  /** What is under way: each is called to let it happen. */
  const starts = /** @type {((error?: Error) => void)[]} */ ([])
  const stops = /** @type {(() => void)[]} */ ([])

  /** @param {string} name */
  const workerOf = (name) => ({
    name,
    isStopped: false,
    stop() {
      if (this.isStopped) broken.push(`${name} is stopped twice`)
      this.isStopped = true
      state.ready--
      note()
      return new Promise((/** @type {(value?: any) => void} */ resolve) => {
        stops.push(() => {
          state.alive--
          resolve()
        })
      })
    },
  })
  const start = () => {
    const name = `new ${++started}`
    state.alive++
    note()
    return new Promise((resolve, reject) => {
      starts.push((error) => {
        if (error) state.alive--
        else state.ready++
        if (error) reject(error)
        else resolve(workerOf(name))
      })
    })
  }
  const workers = Array.from({ length: count }, (_, i) =>
    workerOf(`old ${i + 1}`),
  )
  const reloader = new Reloader(workers, start)
  const names = () => workers.map(({ name }) => name)

  /** Lets all that is under way happen, and all that follows from it. */
  async function run() {
    for (let idle = 0; idle < 2; ) {
      await settle()
      const happens = starts.shift() ?? stops.shift()
      idle = happens ? 0 : idle + 1
      happens?.()
    }
  }
  return { reloader, state, starts, stops, names, broken, run }
}

/** @param {Promise<void>} promise */
function watch(promise) {
  const watched = { is: 'pending' }
  promise.then(
    () => {
      watched.is = 'done'
    },
    (error) => {
      watched.is = error.message
    },
  )
  return watched
}

test('all workers are replaced, each in its place', async () => {
  const { reloader, names, run, broken } = clusterOf(3)
  const reload = watch(reloader.reload())
  await run()
  assert.equal(reload.is, 'done')
  assert.deepEqual(names(), ['new 1', 'new 2', 'new 3'])
  assert.deepEqual(broken, [])
})

test('never fewer are ready than there are places', async () => {
  const { reloader, state, run } = clusterOf(3)
  watch(reloader.reload())
  await run()
  assert.equal(state.fewest, 3)
})

test('there is never more than one besides', async () => {
  const { reloader, state, run } = clusterOf(4)
  watch(reloader.reload())
  await run()
  assert.equal(state.most, 5)
})

test('an old worker is stopped when the new one is ready', async () => {
  const { reloader, starts, stops, names } = clusterOf(2)
  watch(reloader.reload())
  await settle()
  assert.deepEqual([starts.length, stops.length], [1, 0])
  starts.shift()?.()
  await settle()
  assert.deepEqual([starts.length, stops.length], [0, 1])
  assert.deepEqual(names(), ['new 1', 'old 2'], 'as soon as it is ready')
})

test('the next one starts when the old one is gone', async () => {
  const { reloader, starts, stops } = clusterOf(2)
  const reload = watch(reloader.reload())
  await settle()
  starts.shift()?.()
  await settle()
  assert.equal(starts.length, 0)
  stops.shift()?.()
  await settle()
  assert.equal(starts.length, 1)
  starts.shift()?.()
  await settle()
  assert.equal(reload.is, 'pending', 'the last old one is not gone yet')
  stops.shift()?.()
  await settle()
  assert.equal(reload.is, 'done')
})

test('a version that does not start leaves everybody in place', async () => {
  const { reloader, starts, state, names, run } = clusterOf(3)
  const reload = watch(reloader.reload())
  await settle()
  starts.shift()?.(new Error('no such module'))
  await run()
  assert.equal(reload.is, 'no such module')
  assert.deepEqual(names(), ['old 1', 'old 2', 'old 3'])
  assert.equal(state.fewest, 3)
})

test('what is new already stays when a later one does not start', async () => {
  const { reloader, starts, stops, state, names, run } = clusterOf(3)
  const reload = watch(reloader.reload())
  await settle()
  starts.shift()?.()
  await settle()
  stops.shift()?.()
  await settle()
  starts.shift()?.(new Error('out of memory'))
  await run()
  assert.equal(reload.is, 'out of memory')
  assert.deepEqual(names(), ['new 1', 'old 2', 'old 3'])
  assert.deepEqual([state.ready, state.alive], [3, 3])
})

test('after one that has failed, or succeeded, there can be another', async () => {
  const { reloader, starts, names, run } = clusterOf(2)
  const failed = watch(reloader.reload())
  await settle()
  starts.shift()?.(new Error('no'))
  await run()
  assert.equal(failed.is, 'no')
  for (const expected of [
    ['new 2', 'new 3'],
    ['new 4', 'new 5'],
  ]) {
    const reload = watch(reloader.reload())
    await run()
    assert.equal(reload.is, 'done')
    assert.deepEqual(names(), expected)
  }
})

test('who asks during a reload gets another, after it', async () => {
  const { reloader, starts, stops, state, names, run } = clusterOf(2)
  const first = watch(reloader.reload())
  await settle()
  const second = watch(reloader.reload())
  await settle()
  assert.equal(starts.length, 1, 'only one of them has begun')
  for (let i = 0; i < 2; i++) {
    starts.shift()?.()
    await settle()
    stops.shift()?.()
    await settle()
  }
  assert.deepEqual([first.is, second.is], ['done', 'pending'])
  await run()
  assert.equal(second.is, 'done')
  assert.deepEqual(names(), ['new 3', 'new 4'])
  assert.deepEqual([state.fewest, state.most], [2, 3])
})

test('all who ask during a reload share one', async () => {
  const { reloader, names, run } = clusterOf(2)
  const reloads = [watch(reloader.reload())]
  await settle()
  for (let i = 0; i < 5; i++) reloads.push(watch(reloader.reload()))
  await run()
  assert.deepEqual([...new Set(reloads.map(({ is }) => is))], ['done'])
  assert.deepEqual(names(), ['new 3', 'new 4'])
})

test('who asks during the second of them gets a third', async () => {
  const { reloader, starts, stops, names, run } = clusterOf(1)
  watch(reloader.reload())
  await settle()
  const second = watch(reloader.reload())
  starts.shift()?.()
  await settle()
  stops.shift()?.()
  await settle()
  assert.equal(starts.length, 1, 'the second has begun')
  const third = watch(reloader.reload())
  await run()
  assert.deepEqual([second.is, third.is], ['done', 'done'])
  assert.deepEqual(names(), ['new 3'])
})

test('one that waits for a failing one begins, too', async () => {
  const { reloader, starts, names, run } = clusterOf(2)
  const first = watch(reloader.reload())
  await settle()
  const second = watch(reloader.reload())
  starts.shift()?.(new Error('half a file'))
  await run()
  assert.deepEqual([first.is, second.is], ['half a file', 'done'])
  assert.deepEqual(names(), ['new 2', 'new 3'])
})
