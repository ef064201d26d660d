import { receiveMessageOnPort } from 'node:worker_threads'
import { VelocyError } from '../common/errors.js'
import { Claims } from './claims.js'
import { describeError, packError } from './errors.js'
import { DONE, FAILED, SKIPPED } from './messages.js'
import { isMoved } from './moved.js'
import { TaskContext } from './task-context.js'

/** @import { MessagePort, Transferable } from 'node:worker_threads' */

/** For so long, in ms, answers wait for each other. */
const PATIENCE = 1

/**
 * @typedef {object} RunnerOptions
 * @property {SharedArrayBuffer} memory of the claims
 * @property {number} concurrency
 * @property {number} linger in ms
 * @property {unknown} data
 */

/** Does what the pool hands to this thread. */
export class Runner {
  /** @type {unknown[]} slot, name and value of each that has not begun */
  #waiting = []
  #next = 0
  /** @type {Map<number, TaskContext>} by slot, those that have begun */
  #begun = new Map()
  /** @type {any[]} how long they took; slot, kind and result of each */
  #answers = [0]
  /** @type {Map<number, readonly Transferable[]>} by slot, what is given away */
  #given = new Map()
  #answered = performance.now()
  #isResting = false
  #isClosing = false
  #port
  #functions
  #claims
  #options

  /**
   * @param {MessagePort} port to the pool
   * @param {Record<string, unknown>} functions by name: the module's exports
   * @param {RunnerOptions} options
   */
  constructor(port, functions, options) {
    this.#port = port
    this.#functions = functions
    this.#options = options
    this.#claims = new Claims(options.memory)
  }

  listen() {
    this.#port.on('message', (message) => this.#hear(message))
    this.#port.on('messageerror', (error) => {
      throw error
    })
    // What is done is done, even if the next task ends the process.
    process.once('exit', () => this.#answer())
    this.#port.postMessage(true)
  }

  /** @param {unknown[] | number | null} message */
  #hear(message) {
    if (Array.isArray(message)) {
      this.#waiting.push(...message)
      this.#work()
    } else if (message === null) {
      this.#isClosing = true
      this.#port.unref()
    } else {
      this.#begun.get(message)?.abort()
    }
  }

  /** Begins as many as may have begun. */
  #work() {
    while (this.#next < this.#waiting.length) {
      if (this.#begun.size >= this.#options.concurrency) break
      this.#begin()
    }
    if (this.#next === this.#waiting.length) {
      this.#waiting.length = 0
      this.#next = 0
      this.#answer()
      this.#rest()
    }
  }

  #begin() {
    const slot = /** @type {number} */ (this.#waiting[this.#next])
    const name = /** @type {string} */ (this.#waiting[this.#next + 1])
    const value = this.#waiting[this.#next + 2]
    this.#next += 3
    if (!this.#claims.begin(slot)) {
      this.#answers.push(slot, SKIPPED, undefined)
      return
    }
    const context = new TaskContext(this.#claims, slot, this.#options.data)
    const since = performance.now()
    try {
      const result = call(this.#functions, name, value, context)
      if (typeof result?.then === 'function') {
        this.#await(result, slot, context, since)
      } else {
        this.#end(slot, DONE, result, since)
      }
    } catch (error) {
      this.#end(slot, FAILED, error, since)
    }
  }

  /**
   * @param {PromiseLike<unknown>} promise
   * @param {number} slot
   * @param {TaskContext} context
   * @param {number} since
   */
  async #await(promise, slot, context, since) {
    this.#begun.set(slot, context)
    let kind = DONE
    let result
    try {
      result = await promise
    } catch (error) {
      kind = FAILED
      result = error
    }
    this.#begun.delete(slot)
    this.#end(slot, kind, result, since)
    this.#work()
  }

  /**
   * @param {number} slot
   * @param {number} kind
   * @param {any} result
   * @param {number} since when it began
   */
  #end(slot, kind, result, since) {
    const now = performance.now()
    this.#answers[0] += now - since
    if (kind === FAILED) {
      this.#answers.push(slot, kind, packError(result))
    } else if (isMoved(result)) {
      this.#given.set(slot, result.transfer)
      this.#answers.push(slot, kind, result.value)
    } else {
      this.#answers.push(slot, kind, result)
    }
    if (now - this.#answered > PATIENCE) this.#answer()
  }

  /** Tells the pool what is over. */
  #answer() {
    this.#answered = performance.now()
    if (this.#answers.length === 1) return
    const answers = this.#answers
    const given = this.#given
    this.#answers = [0]
    this.#given = new Map()
    try {
      this.#port.postMessage(answers, [...given.values()].flat())
    } catch {
      this.#answerEach(answers, given)
    }
  }

  /**
   * One of them could not be cloned, and only that one fails.
   *
   * @param {any[]} answers
   * @param {Map<number, readonly Transferable[]>} given
   */
  #answerEach([busy, ...answers], given) {
    const each = busy / (answers.length / 3)
    for (let i = 0; i < answers.length; i += 3) {
      const [slot, kind, result] = answers.slice(i, i + 3)
      const own = given.get(slot) ?? []
      try {
        this.#port.postMessage([each, slot, kind, result], [...own])
      } catch (error) {
        const what = kind === FAILED ? result.error : error
        const packed = describeError(what)
        this.#port.postMessage([each, slot, FAILED, packed])
      }
    }
  }

  /**
   * Sleeps where the next task wakes it fast, for a while. The event loop turns
   * before each sleep, and while it lasts, it does not.
   */
  #rest() {
    if (this.#isResting || this.#begun.size > 0) return
    if (this.#options.linger === 0 || this.#isClosing) return
    this.#isResting = true
    setImmediate(() => this.#sleep())
  }

  #sleep() {
    const { linger } = this.#options
    const turned = performance.now()
    while (this.#begun.size === 0 && !this.#isClosing) {
      // First the bell, then the box: one who comes in between rings again.
      const heard = this.#claims.wakeUps
      if (!this.#hearOne() && !this.#claims.sleep(heard, linger)) break
      if (performance.now() - turned < linger) continue
      setImmediate(() => this.#sleep())
      return
    }
    this.#isResting = false
  }

  /** @returns {boolean} whether there was anything */
  #hearOne() {
    const received = receiveMessageOnPort(this.#port)
    if (received === undefined) return false
    this.#hear(received.message)
    return true
  }
}

/**
 * @param {Record<string, unknown>} functions
 * @param {string} name
 * @param {unknown} value
 * @param {TaskContext} context
 */
function call(functions, name, value, context) {
  const task = functions[name]
  if (typeof task === 'function') return task(value, context)
  const names = Object.keys(functions).join(', ')
  const message = `got a task '${name}', expected one of ${names}`
  throw new VelocyError('ERR_VELOCY_POOL_TASK', message)
}
