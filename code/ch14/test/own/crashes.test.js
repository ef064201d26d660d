import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { Refilling } from '../../lib/cluster/crashes.js'

const RESTART = { delay: 100, maxDelay: 1000, healthyAfter: 500, breaker: 3 }

/**
 * Places that start nothing, and a clock that is told to go on.
 *
 * @param {import('node:test').TestContext} t
 */
function refilling(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(Math, 'random', () => 0)
  const places = [1, 2].map((id) => ({
    id,
    child: /** @type {unknown} */ (undefined),
    start: t.mock.fn(async () => {}),
  }))
  const settings = { restart: RESTART }
  const cluster = Object.assign(new EventEmitter(), { settings, places })
  new Refilling(/** @type {any} */ (cluster))
  /** @param {number} id @param {string} reason */
  const leave = (id, reason) => {
    cluster.emit('vacancy', places[id - 1], { reason })
  }
  const starts = () => places.map(({ start }) => start.mock.callCount())
  return { cluster, places, leave, starts }
}

test('a place that somebody has left is filled at once', (t) => {
  const { leave, starts } = refilling(t)
  for (const reason of ['signal', 'age', 'memory', 'reload']) leave(1, reason)
  t.mock.timers.tick(1)
  assert.deepEqual(starts(), [1, 0])
})

test('a place waits after a crash, whatever that was', (t) => {
  const { leave, starts } = refilling(t)
  for (const reason of ['crash', 'hung']) {
    const [before] = starts()
    leave(1, reason)
    t.mock.timers.tick(99)
    assert.deepEqual(starts(), [before, 0])
    t.mock.timers.tick(101)
    assert.deepEqual(starts(), [before + 1, 0])
  }
})

test('a place that a reload has filled is not filled again', (t) => {
  const { leave, places, starts } = refilling(t)
  leave(1, 'crash')
  places[0].child = {}
  t.mock.timers.tick(1000)
  assert.deepEqual(starts(), [0, 0])
})

test('a worker that lives has its place begin anew, and only then', (t) => {
  const { cluster, leave, starts } = refilling(t)
  leave(1, 'crash')
  t.mock.timers.tick(100)
  cluster.emit('ready', { id: 1 })
  t.mock.timers.tick(499)
  leave(1, 'crash')
  t.mock.timers.tick(199)
  assert.deepEqual(starts(), [1, 0])
  t.mock.timers.tick(1)
  cluster.emit('ready', { id: 1 })
  t.mock.timers.tick(500)
  leave(1, 'crash')
  t.mock.timers.tick(100)
  assert.deepEqual(starts(), [3, 0])
})

test('when one lives, those that took turns are started', (t) => {
  const { cluster, leave, starts } = refilling(t)
  /** @type {unknown[]} */
  const told = []
  cluster.on('breaker', (breaker) => told.push(breaker))
  for (let i = 0; i < 4; i++) leave(1, 'crash')
  for (let i = 0; i < 3; i++) leave(2, 'crash')
  assert.deepEqual(told, [{ isOpen: true, id: 1, crashes: 3 }])
  cluster.emit('ready', { id: 1 })
  t.mock.timers.tick(500)
  assert.deepEqual(told[1], { isOpen: false, id: 1, crashes: 4 })
  t.mock.timers.tick(1)
  assert.deepEqual(starts(), [0, 1])
})

test('a cluster that closes fills no place', (t) => {
  const { cluster, leave, starts } = refilling(t)
  leave(1, 'crash')
  cluster.emit('closing')
  t.mock.timers.tick(1000)
  assert.deepEqual(starts(), [0, 0])
})
