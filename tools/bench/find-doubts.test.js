import assert from 'node:assert/strict'
import test from 'node:test'
import { programDoubts, serverDoubts } from './find-doubts.js'
import { doubtText } from './table.js'

/** @param {Record<string, number>} changes */
const summaryWith = (changes) => {
  const usual = { rps: 1000, serverCpu: 99, clientCpu: 50, inFlight: 64 }
  /** @type {Record<string, any>} */
  const summary = { 'lag.p99': { median: 10 } }
  for (const [name, median] of Object.entries({ ...usual, ...changes })) {
    summary[name] = { median, min: median, max: median, spread: 0 }
  }
  return summary
}

const usual = { threads: 1, connections: 64, processes: 1 }
const quiet = { shared: false, otherCpu: 0, memoryKind: 'pss' }

/** @param {import('../results/doubts.js').Doubt[]} doubts */
const words = (doubts) => doubts.map(doubtText).join('\n')

test('a quiet run of an idle machine leaves nothing to doubt', () => {
  assert.deepEqual(serverDoubts(summaryWith({}), usual, quiet), [])
})

test('a client that is the limit and a broken law are doubted', () => {
  /** @param {Record<string, number>} changes */
  const of = (changes) =>
    words(serverDoubts(summaryWith(changes), usual, quiet))
  assert.match(
    of({ clientCpu: 98, serverCpu: 70 }),
    /^The client was the limit: .* \(client 98%, server 70%\)$/,
  )
  assert.equal(of({ clientCpu: 98, serverCpu: 99 }), '')
  assert.match(
    of({ inFlight: 33 }),
    /^Fewer requests were in flight .* \(33 of 64\)$/,
  )
  assert.match(of({ inFlight: 200 }), /cannot be.* \(200 on 64\)$/)
})

test('a store that is the limit is doubted, with the client beside it', () => {
  /** @param {Record<string, number>} changes @param {boolean} storeShares */
  const of = (changes, storeShares) => {
    const summary = summaryWith({ serverCpu: 70, clientCpu: 30, ...changes })
    return words(serverDoubts(summary, usual, { ...quiet, storeShares }))
  }
  const limit = /^The store was the limit: .*store 68%/
  assert.match(of({ storeCpu: 68 }, true), limit)
  assert.equal(of({ storeCpu: 68 }, false), '')
  assert.match(of({ storeCpu: 97 }, false), /store 97%, client beside it 0%/)
  assert.equal(of({ storeCpu: 97, serverCpu: 99 }, false), '')
  assert.equal(of({}, true), '')
})

test('cores left idle and memory counted twice are doubted of several processes', () => {
  const two = { ...usual, processes: 2 }
  /** @param {number} serverCpu */
  const onTwo = (serverCpu) =>
    words(serverDoubts(summaryWith({ serverCpu }), two, quiet))
  assert.match(onTwo(101), /^Cores were left idle: .* \(used 1 of 2\)$/)
  assert.equal(onTwo(174), '')
  const resident = { ...quiet, memoryKind: 'rss' }
  const doubts = serverDoubts(summaryWith({ serverCpu: 174 }), two, resident)
  assert.deepEqual(doubts, [{ kind: 'shared-pages' }])
  assert.deepEqual(serverDoubts(summaryWith({}), usual, resident), [])
})

test('a busy machine is doubted, unless client and server share its cores', () => {
  const busy = { ...quiet, otherCpu: 1 }
  const doubts = serverDoubts(summaryWith({}), usual, busy)
  assert.deepEqual(doubts, [{ kind: 'busy-machine', cores: 1 }])
  const shared = { ...busy, shared: true }
  assert.deepEqual(serverDoubts(summaryWith({}), usual, shared), [])
})

test('an open loop is doubted for its own reasons', () => {
  const open = { ...usual, rate: 2000 }
  const late = {
    ...summaryWith({ clientCpu: 100 }),
    'lag.p99': { median: 1500 },
  }
  assert.deepEqual(serverDoubts(late, open, quiet), [
    { kind: 'client-late', ms: 1.5 },
    { kind: 'too-slow', rate: 2000, rps: 1000 },
  ])
  const beside = { ...quiet, storeShares: true }
  const turning = summaryWith({ rps: 2000, clientCpu: 94, storeCpu: 6 })
  const idle = { ...turning, serverCpu: { median: 20 } }
  assert.deepEqual(serverDoubts(idle, open, beside), [])
})

test('rounds that differ are doubted, of each metric of a program', () => {
  const summary = { 'ns.hit': { spread: 0.2 }, 'ns.miss': { spread: 0.05 } }
  assert.deepEqual(programDoubts(summary, { otherCpu: 0.5, isPinned: false }), [
    { kind: 'not-pinned' },
    { kind: 'busy-machine', cores: 0.5 },
    { kind: 'unsteady', metric: 'ns.hit', spread: 0.2 },
  ])
})
