import { AsyncResource } from 'node:async_hooks'
import { receiveMessageOnPort } from 'node:worker_threads'
import { VelocyError } from '../common/errors.js'
import { packError } from './errors.js'

/** @import { MessagePort, Transferable } from 'node:worker_threads' */

/** The cell that is 1 once the running task has been aborted. */
export const ABORTED = 0

/** @type {WeakMap<object, readonly Transferable[]>} */
const transfers = new WeakMap()

/**
 * Lets a task transfer its result, or parts of it, instead of copying it.
 *
 * @template {object} T
 * @param {T} result to be returned by the task
 * @param {readonly Transferable[]} transfer what of it the thread gives away,
 *   such as the ArrayBuffer of an array
 * @returns {T} the result
 */
export function moved(result, transfer) {
  transfers.set(result, transfer)
  return result
}

/** What a task knows about itself: the second argument of its function. */
export class TaskContext {
  #controller = new AbortController()
  #cells

  /** @param {Int32Array} cells that the thread shares with the pool */
  constructor(cells) {
    this.#cells = cells
  }

  /** For tasks that compute: a loop can read this without awaiting anything. */
  get isAborted() {
    return Atomics.load(this.#cells, ABORTED) === 1
  }

  /**
   * For tasks that wait: to be passed to fetch(), a timer, a stream.
   *
   * @returns {AbortSignal}
   */
  get signal() {
    if (this.isAborted) this.abort()
    return this.#controller.signal
  }

  /** The pool calls this by a message. */
  abort() {
    this.#controller.abort()
  }
}

/**
 * @param {Record<string, unknown>} functions
 * @param {string} name
 * @returns {Function}
 */
function functionOf(functions, name) {
  const task = functions[name]
  if (typeof task === 'function') return task
  const names = Object.keys(functions).join(', ')
  const message = `got a task '${name}', expected one of ${names}`
  throw new VelocyError('ERR_VELOCY_POOL_TASK', message)
}

/** Runs tasks in a thread, one at a time, as messages from the pool arrive. */
export class Runner {
  /** Called when a task is over. */
  #onIdle = () => {}
  /** @type {Record<string, unknown>} */
  #functions = {}
  /** @type {TaskContext | undefined} of the running task */
  #context
  #port
  #cells

  /**
   * @param {MessagePort} port to the pool
   * @param {Int32Array} cells that the pool shares with this thread
   */
  constructor(port, cells) {
    this.#port = port
    this.#cells = cells
  }

  /** @param {Record<string, unknown>} functions what the module exports */
  start(functions) {
    this.#functions = functions
    this.#port.on('message', (message) => this.#receive(message))
    this.#port.on('messageerror', (error) => {
      throw error
    })
    this.#port.postMessage('ready')
  }

  /** @param {any} message */
  #receive(message) {
    if (message === 'close') this.#port.close()
    else if (message === 'abort') this.#context?.abort()
    else this.#run(message)
  }

  /** @param {{ name: string, value: unknown }} task */
  async #run({ name, value }) {
    this.#context = new TaskContext(this.#cells)
    try {
      const task = functionOf(this.#functions, name)
      const result = await task(value, this.#context)
      this.#port.postMessage({ result }, [...(transfers.get(result) ?? [])])
    } catch (error) {
      this.#port.postMessage({ failure: packError(error) })
    }
    this.#context = undefined
    this.#onIdle()
  }

  /**
   * Lets the thread wait for its next task in `Atomics.wait`, which it leaves
   * sooner than the event loop. The loop turns once after each task, and stands
   * still while the thread waits.
   *
   * @param {number} linger how long to wait at most, in ms
   */
  waitForBell(linger) {
    // Bound, so that no task runs in the async context of the one before.
    const wait = AsyncResource.bind(() => {
      if (this.#context) return
      // Before the port: a message that comes in between rings again.
      const heard = Atomics.load(this.#cells, BELL)
      let next = receiveMessageOnPort(this.#port)
      if (!next) {
        Atomics.wait(this.#cells, BELL, heard, linger)
        next = receiveMessageOnPort(this.#port)
      }
      if (next) this.#receive(next.message)
    })
    this.#onIdle = () => setImmediate(wait)
  }
}

/** The cell that counts how often the bell has rung. */
const BELL = 1

/** Wakes the thread if it waits for the bell. @param {Int32Array} cells */
export function ring(cells) {
  Atomics.add(cells, BELL, 1)
  Atomics.notify(cells, BELL)
}
