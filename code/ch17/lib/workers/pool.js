import { EventEmitter } from 'node:events'
import {
  callThreads,
  failHopeless,
  freest,
  nextFor,
  placeOf,
  share,
} from './dealing.js'
import { closed, full } from './errors.js'
import { Gate } from './gate.js'
import { LONGEST } from './limits.js'
import { checkRoom, checkRun, settingsOf } from './options.js'
import { Place } from './place.js'
import { TaskQueue } from './queue.js'
import { Task } from './task.js'

/** @import { PoolOptions, RunOptions } from './options.js' */
/** @import { CrashInfo } from './place.js' */
/** @import { Thread } from './thread.js' */

/**
 * @typedef {object} PoolStats
 * @property {number} threads that are ready
 * @property {number} waiting tasks that no thread has been given
 * @property {number} running tasks that a thread has been given
 * @property {number} completed
 * @property {number} failed tasks, for whatever reason
 * @property {number} crashes of threads
 * @property {number} waitTime of all tasks that threads were given, in ms
 * @property {number} runTime of all tasks that have ended there, in ms
 */

/**
 * Threads that do what the functions of a module can do. Tells when a thread
 * has ended that was not to ('crash', CrashInfo).
 *
 * @extends {EventEmitter<{ crash: [CrashInfo] }>}
 */
export class WorkerPool extends EventEmitter {
  /** Tasks for any thread. */
  #queue = new TaskQueue()
  /** @type {Place[]} */
  #places
  #settings
  #number = 0
  /** How many tasks wait, here and at the places. */
  #waiting = 0
  /** How many promises are open. */
  #open = 0
  #counts = { completed: 0, failed: 0, crashes: 0, waitTime: 0, runTime: 0 }
  #gate = new Gate(() => this.#settings.maxQueue - this.#waiting)
  /** @type {PromiseWithResolvers<void>} */
  #idle = Promise.withResolvers()
  /** @type {Promise<void> | undefined} when it is closed */
  #closed
  /** Holds the process while there is something to do. */
  #hold = setInterval(() => {}, LONGEST).unref()
  /** @type {(task: Task, isDone: boolean) => void} */
  #onOver
  /** @type {(task: Task, reason: unknown) => void} */
  #onStop

