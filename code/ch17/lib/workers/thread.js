import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads'
import { Claims } from './claims.js'
import { crashed, unpackError } from './errors.js'
import { AHEAD, SLOTS, TRIES } from './limits.js'
import { DONE, SKIPPED } from './messages.js'

/** @import { Transferable } from 'node:worker_threads' */
/** @import { Settings } from './options.js' */
/** @import { CrashInfo } from './place.js' */
/** @import { Task } from './task.js' */

/**
 * @typedef {object} ThreadEvents
 * @property {() => void} ready
 * @property {(busy: number) => void} answered how long tasks took, in ms
 * @property {(back: Task[], crash: CrashInfo) => void} ended with the tasks
 *   that it had not begun
 */

/** A thread, seen from the pool. */
export class Thread {
  isReady = false
  /** Whether it is to end, and gets nothing more to do. */
  isLeaving = false
  /** @type {Map<number, Task | undefined>} by slot; the oldest first */
  #tasks = new Map()
  #free = Array.from({ length: SLOTS }, (_, i) => SLOTS - 1 - i)
  #claims = new Claims()
  /** @type {unknown[]} slot, name and value of each task of this turn */
  #batch = []
  /** @type {Transferable[]} */
  #transfer = []
  /** @type {Set<number>} slots of tasks that go on and should not */
  #aborted = new Set()
  /** How many tasks it may have that it has not begun. */
  #ahead = 0
  /** @type {unknown} that nobody has caught there */
  #error
  /** @type {string | undefined} */
  #how
  #concurrency
  #events
  #port
  #worker

