import { settingsOf } from '../lib/workers/options.js'
import { Task } from '../lib/workers/task.js'
import { Thread } from '../lib/workers/thread.js'

const settings = settingsOf(new URL('./08-tasks.js', import.meta.url))
// A thread alone does not hold the process.
const hold = setInterval(() => {}, 1000)
const thread = new Thread(settings, {
  ready() {
    const tasks = ['primes', 'exit', 'primes'].map((name, number) => {
      const task = new Task(number, name, 100, {}, () => {})
      task.promise.then(console.log, ({ message }) => console.log(message))
      return task
    })
    for (const task of tasks) thread.hand(task)
  },
  answered() {},
  ended(back, { how }) {
    setImmediate(() => {
      console.log(`it ${how}, and had not begun`, back.length)
      clearInterval(hold)
    })
  },
})
