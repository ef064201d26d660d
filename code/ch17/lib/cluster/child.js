import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { failureOf, startError } from './failures.js'
import { NO_FIGURES } from './gauge.js'
import { messageOf } from './messages.js'

/** @import { Worker } from 'node:cluster' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Failure } from './failures.js' */
/** @import { Figures } from './gauge.js' */
/** @import { FromWorker, Start, ToWorker } from './messages.js' */

/**
 * Why a worker ended: by itself (`crash`), or because somebody told it to.
 *
 * @typedef {'crash' | 'close' | 'kill' | 'ready-timeout' | 'drain-timeout'
 *   | 'reload' | 'hung' | 'age' | 'memory' | 'signal'} Reason
 */
/** @typedef {'starting' | 'ready' | 'draining' | 'killed' | 'dead'} ChildState */
/**
 * @typedef {object} End
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 */

const ENTRY = fileURLToPath(new URL('./worker-entry.js', import.meta.url))

/**
 * One worker's process, seen from the primary. It tells when it is ready
 * ('ready'), of what it says ('message'), and of its end ('exit').
 */
export class Child extends EventEmitter {
  /** @type {ChildState} */
  state = 'starting'
  /** When it became ready, in ms since 1970; 0: not yet. */
  readySince = 0
  /** @type {AddressInfo | undefined} where it listens */
  address
  /** @type {Reason | undefined} why it was told to end */
  reason
  /** @type {Failure | undefined} what it said of its failure */
  failure
  /** @type {Figures} what it last told of itself */
  figures = NO_FIGURES
  #begun = performance.now()
  #worker

  /** @param {Start} start what it is told */
  constructor(start) {
    super()
    this.start = start
    this.id = start.id
    this.generation = start.generation
    this.#worker = fork(start)
    this.#worker.on('message', (message) => this.#take(message))
    /** When it is no more. */
    this.exited = endOf(this.#worker)
    this.exited.then((end) => this.#leave(end))
    /** When it is ready; rejects when it ends before. @type {Promise<void>} */
    this.ready = this.#becomeReady()
    // Who does not wait for it need not be told.
    this.ready.catch(() => {})
  }

  get pid() {
    return this.#worker.process.pid
  }

  /** How long it has lived, in ms. */
  get age() {
    return performance.now() - this.#begun
  }

  /** @param {ToWorker} message that is lost where nobody is left to take it */
  send(message) {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** @param {unknown} received */
  #take(received) {
    /** @type {FromWorker | null} */
    const message = messageOf(received)
    if (message === null) return
    if (message.velocy === 'hello') {
      this.#brief()
    } else if (message.velocy === 'ready') {
      this.#enter(message.address)
    } else if (message.velocy === 'failed') {
      this.failure = message.failure
    } else if (message.velocy === 'leaving') {
      this.send({ velocy: 'goodbye' })
    } else {
      if (message.velocy === 'heartbeat') this.figures = message.figures
      this.emit('message', message)
    }
  }

  /** Tells it what it has to know. */
  #brief() {
    try {
      this.send({ velocy: 'start', start: this.start })
    } catch (error) {
      // The data was checked, but the program may have changed it since.
      this.failure = failureOf(error, false)
      this.kill('crash')
    }
  }

  /** @param {AddressInfo} address */
  #enter(address) {
    if (this.state !== 'starting') return
    this.state = 'ready'
    this.readySince = Date.now()
    this.address = address
    this.emit('ready')
  }

  /** @param {End & { failure?: Failure }} end */
  #leave({ failure, ...end }) {
    // Told to leave, it has not done so.
    if (this.state === 'draining' && end.code !== 0) this.reason = 'crash'
    // An error does not end anybody with SIGKILL, or with 0: it was survived.
    const isSurvived = end.signal === 'SIGKILL' || end.code === 0
    if (this.readySince > 0 && isSurvived) this.failure = undefined
    this.state = 'dead'
    this.failure ??= failure
    this.emit('exit', end)
  }

  async #becomeReady() {
    const { readyTimeout } = this.start.times
    const timer = readyTimeout
      ? setTimeout(() => this.kill('ready-timeout'), readyTimeout)
      : undefined
    const entered = new Promise((resolve) => this.once('ready', resolve))
    const end = await Promise.race([entered, this.exited])
    clearTimeout(timer)
    if (end !== undefined) throw startError(this, end)
  }

  /**
   * Lets it end what is under way, for a while.
   *
   * @param {Reason} reason
   */
  drain(reason) {
    if (this.state === 'starting') return this.kill(reason)
    if (this.state === 'ready') {
      this.reason = reason
      this.state = 'draining'
      this.send({ velocy: 'drain' })
      this.#limitDrain()
    }
    return this.exited
  }

  async #limitDrain() {
    const { drainTimeout } = this.start.times
    if (drainTimeout === 0) return
    const timer = setTimeout(() => this.kill('drain-timeout'), drainTimeout)
    await this.exited
    clearTimeout(timer)
  }

  /**
   * Ends it at once.
   *
   * @param {Reason} reason
   */
  kill(reason) {
    if (this.state === 'killed') return this.exited
    if (this.state !== 'dead') {
      this.reason = reason
      this.state = 'killed'
      this.#worker.process.kill('SIGKILL')
    }
    return this.exited
  }
}

/**
 * What of Node.js's options is for this process alone: one that tests a cluster
 * is no test itself, and a worker has a file where this one has a text.
 */
const OWN = /^(?:--test|--input-type|--eval|--print|-e$|-pe?$)/

/**
 * @param {string} one an option, or its value
 * @param {number} i
 * @param {string[]} all
 */
const isForAll = (one, i, all) =>
  !OWN.test(one.startsWith('-') ? one : (all[i - 1] ?? '')) &&
  one !== /** @type {any} */ (process)._eval

/** @param {Start} start */
function fork({ app }) {
  cluster.setupPrimary({
    exec: app === null ? process.argv[1] : ENTRY,
    args: process.argv.slice(2),
    execArgv: process.execArgv.filter(isForAll),
    serialization: 'advanced',
  })
  return cluster.fork({ VELOCY_WORKER: '1' })
}

/**
 * Resolves when a process has ended, or could not begin.
 *
 * @param {Worker} worker
 * @returns {Promise<End & { failure?: Failure }>}
 */
function endOf(worker) {
  return new Promise((resolve) => {
    worker.on('exit', (code, signal) => {
      resolve({ code, signal: /** @type {NodeJS.Signals} */ (signal) })
    })
    worker.on('error', (error) => {
      // Of one that has begun, it is a message that could not be sent.
      if (worker.process.pid !== undefined) return
      resolve({ code: null, signal: null, failure: failureOf(error, false) })
    })
  })
}