  /**
   * @param {URL | string} module whose functions are the tasks, by name
   * @param {PoolOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(module, options) {
    super()
    this.#settings = settingsOf(module, options)
    this.#onOver = this.#over.bind(this)
    this.#onStop = this.#stop.bind(this)
    const events = {
      changed: () => this.#deal(),
      answered: this.#answered.bind(this),
      vacant: this.#vacant.bind(this),
    }
    const { threads } = this.#settings
    const makePlace = () => new Place(this.#settings, events)
    this.#places = Array.from({ length: threads }, makePlace)
  }

  /**
   * Starts all threads. Without it, each is started when there is a task for
   * it, and that task has to wait so long.
   *
   * @returns {Promise<void>} resolves when they are ready
   * @throws {VelocyError} ERR_VELOCY_POOL_START, by the promise
   */
  async start() {
    if (this.#closed) throw closed()
    this.#take()
    try {
      await Promise.all(this.#places.map((place) => place.start()))
    } finally {
      this.#drop()
    }
  }

  /** Somebody waits for us, and the process with them. */
  #take() {
    if (this.#open++ === 0) this.#hold.ref()
  }

  #drop() {
    if (--this.#open > 0) return
    this.#hold.unref()
    if (this.#closed) this.#idle.resolve()
  }

  /**
   * Lets a thread do something. The value is copied when a thread is given it,
   * and again if another thread has to do it: leave it alone until it's done.
   *
   * @param {string} name of a function that the module exports
   * @param {unknown} [value] what structuredClone takes
   * @param {RunOptions} [options]
   * @returns {Promise<any>} what the function returns. Rejects with what it
   *   throws; with the signal's reason; and with a VelocyError whose code is
   *   ERR_VELOCY_POOL_FULL, _TIMEOUT, _CRASHED, _START, _TASK or _CLOSED
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  run(name, value, options) {
    const checked = checkRun(options)
    const { signal, timeout = this.#settings.timeout } = checked
    if (this.#closed) return Promise.reject(closed())
    if (signal?.aborted) return Promise.reject(signal.reason)
    const task = new Task(this.#number++, name, value, checked, this.#onOver)
    if (signal || timeout > 0) task.watch(signal, timeout, this.#onStop)
    this.#take()
    this.#queueOf(task).push(task)
    this.#waiting++
    this.#deal()
    if (task.queue !== undefined) this.#limit(task)
    return task.promise
  }

  /** @param {Task} task */
  #queueOf({ key }) {
    return key === undefined ? this.#queue : placeOf(key, this.#places).queue
  }

  /** @param {Task} task that has to wait, if there is room for it */
  #limit(task) {
    const { maxQueue } = this.#settings
    if (this.#waiting > maxQueue) task.settle(false, full(maxQueue))
  }

  /**
   * Resolves when one more task may wait: to be awaited before each run() by
   * those who have a lot to do, and followed by it in the same turn.
   *
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<void>}
   * @throws {VelocyError} ERR_VELOCY_POOL_CLOSED, by the promise
   */
  async room(options) {
    const { signal } = checkRoom(options)
    if (this.#closed) throw closed()
    await this.#gate.enter(signal)
  }

  /** Gives tasks to threads, as many as they take. */
  #deal() {
    while (this.#waiting > 0) {
      const place = freest(this.#places, this.#queue)
      if (place === undefined) break
      const task = /** @type {Task} */ (nextFor(place, this.#queue))
      this.#leave(task)
      this.#counts.waitTime += performance.now() - task.since
      place.thread?.hand(task)
    }
    callThreads(this.#places, this.#queue)
    if (this.#waiting > 0) failHopeless(this.#places, this.#queue)
    share(this.#places)
    this.#gate.letIn()
  }

  /** @param {Task} task that does not wait any more */
  #leave(task) {
    task.queue?.remove(task)
    this.#waiting--
  }

  /**
   * @param {Task} task that has been settled
   * @param {boolean} isDone
   */
  #over(task, isDone) {
    if (task.queue) this.#leave(task)
    this.#counts[isDone ? 'completed' : 'failed']++
    this.#drop()
  }

  /** @param {number} busy how long a thread has computed, in ms */
  #answered(busy) {
    this.#counts.runTime += busy
    this.#deal()
  }

  /**
   * @param {Task[]} back what its thread had not begun
   * @param {CrashInfo} [crash] unless it was to end
   */
  #vacant(back, crash) {
    for (const task of back.reverse()) {
      this.#queueOf(task).unshift(task)
      this.#waiting++
    }
    if (crash !== undefined) {
      this.#counts.crashes++
      this.emit('crash', crash)
    }
    this.#deal()
  }

  /**
   * Nobody waits for a task any more.
   *
   * @param {Task} task
   * @param {unknown} reason
   */
  #stop(task, reason) {
    const { thread } = task
    task.settle(false, reason)
    if (thread === undefined) this.#gate.letIn()
    else if (thread.abort(task)) this.#insist(thread, task)
  }

  /**
   * Ends a thread that goes on with what nobody waits for.
   *
   * @param {Thread} thread
   * @param {Task} task
   */
  #insist(thread, task) {
    const { grace } = this.#settings
    const insist = () => {
      if (!thread.has(task)) return
      thread.kill(`was ended, since ${task.name} did not heed an abort`)
    }
    setTimeout(insist, grace).unref()
  }

  /** @returns {PoolStats} */
  stats() {
    const threads = this.#places.flatMap(({ thread }) => thread ?? [])
    return {
      threads: threads.filter(({ isReady }) => isReady).length,
      waiting: this.#waiting,
      running: threads.reduce((sum, { count }) => sum + count, 0),
      ...this.#counts,
    }
  }

  /**
   * Takes no more tasks, and ends the threads when all are done.
   *
   * @returns {Promise<void>} resolves when the last thread is gone
   */
  close() {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close() {
    this.#gate.close(closed())
    this.#hold.ref()
    if (this.#open > 0) await this.#idle.promise
    this.#hold.ref()
    const { grace } = this.#settings
    await Promise.all(this.#places.map((place) => place.close(grace)))
    clearInterval(this.#hold)
  }

  /**
   * Takes no more tasks, and ends the threads in the middle of what they do.
   *
   * @returns {Promise<void>} resolves when the last thread is gone
   */
  destroy() {
    const gone = this.close()
    for (const place of this.#places) place.destroy(closed())
    this.#queue.failAll(closed())
    return gone
  }

  [Symbol.asyncDispose]() {
    return this.close()
  }
}