  /**
   * @param {Settings} settings
   * @param {ThreadEvents} events
   */
  constructor(settings, events) {
    const { module, concurrency, data, linger, nice } = settings
    this.#concurrency = concurrency
    this.#events = events
    this.started = performance.now()
    const { memory } = this.#claims
    // A task can post to its parentPort, and what it says there isn't for us.
    const { port1, port2: port } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(new URL('./entry.js', import.meta.url), {
      name: 'velocy',
      resourceLimits: settings.resourceLimits,
      workerData: { module, concurrency, data, linger, nice, memory, port },
      transferList: [port],
    })
    this.#port.on('message', (message) => this.#hear(message))
    this.#port.on('messageerror', (error) => {
      this.#error = error
      this.kill('said what cannot be read')
    })
    this.#worker.on('error', (error) => {
      this.#error = error
    })
    this.#worker.on('exit', (code) => this.#end(code))
    // The pool holds the process while there are tasks.
    this.#worker.unref()
    this.#port.unref()
  }

  /** How many tasks it has, begun or not. */
  get count() {
    return this.#tasks.size
  }

  /** How many tasks it has that it may not have begun. */
  get surplus() {
    return Math.max(0, this.#tasks.size - this.#concurrency)
  }

  /** How many more it can take. */
  get room() {
    // One that does not stop may take the whole thread with it.
    if (!this.isReady || this.isLeaving || this.#aborted.size > 0) return 0
    return this.#concurrency + this.#ahead - this.#tasks.size
  }

  /** @param {Task} task whether it can take this one */
  hasRoomFor(task) {
    // What is given away can't be handed to another thread after all.
    if (task.transfer && this.#tasks.size >= this.#concurrency) return false
    return this.room > 0
  }

  /** @param {Task} task */
  hand(task) {
    const slot = /** @type {number} */ (this.#free.pop())
    task.thread = this
    task.slot = slot
    this.#tasks.set(slot, task)
    this.#claims.hand(slot)
    if (this.#batch.length === 0) queueMicrotask(() => this.#flush())
    this.#batch.push(slot, task.name, task.value)
    if (task.transfer) this.#transfer.push(...task.transfer)
  }

  /** Sends what was handed over in this turn as one message. */
  #flush() {
    const batch = this.#batch
    const transfer = this.#transfer
    this.#batch = []
    this.#transfer = []
    try {
      this.#port.postMessage(batch, transfer)
    } catch (error) {
      if (batch.length > 3) this.#sendEach(batch)
      else this.#refuse(/** @type {number} */ (batch[0]), error)
    }
    this.#claims.wake()
  }

  /**
   * One of them could not be cloned, and only that one fails.
   *
   * @param {unknown[]} batch
   */
  #sendEach(batch) {
    for (let i = 0; i < batch.length; i += 3) {
      const slot = /** @type {number} */ (batch[i])
      const transfer = this.#tasks.get(slot)?.transfer ?? []
      try {
        this.#port.postMessage(batch.slice(i, i + 3), [...transfer])
      } catch (error) {
        this.#refuse(slot, error)
      }
    }
  }

  /**
   * @param {number} slot whose task could not be sent
   * @param {unknown} error
   */
  #refuse(slot, error) {
    this.#vacate(slot)?.settle(false, error)
    this.#events.answered(0)
  }

  /** @param {number} slot @returns {Task | undefined} that had it */
  #vacate(slot) {
    const task = this.#tasks.get(slot)
    this.#tasks.delete(slot)
    this.#aborted.delete(slot)
    this.#free.push(slot)
    return task
  }

  /** @param {any} message */
  #hear(message) {
    if (message === true) {
      this.isReady = true
      this.#events.ready()
      return
    }
    const busy = message[0]
    let count = 0
    for (let i = 1; i < message.length; i += 3) {
      if (!this.#tasks.has(message[i])) continue
      const kind = message[i + 1]
      const task = this.#vacate(message[i])
      if (kind === SKIPPED) continue
      count++
      const result = message[i + 2]
      if (kind === DONE) task?.settle(true, result)
      else task?.settle(false, unpackError(result))
    }
    if (count > 0) this.#lookAhead(busy / count)
    this.#events.answered(busy)
  }

  /** @param {number} time that a task has taken of late, in ms */
  #lookAhead(time) {
    const most = SLOTS - this.#concurrency
    const fitting = Math.floor(AHEAD / Math.max(time, 0.001))
    this.#ahead = Math.min(most, fitting, 2 * this.#ahead + 1)
  }

  /**
   * @param {number} count of tasks that another thread could begin
   * @returns {Task[]} those that this one had not, and does not have any more
   */
  takeBack(count) {
    /** @type {Task[]} */
    const back = []
    for (const task of [...this.#tasks.values()].reverse()) {
      if (back.length === count) break
      if (task === undefined || task.key !== undefined) continue
      if (this.#canRedo(task)) back.push(this.#lose(task))
    }
    return back.reverse()
  }

  /** @param {Task} task @returns {boolean} whether another thread may do it */
  #canRedo({ transfer, slot }) {
    // What was given away is over there.
    return transfer === undefined && this.#claims.takeBack(slot)
  }

  /** @param {Task} task whose slot is in use until the thread has seen it */
  #lose(task) {
    this.#tasks.set(task.slot, undefined)
    task.thread = undefined
    return task
  }

  /**
   * @param {Task} task of this thread that nobody waits for any more
   * @returns {boolean} whether it has begun, and goes on for now
   */
  abort(task) {
    if (this.#claims.takeBack(task.slot)) {
      this.#lose(task)
      return false
    }
    this.#aborted.add(task.slot)
    this.#claims.abort(task.slot)
    this.#port.postMessage(task.slot)
    this.#claims.wake()
    return true
  }

  /** @param {Task} task whether this thread still has it */
  has(task) {
    return this.#tasks.get(task.slot) === task
  }

  /** Asks it to end when there is nothing that keeps it alive. */
  close() {
    this.isLeaving = true
    this.#port.postMessage(null)
    this.#claims.wake()
  }

  /** Ends it at once. @param {string} how it will have ended */
  kill(how) {
    this.isLeaving = true
    this.#how = how
    this.#worker.terminate()
  }

  /** Ends it in the middle of its tasks. @param {unknown} error for them */
  destroy(error) {
    for (const task of this.#tasks.values()) task?.settle(false, error)
    this.kill('was ended')
  }

  /** What it said last may not have come as an event yet. */
  #hearLast() {
    try {
      let last = receiveMessageOnPort(this.#port)
      for (; last; last = receiveMessageOnPort(this.#port)) {
        this.#hear(last.message)
      }
    } catch (error) {
      this.#error ??= error
    }
    this.#port.close()
  }

  /** @param {number} code */
  #end(code) {
    this.#hearLast()
    const fell =
      this.#error === undefined ? `ended with code ${code}` : 'failed'
    const how = this.#how ?? fell
    const crash = { how, cause: this.#error }
    const left = [...this.#tasks.values()].filter((task) => task !== undefined)
    const back = left.filter((task) => !task.isSettled && this.#canRedo(task))
    // It had begun none, and wasn't ended by us: one of them may be the reason.
    const isOdd = back.length === left.length && this.#how === undefined
    for (const task of left) {
      const mayTry = back.includes(task) && !(isOdd && ++task.losses === TRIES)
      if (mayTry) this.#lose(task)
      else task.settle(false, crashed(task.name, how, this.#error))
    }
    this.#tasks.clear()
    const again = back.filter(({ isSettled }) => !isSettled)
    this.#events.ended(again, crash)
  }
}
