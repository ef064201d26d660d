import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { share, simulate } = await import(new URL(file, import.meta.url).href)

/** @typedef {{ name: string, time: number, key?: string }} Task */

/**
 * Tasks of 1 ms, by letters: a capital one has a key.
 *
 * @param {string} names
 * @param {number} [first] how long the first one takes
 * @returns {Task[]}
 */
const tasksOf = (names, first = 1) =>
  [...names].map((name, i) => ({
    name,
    time: i === 0 ? first : 1,
    ...(name < 'a' ? { key: 'Ios' } : {}),
  }))

/** @param {Task[][]} lists @returns {string[]} the names in each */
const namesIn = (lists) =>
  lists.map((list) => list.map(({ name }) => name).join(''))

/** @param {string[]} names in each list @returns {string[]} after sharing */
function shared(...names) {
  const lists = names.map((each) => tasksOf(each))
  share(lists)
  return namesIn(lists)
}

/** @param {string[]} names in each list @returns {string} all, sorted */
const sorted = (names) => [...names.join('')].sort().join('')

test('an idle thread gets something to do', () => {
  const [one, other] = shared('abcdefgh', '')
  assert.notEqual(other, '')
  assert.equal(sorted([one, other]), 'abcdefgh')
})

test('it gets the only task that has not begun, too', () => {
  assert.deepEqual(shared('ab', ''), ['a', 'b'])
  assert.deepEqual(shared('', 'ab'), ['b', 'a'])
})

test('a task that has begun stays where it is', () => {
  assert.deepEqual(shared('a', '', 'b'), ['a', '', 'b'])
  assert.equal(shared('abcd', '')[0][0], 'a')
})

test('a thread that has something to do is left alone', () => {
  assert.deepEqual(shared('abcdefgh', 'i'), ['abcdefgh', 'i'])
})

test('all who are idle get something, if there is enough', () => {
  for (const names of shared('abcde', '', '', '', '')) {
    assert.equal(names.length, 1)
  }
  const some = shared('', 'abc', '', '', 'd')
  assert.deepEqual(some.map(({ length }) => length).sort(), [0, 1, 1, 1, 1])
})

test('tasks keep their order in each list', () => {
  for (const names of shared('abcdefgh', '', 'ijk', '')) {
    assert.equal(names, sorted([names]))
  }
})

test('a task with a key stays where it is, and others go past it', () => {
  assert.deepEqual(shared('abCD', ''), ['aCD', 'b'])
  assert.deepEqual(shared('aBCD', ''), ['aBCD', ''])
})

test('a long list with nothing to give does not hide a shorter one', () => {
  assert.deepEqual(shared('aBCDEF', 'gh', ''), ['aBCDEF', 'g', 'h'])
})

test('two tasks may have the same name', () => {
  const lists = [tasksOf('aaaa'), tasksOf(''), tasksOf('')]
  share(lists)
  assert.equal(new Set(lists.flat()).size, 4)
})

test('without a thread there is nothing to share', () => {
  assert.deepEqual(shared(), [])
  assert.deepEqual(shared(''), [''])
})

test('short tasks behind a long one are done before it is', () => {
  const { ends, threads } = simulate([
    tasksOf('abcdefgh', 100),
    tasksOf('x'),
    tasksOf(''),
  ])
  assert.deepEqual([ends.a, threads.a], [100, 0])
  for (const name of 'abcdefgh'.slice(1)) {
    assert.ok(ends[name] < 10, `${name} is over at ${ends[name]}`)
  }
})

test('tasks with a key wait for the thread that they belong to', () => {
  const { ends, threads } = simulate([tasksOf('lABab', 100), tasksOf('')])
  assert.deepEqual([ends.A, ends.B], [101, 102])
  assert.deepEqual([threads.A, threads.B], [0, 0])
  assert.ok(ends.a < 10 && ends.b < 10)
})

/** @param {number} seed @returns {(below: number) => number} the same always */
function chance(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** @param {(below: number) => number} random @returns {Task[][]} */
function someLists(random) {
  let number = 0
  return Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: random(3) === 0 ? 0 : random(12) }, () => ({
      name: `task ${++number}`,
      time: 1 + random(9),
      ...(random(3) === 0 ? { key: 'Ios' } : {}),
    })),
  )
}

test('of 300 pools, none has an idle thread and a task for it', () => {
  const random = chance(15)
  for (let i = 0; i < 300; i++) {
    const lists = someLists(random)
    const tasks = lists.flat()
    share(lists)
    const names = (/** @type {Task[]} */ all) => all.map(({ name }) => name)
    assert.deepEqual(
      names(lists.flat()).sort(),
      names(tasks).sort(),
      'each is in one list',
    )
    const rest = lists.flatMap((list) => list.slice(1))
    const mayMove = rest.some(({ key }) => key === undefined)
    const isIdle = lists.some((list) => list.length === 0)
    assert.ok(!(mayMove && isIdle), `pool ${i}: ${namesIn(lists).join(' | ')}`)
  }
})

test('in 300 pools, each task is done once', () => {
  const random = chance(2015)
  for (let i = 0; i < 300; i++) {
    const lists = someLists(random)
    const names = lists.flat().map(({ name }) => name)
    const { ends } = simulate(lists)
    assert.deepEqual(Object.keys(ends).sort(), names.sort())
  }
})
