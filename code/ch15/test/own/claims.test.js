import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Claims } from '../../lib/workers/claims.js'
import { SLOTS } from '../../lib/workers/limits.js'

test('who is second does not get it', () => {
  const claims = new Claims()
  const there = new Claims(claims.memory)
  claims.hand(7)
  assert.equal(there.begin(7), true)
  assert.equal(claims.takeBack(7), false)
  claims.hand(8)
  assert.equal(claims.takeBack(8), true)
  assert.equal(there.begin(8), false)
  assert.equal(there.begin(9), false)
})

test('only what has begun can be aborted', () => {
  const claims = new Claims()
  claims.hand(0)
  claims.abort(0)
  assert.equal(claims.isAborted(0), false)
  assert.equal(claims.begin(0), true)
  claims.abort(0)
  assert.equal(claims.isAborted(0), true)
  claims.hand(0)
  assert.equal(claims.isAborted(0), false)
})

test('two threads that reach for all: each is had by one of them', async () => {
  const claims = new Claims()
  const address = new URL('../../lib/workers/claims.js', import.meta.url)
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(address.href)}).then(({ Claims }) => {
      const claims = new Claims(workerData)
      parentPort.postMessage('ready')
      parentPort.on('message', () => {
        const mine = []
        claims.sleep(0)
        for (let slot = 0; slot < ${SLOTS}; slot++) {
          if (claims.begin(slot)) mine.push(slot)
        }
        parentPort.postMessage(mine)
        parentPort.close()
      })
    })`
  const worker = new Worker(code, { eval: true, workerData: claims.memory })
  await once(worker, 'message')
  for (let slot = 0; slot < SLOTS; slot++) claims.hand(slot)
  worker.postMessage('go')
  claims.wake()
  const mine = []
  for (let slot = SLOTS - 1; slot >= 0; slot--) {
    if (claims.takeBack(slot)) mine.push(slot)
  }
  const [theirs] = await once(worker, 'message')
  const all = [...mine, ...theirs].sort((a, b) => a - b)
  assert.deepEqual(
    all,
    Array.from({ length: SLOTS }, (_, slot) => slot),
  )
})

test('a bell that rings before one sleeps is heard', () => {
  const claims = new Claims()
  const heard = claims.wakeUps
  claims.wake()
  assert.equal(claims.sleep(heard, 10_000), true)
  assert.equal(claims.sleep(claims.wakeUps, 1), false)
})
