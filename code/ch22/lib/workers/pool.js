import { EventEmitter } from 'node:events'
import { backOff } from '../common/backoff.js'
import { closed, full } from './errors.js'
import { checkRun, settingsOf } from './options.js'
import { Task, Thread } from './thread.js'

/** @import { PoolOptions, RunOptions } from './options.js' */

/**
 * @typedef {object} PoolStats
 * @property {number} threads that are ready
 * @property {number} waiting tasks in the queue
 * @property {number} running tasks
 * @property {number} completed tasks
 * @property {number} failed tasks, for whatever reason
 * @property {number} crashes of threads
 * @property {number} waitTime of all tasks that were run, in ms
 * @property {number} runTime of all tasks that were run, in ms
 */

/**
 * Threads that run the functions of a module, one task each at a time. Emits
 * 'crash', with the error, when a thread exits that was not told to.
 *
 * @extends {EventEmitter<{ crash: [Error] }>}
 */
export class WorkerPool extends EventEmitter {
  /** @type {Set<Task>} the queue, in the order in which they came */
  #waiting = new Set()
  /** @type {Set<Thread>} */
  #threads = new Set()
  /** @type {Thread[]} that have no task, the one used last at the end */
  #idle = []
  #settings
  /** What tasks tell the pool. */
  #events = {
    settled: this.#settled.bind(this),
    aborted: this.#abort.bind(this),
  }
  #counts = { completed: 0, failed: 0, crashes: 0, waitTime: 0, runTime: 0 }
  /** Crashes since a task was last completed. */
  #failures = 0
  /** @type {NodeJS.Timeout | undefined} until it fires, no thread is started */
  #pause
  /** @type {Error | undefined} why the last thread could not be started */
  #startError
  /** @type {Promise<void> | undefined} what close() returns */
  #closed

  /**
   * @param {URL | string} module whose exports are the tasks
   * @param {PoolOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(module, options) {
    super()
    this.#settings = settingsOf(module, options)
  }

  /**
   * Starts all threads now. Otherwise each is started when a task needs it.
   *
   * @returns {Promise<void>} resolves when they have loaded the module
   * @throws {VelocyError} ERR_VELOCY_POOL_START, by the promise
   */
  async start() {
    if (this.#closed) throw closed()
    const ready = [...this.#threads].map((thread) => thread.ready)
    while (ready.length < this.#settings.threads) ready.push(this.#startOne())
    await Promise.all(ready)
  }

  /**
   * Runs a function in a thread. Its value is copied when a thread is free, so
   * leave it alone until then.
   *
   * @param {string} name of a function that the module exports
   * @param {unknown} [value] what structuredClone takes
   * @param {RunOptions} [options]
   * @returns {Promise<any>} what the function returns. Rejects with what it
   *   throws; with the signal's reason; and with a VelocyError whose code is
   *   ERR_VELOCY_POOL_FULL, _CRASHED, _START, _TASK or _CLOSED
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  run(name, value, options) {
    const checked = checkRun(options)
    const { signal } = checked
    if (signal?.aborted) return Promise.reject(signal.reason)
    const task = new Task(name, value, checked, this.#events)
    this.#add(task)
    return task.promise
  }

  /** @param {Task} task */
  #add(task) {
    const { maxQueue } = this.#settings
    if (this.#closed) return task.settle(false, closed())
    this.#waiting.add(task)
    this.#deal()
    // The threads have taken what they could.
    if (this.#waiting.size > maxQueue) task.settle(false, full(maxQueue))
  }

  /** Hands waiting tasks to idle threads. */
  #deal() {
    for (const task of this.#waiting) {
      const thread = this.#idle.pop()
      if (thread === undefined) break
      this.#waiting.delete(task)
      this.#hand(task, thread)
    }
    if (this.#waiting.size > 0) this.#startThreads()
  }

  /** @param {Task} task @param {Thread} thread */
  #hand(task, thread) {
    const now = performance.now()
    try {
      thread.run(task)
      this.#counts.waitTime += now - task.since
      task.since = now
    } catch (error) {
      // The value cannot be cloned, and the thread has nothing to do.
      task.settle(false, error)
      this.#idle.push(thread)
    }
  }

  /** @returns {Promise<void>} resolves when the thread is ready */
  #startOne() {
    const started = this.#startThread()
    started.catch((error) => this.#startFailed(error))
    return started
  }

  async #startThread() {
    const thread = new Thread(this.#settings, {
      idle: () => this.#idled(thread),
      exited: (error) => this.#exited(thread, error),
    })
    this.#threads.add(thread)
    await thread.ready
  }

  /** Starts as many threads as there are tasks for. */
  #startThreads() {
    if (this.#pause) return this.#waitForPause()
    const { threads } = this.#settings
    let missing = this.#waiting.size
    for (const { isReady } of this.#threads) if (!isReady) missing--
    while (missing-- > 0 && this.#threads.size < threads) this.#startOne()
  }

  /** @param {Error} error */
  #startFailed(error) {
    this.#startError = error
    this.#takePause()
    this.#waitForPause()
  }

  /** Lets tasks wait for the end of the pause if a thread may start then. */
  #waitForPause() {
    this.#pause?.ref()
    if (this.#startError === undefined || this.#threads.size > 0) return
    for (const task of this.#waiting) task.settle(false, this.#startError)
  }

  /** @param {Thread} thread */
  #idled(thread) {
    this.#startError = undefined
    this.#idle.push(thread)
    this.#deal()
  }

  /** @param {Task} task @param {boolean} isDone */
  #settled(task, isDone) {
    this.#waiting.delete(task)
    this.#counts[isDone ? 'completed' : 'failed']++
    if (task.thread) this.#counts.runTime += performance.now() - task.since
    if (isDone) this.#failures = 0
  }

  /** @param {Task} task @param {unknown} reason */
  #abort(task, reason) {
    // The caller need not wait for the thread.
    task.settle(false, reason)
    task.thread?.abort(this.#settings.grace)
  }

  /** @param {Thread} thread @param {Error} error */
  #exited(thread, error) {
    this.#threads.delete(thread)
    this.#idle = this.#idle.filter((other) => other !== thread)
    if (!thread.isLeaving) {
      this.#counts.crashes++
      this.#takePause()
      this.emit('crash', error)
    }
    this.#deal()
  }

  /** After a crash, the next thread has to wait; longer after each further. */
  #takePause() {
    // Threads that crash together are one failure.
    if (this.#pause) return
    const { restartDelay: delay, maxRestartDelay: maxDelay } = this.#settings
    const time = backOff(++this.#failures, { delay, maxDelay })
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#deal()
    }, time).unref()
  }

  /** Counts threads and tasks. @returns {PoolStats} */
  stats() {
    const threads = [...this.#threads]
    return {
      threads: threads.filter(({ isReady }) => isReady).length,
      waiting: this.#waiting.size,
      running: threads.filter(({ task }) => task).length,
      ...this.#counts,
    }
  }

  /**
   * Refuses new tasks, and ends the threads when all others are done.
   *
   * @returns {Promise<void>} resolves when the last thread is gone
   */
  close() {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close() {
    const running = [...this.#threads].flatMap(({ task }) => task ?? [])
    const tasks = [...this.#waiting, ...running]
    await Promise.allSettled(tasks.map(({ promise }) => promise))
    clearTimeout(this.#pause)
    const { grace } = this.#settings
    await Promise.all([...this.#threads].map((thread) => thread.close(grace)))
  }

  /**
   * Refuses new tasks, fails all others, and ends the threads at once.
   *
   * @returns {Promise<void>} resolves when the last thread is gone
   */
  destroy() {
    const gone = this.close()
    for (const task of this.#waiting) task.settle(false, closed())
    for (const thread of this.#threads) {
      thread.task?.settle(false, closed())
      thread.kill()
    }
    return gone
  }

  [Symbol.asyncDispose]() {
    return this.close()
  }
}
