import { TaskQueue } from '../lib/workers/queue.js'
import { Task } from '../lib/workers/task.js'

const queue = new TaskQueue()
const over = (/** @type {Task} */ task) => task.queue?.remove(task)
const islands = ['Paros', 'Naxos', 'Ios']
const tasks = islands.map((name, number) => {
  const task = new Task(number, 'primes', name, {}, over)
  task.promise.catch((error) => console.log(`${name}: ${error.message}`))
  queue.push(task)
  return task
})

tasks[1].watch(undefined, 10, (task, why) => task.settle(false, why))
await tasks[1].promise.catch(() => {})
for (let task = queue.first; task; task = task.behind) console.log(task.value)
