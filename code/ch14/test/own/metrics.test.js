import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { Board, keepMetrics, sum } from '../../lib/cluster/metrics.js'

const figures = (some = {}) => ({
  rss: 10,
  heapUsed: 5,
  loopDelay: 1,
  connections: 2,
  requests: 3,
  ...some,
})
/** @param {number} id @returns {any} what the primary tells of a worker */
const info = (id) => ({ id, pid: id * 10 })

test('sums are sums, and of delays the worst', () => {
  const all = [figures({ loopDelay: 7 }), figures({ requests: 40 })]
  assert.deepEqual(sum(all), {
    rss: 20,
    heapUsed: 10,
    loopDelay: 7,
    connections: 4,
    requests: 43,
  })
  assert.equal(sum([]).requests, 0)
})

test('of each worker the last figures are kept, with their age', () => {
  let time = 0
  const board = new Board(() => time)
  board.record(10, figures({ requests: 1 }))
  board.record(20, figures())
  time = 300
  board.record(10, figures({ requests: 100 }))
  time = 1000.4
  // The third has told nothing yet.
  const { workers, total } = board.read([info(1), info(2), info(3)])
  const seen = workers.map(({ id, pid, requests, figuresAge }) => ({
    ...{ id, pid, requests, figuresAge },
  }))
  assert.deepEqual(seen, [
    { id: 1, pid: 10, requests: 100, figuresAge: 700 },
    { id: 2, pid: 20, requests: 3, figuresAge: 1000 },
  ])
  assert.equal(total.requests, 103)
})

test('requests of a worker that is gone stay in the sum, its memory does not', () => {
  const cluster = /** @type {any} */ (new EventEmitter())
  const board = keepMetrics(cluster)
  const tell = (/** @type {string} */ velocy) =>
    cluster.emit('message', info(1), { velocy, figures: figures() })
  tell('heartbeat')
  tell('lines')
  tell('heartbeat')
  cluster.emit('exit', info(2))
  cluster.emit('exit', info(1))
  const { workers, total } = board.read([])
  assert.deepEqual(workers, [])
  const nothing = { rss: 0, heapUsed: 0, loopDelay: 0, connections: 0 }
  assert.deepEqual(total, figures(nothing))
  // Once is enough.
  cluster.emit('exit', info(1))
  assert.equal(board.read([]).total.requests, 3)
})
