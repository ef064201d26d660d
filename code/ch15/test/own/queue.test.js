import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gate } from '../../lib/workers/gate.js'
import { TaskQueue } from '../../lib/workers/queue.js'
import { Task } from '../../lib/workers/task.js'

/** @param {number} number */
const taskOf = (number) => new Task(number, 'echo', number, {}, () => {})

/** @param {TaskQueue} queue */
function numbersOf(queue) {
  const numbers = []
  for (let task = queue.first; task; task = task.behind) {
    numbers.push(task.number)
  }
  return numbers
}

test('a task can leave the queue from anywhere', () => {
  for (const leaving of [0, 1, 2]) {
    const queue = new TaskQueue()
    const tasks = [0, 1, 2].map(taskOf)
    for (const task of tasks) queue.push(task)
    queue.remove(tasks[leaving])
    assert.equal(tasks[leaving].queue, undefined)
    const left = [0, 1, 2].filter((number) => number !== leaving)
    assert.deepEqual(numbersOf(queue), left)
    queue.push(taskOf(3))
    queue.unshift(tasks[leaving])
    assert.deepEqual(numbersOf(queue), [leaving, ...left, 3])
    assert.equal(queue.size, 4)
  }
})

test('a queue that was empty once works as before', () => {
  const queue = new TaskQueue()
  const task = taskOf(1)
  queue.unshift(task)
  queue.remove(task)
  assert.deepEqual([queue.first, queue.size], [undefined, 0])
  queue.push(task)
  queue.push(taskOf(2))
  assert.deepEqual(numbersOf(queue), [1, 2])
})

test('a gate lets in as many as there is room for, in a turn', async () => {
  let inside = 0
  const gate = new Gate(() => 2 - inside)
  /** @type {string[]} */
  const order = []
  const enter = async (/** @type {string} */ name) => {
    await gate.enter()
    order.push(name)
    inside++
  }
  const all = ['a', 'b', 'c', 'd'].map(enter)
  await Promise.all(all.slice(0, 2))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(order, ['a', 'b'])
  inside = 0
  gate.letIn()
  // Who asks again at once does not let in more.
  gate.letIn()
  await Promise.all(all)
  assert.deepEqual(order, ['a', 'b', 'c', 'd'])
})

test('who is let in and does not come leaves the place to others', async () => {
  const gate = new Gate(() => 1)
  await gate.enter()
  await gate.enter()
})
