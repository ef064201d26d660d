import assert from 'node:assert/strict'
import test from 'node:test'
import { describeMachine, divideCores, parseCoreList } from './machine.js'
import { parsePsTime } from './processes.js'

test('core lists are read as the kernel writes them', () => {
  assert.deepEqual(parseCoreList('0-3,6\n'), [0, 1, 2, 3, 6])
  assert.deepEqual(parseCoreList(''), [])
})

test('server and client get different cores where there are enough', () => {
  const single = divideCores([0, 1, 2, 3], 1, 1)
  assert.deepEqual([single.server, single.client], [[3], [2]])
  const both = divideCores([0, 1, 2, 3], 2, 2)
  assert.deepEqual(
    [both.server, both.client],
    [
      [2, 3],
      [0, 1],
    ],
  )
  assert.equal(both.note, '')
})

test('too few cores are said, not hidden', () => {
  const two = divideCores([0, 1], 2, 2)
  assert.deepEqual([two.server, two.client, two.shared], [[0, 1], [0, 1], true])
  assert.match(two.note, /share the 2 cores/)
  const three = divideCores([0, 1, 2], 2, 2)
  assert.deepEqual(
    [three.server, three.client, three.shared],
    [[1, 2], [0], false],
  )
  assert.match(three.note, /1 of the 2 cores/)
  assert.match(divideCores([0], 1, 1).note, /one core/)
  assert.match(divideCores([], 1, 1).note, /cannot be chosen/)
})

test('the machine is described', () => {
  const machine = describeMachine()
  assert.ok(machine.cores > 0 && machine.memory > 0)
  for (const text of [machine.cpu, machine.os, machine.kernel]) assert.ok(text)
})

test('the times of ps are read', () => {
  assert.equal(parsePsTime('1:02.50'), 62.5)
  assert.equal(parsePsTime('01:00:01'), 3601)
  assert.equal(parsePsTime('2-00:00:01'), 172_801)
})
