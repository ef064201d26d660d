import { addAbortListener } from 'node:events'
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads'
import { crashed, notStarted, packError, unpackError } from './errors.js'
import { ABORTED, ring } from './runner.js'

/** @import { RunOptions, Settings } from './options.js' */

/**
 * @typedef {object} ThreadEvents
 * @property {() => void} idle it can run a task
 * @property {(error: Error) => void} exited
 */

/** A worker thread that runs one task at a time, seen from the pool. */
export class Thread {
  /** @type {Task | undefined} that it is running */
  task
  /** Whether it has loaded the module. */
  isReady = false
  /** Whether it was told to end, so that its exit is no crash. */
  isLeaving = false
  /** @type {PromiseWithResolvers<void>} */
  #ready = Promise.withResolvers()
  /** Resolves when it can run tasks; rejects if it never will. */
  ready = this.#ready.promise
  /** @type {PromiseWithResolvers<void>} */
  #gone = Promise.withResolvers()
  /** Memory shared with the thread: whether to abort, and the bell. */
  #cells = new Int32Array(new SharedArrayBuffer(8))
  /** @type {unknown} that the thread did not catch */
  #error
  #module
  #events
  #port
  #worker

  /**
   * @param {Settings} settings
   * @param {ThreadEvents} events
   */
  constructor({ module, nice, linger, resourceLimits }, events) {
    this.#module = module
    this.#events = events
    // Tasks can post to the worker's own port, so answers come on another one.
    const { port1, port2: port } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(new URL('./entry.js', import.meta.url), {
      name: 'velocy',
      resourceLimits,
      workerData: { module, nice, linger, port, cells: this.#cells },
      transferList: [port],
    })
    this.#listen()
  }

  #listen() {
    this.#port.on('message', (message) => this.#receive(message))
    this.#port.on('messageerror', (error) => {
      this.#receive({ failure: packError(error) })
    })
    this.#port.unref()
    this.#worker.on('error', (error) => {
      this.#error = error
    })
    this.#worker.on('exit', (code) => this.#exit(code))
  }

  /**
   * @param {Task} task
   * @throws {DOMException} DataCloneError; the thread stays idle
   */
  run(task) {
    const { name, value, transfer } = task
    this.#port.postMessage({ name, value }, transfer)
    ring(this.#cells)
    this.task = task
    task.thread = this
    // An idle thread does not keep the process alive, a busy one does.
    this.#worker.ref()
  }

  /** @param {any} message */
  #receive(message) {
    const { task } = this
    this.task = undefined
    this.isReady = true
    this.#ready.resolve()
    Atomics.store(this.#cells, ABORTED, 0)
    if (message.failure) task?.settle(false, unpackError(message.failure))
    else task?.settle(true, message.result)
    if (this.isLeaving) return
    this.#worker.unref()
    this.#events.idle()
  }

  /** @param {number} code */
  #exit(code) {
    this.#receiveLast()
    const cause = this.#error
    const error = this.isReady
      ? crashed(code, this.task?.name, cause)
      : notStarted(this.#module, cause ?? `it exited with code ${code}`)
    this.#ready.reject(error)
    this.task?.settle(false, error)
    this.#events.exited(error)
    this.#gone.resolve()
  }

  /** An answer may have arrived with the exit, and not been an event yet. */
  #receiveLast() {
    try {
      const last = receiveMessageOnPort(this.#port)
      if (last) this.#receive(last.message)
    } catch (error) {
      this.#error ??= error
    }
  }

  /**
   * Asks the running task to stop, and ends the thread if it does not.
   *
   * @param {number} grace in ms
   */
  abort(grace) {
    const { task } = this
    Atomics.store(this.#cells, ABORTED, 1)
    this.#port.postMessage('abort')
    const insist = () => {
      if (this.task === task) this.kill()
    }
    setTimeout(insist, grace).unref()
  }

  /** Ends the thread at once. */
  kill() {
    this.isLeaving = true
    this.#worker.terminate()
  }

  /**
   * Asks the thread to end, and ends it if it does not.
   *
   * @param {number} grace in ms
   * @returns {Promise<void>} resolves when it is gone
   */
  async close(grace) {
    this.isLeaving = true
    this.#worker.ref()
    this.#port.postMessage('close')
    const timer = setTimeout(() => this.kill(), grace)
    await this.#gone.promise
    clearTimeout(timer)
  }
}

/**
 * @typedef {object} TaskEvents
 * @property {(task: Task, isDone: boolean) => void} settled
 * @property {(task: Task, reason: unknown) => void} aborted
 */

/** A call of run(), and its promise. */
export class Task {
  /** @type {Thread | undefined} that it was given to */
  thread
  isSettled = false
  /** When it was queued, and later when it began, in ms. */
  since = performance.now()
  /** @type {PromiseWithResolvers<any>} */
  #result = Promise.withResolvers()
  promise = this.#result.promise
  /** @type {Disposable | undefined} */
  #abortListener
  #events

  /**
   * @param {string} name of the function
   * @param {unknown} value
   * @param {RunOptions} options
   * @param {TaskEvents} events
   */
  constructor(name, value, { transfer = [], signal }, events) {
    this.name = name
    this.value = value
    this.transfer = [...transfer]
    this.#events = events
    if (signal) {
      const abort = () => events.aborted(this, signal.reason)
      this.#abortListener = addAbortListener(signal, abort)
    }
  }

  /**
   * Only the first call counts.
   *
   * @param {boolean} isDone
   * @param {unknown} result what the task returned, or why it failed
   */
  settle(isDone, result) {
    if (this.isSettled) return
    this.isSettled = true
    this.value = undefined
    this.#abortListener?.[Symbol.dispose]()
    this.#events.settled(this, isDone)
    if (isDone) this.#result.resolve(result)
    else this.#result.reject(result)
  }
}
