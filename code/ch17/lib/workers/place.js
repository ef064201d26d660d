import { notStarted } from './errors.js'
import { TaskQueue } from './queue.js'
import { Thread } from './thread.js'

/** @import { Settings } from './options.js' */
/** @import { Task } from './task.js' */

/** How long a thread must live so that its place forgets crashes, in ms. */
const HEALTHY = 10_000

/**
 * @typedef {object} CrashInfo
 * @property {string} how the thread has ended
 * @property {unknown} cause that nobody has caught there
 */
/**
 * @typedef {object} PlaceEvents
 * @property {() => void} changed it may take tasks, or start
 * @property {(busy: number) => void} answered how long tasks took, in ms
 * @property {(back: Task[], crash?: CrashInfo) => void} vacant with the tasks
 *   that its thread had not begun
 */

/** A place for a thread, whichever thread is in it just now. */
export class Place {
  /** Tasks that want this one. */
  queue = new TaskQueue()
  /** @type {Thread | undefined} */
  thread
  /** @type {Error | undefined} why its last thread was never ready */
  error
  /** Whether no thread may start here for now. */
  #isHeld = false
  #crashes = 0
  /** @type {PromiseWithResolvers<void> | undefined} */
  #ready
  /** @type {PromiseWithResolvers<void> | undefined} */
  #gone
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #settings
  #events

  /**
   * @param {Settings} settings
   * @param {PlaceEvents} events
   */
  constructor(settings, events) {
    this.#settings = settings
    this.#events = events
  }

  /** Whether a thread could be started here. */
  get isVacant() {
    return this.thread === undefined && !this.#isHeld
  }

  /** Whether a thread could not be started, and nobody tries for now. */
  get isBroken() {
    return this.error !== undefined && this.#isHeld
  }

  /** Starts a thread, if there is none. @returns {Promise<void>} when ready */
  start() {
    if (this.thread?.isReady) return Promise.resolve()
    this.#ready ??= Promise.withResolvers()
    const { promise } = this.#ready
    if (this.thread === undefined) this.#tryToStart()
    return promise
  }

  #tryToStart() {
    try {
      this.#start()
    } catch (cause) {
      // We may have no right to, or there may be too many threads.
      this.#giveUp({ how: 'could not be started', cause })
      this.#hold(0)
    }
  }

  #start() {
    const thread = new Thread(this.#settings, {
      ready: () => {
        this.error = undefined
        this.#ready?.resolve()
        this.#ready = undefined
        this.#events.changed()
      },
      answered: this.#events.answered,
      ended: (back, crash) => this.#end(thread, back, crash),
    })
    this.thread = thread
  }

  /**
   * @param {Thread} thread
   * @param {Task[]} back
   * @param {CrashInfo} crash
   */
  #end(thread, back, crash) {
    this.thread = undefined
    this.#gone?.resolve()
    if (!thread.isReady) this.#giveUp(crash)
    if (thread.isLeaving) return this.#events.vacant(back)
    this.#hold(performance.now() - thread.started)
    this.#events.vacant(back, crash)
  }

  /** @param {CrashInfo} crash of a thread that was never ready */
  #giveUp({ how, cause }) {
    this.error = notStarted(this.#settings.module, how, cause)
    this.#ready?.reject(this.error)
    this.#ready = undefined
  }

  /** @param {number} lived how long the thread has that crashed, in ms */
  #hold(lived) {
    const { restartDelay, maxRestartDelay } = this.#settings
    if (lived > HEALTHY) this.#crashes = 0
    const delay = Math.min(restartDelay * 2 ** this.#crashes, maxRestartDelay)
    this.#crashes++
    this.#isHeld = true
    this.#timer = setTimeout(() => {
      this.#isHeld = false
      this.#events.changed()
    }, delay)
    // Whoever waits for a task holds the process, and nobody else does.
    this.#timer.unref()
  }

  /**
   * Lets the thread go.
   *
   * @param {number} grace how long it may take, in ms
   * @returns {Promise<void>}
   */
  async close(grace) {
    clearTimeout(this.#timer)
    this.#isHeld = true
    if (this.thread === undefined) return
    this.#gone = Promise.withResolvers()
    const { thread } = this
    thread.close()
    const timer = setTimeout(() => thread.kill('took too long'), grace)
    await this.#gone.promise
    clearTimeout(timer)
  }

  /** @param {unknown} error for all its tasks */
  destroy(error) {
    this.queue.failAll(error)
    this.thread?.destroy(error)
  }
}
