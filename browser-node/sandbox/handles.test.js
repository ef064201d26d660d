import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as handles from './handles.js'

test('what is held keeps the program alive until it is let go', () => {
  /** @type {boolean[]} */
  const told = []
  handles.setHost(host({ keepAlive: (alive) => told.push(alive) }))
  const first = handles.hold()
  const second = handles.hold()
  assert.equal(handles.activeHandles(), 2)
  first()
  first()
  assert.equal(handles.activeHandles(), 1)
  second()
  assert.deepEqual(told, [true, false])
})

test('a failed test is remembered, one that is to do is not', () => {
  handles.setHost(host({}))
  const event = /** @type {any} */ ({ type: 'fail', todo: true })
  handles.emitTest(event)
  handles.emitTest({ ...event, type: 'pass' })
  assert.equal(handles.testFailed(), false)
  handles.emitTest({ ...event, todo: false })
  assert.equal(handles.testFailed(), true)
})

/**
 * @param {Partial<import('./handles.js').Host>} some
 * @returns {import('./handles.js').Host}
 */
const host = (some) => ({
  print() {},
  emitTest() {},
  exit: () => {
    throw new Error('exited')
  },
  keepAlive() {},
  sourceOf: () => null,
  ...some,
})
