import { Task, Thread } from '../lib/workers/thread.js'

const module = new URL('./08-tasks.js', import.meta.url).href
const calls = [
  { name: 'add', value: { a: 1, b: 2 } },
  { name: 'sell', value: 'Ios' },
  { name: 'exit', value: 3 },
]

/** @type {any} */
const settings = { module, nice: 0, linger: 0, resourceLimits: {} }
const thread = new Thread(settings, { idle: runNext, exited() {} })

function runNext() {
  const { name, value } = calls.shift() ?? { name: '' }
  const events = { settled() {}, aborted() {} }
  const task = new Task(name, value, {}, events)
  task.promise.then(console.log, (error) => console.log(error.message))
  thread.run(task)
}
