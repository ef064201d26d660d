import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { timesOf } = await import(new URL(file, import.meta.url).href)

/**
 * A profile of calls, written as [name, µs of its own, ...what it calls].
 *
 * @param {any[]} call
 */
function profileOf(call) {
  /** @type {any[]} */
  const nodes = []
  /** @type {number[]} */
  const samples = []
  /** @type {number[]} */
  const timeDeltas = []
  /** @param {any[]} call @returns {number} */
  const add = ([functionName, self, ...calls]) => {
    const node = { id: nodes.length + 1, callFrame: { functionName } }
    nodes.push(node)
    const children = calls.map(add)
    if (children.length > 0) Object.assign(node, { children })
    if (self > 0) {
      samples.push(node.id)
      timeDeltas.push(self)
    }
    return node.id
  }
  add(call)
  return { nodes, samples, timeDeltas }
}

/** @param {any[]} call */
const timesIn = (call) => Object.fromEntries(timesOf(profileOf(call)))

test('a function has the time of what it calls in its total', () => {
  assert.deepEqual(
    timesIn(['main', 5, ['find', 10, ['slice', 20]], ['send', 40]]),
    {
      main: { self: 5, total: 75 },
      find: { self: 10, total: 30 },
      slice: { self: 20, total: 20 },
      send: { self: 40, total: 40 },
    },
  )
})

test('one that was never running has the time of what it called', () => {
  assert.deepEqual(timesIn(['main', 0, ['find', 7]]), {
    main: { self: 0, total: 7 },
    find: { self: 7, total: 7 },
  })
})

test('one that is called in two ways has one entry', () => {
  const times = timesIn(['main', 1, ['a', 2, ['slice', 4]], ['slice', 8]])
  assert.deepEqual(times.slice, { self: 12, total: 12 })
  assert.deepEqual(times.a, { self: 2, total: 6 })
})

test('one that calls itself is not counted twice', () => {
  const times = timesIn(['main', 1, ['walk', 2, ['walk', 4, ['walk', 8]]]])
  assert.deepEqual(times.walk, { self: 14, total: 14 })
  assert.deepEqual(times.main, { self: 1, total: 15 })
})

test('nor are two that call each other', () => {
  const times = timesIn(['main', 1, ['a', 2, ['b', 4, ['a', 8]]]])
  assert.deepEqual(times.a, { self: 10, total: 14 })
  assert.deepEqual(times.b, { self: 4, total: 12 })
})

test('a node that was looked at several times adds up', () => {
  const nodes = [{ id: 9, callFrame: { functionName: 'main' } }]
  const profile = { nodes, samples: [9, 9, 9], timeDeltas: [1, 2, 3] }
  assert.deepEqual(timesOf(profile).get('main'), { self: 6, total: 6 })
})
