import cluster from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { VelocyError } from '../common/errors.js'
import { failureOf } from './channel.js'

/** @import { Worker } from 'node:cluster' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Failure, FromWorker, Start, ToWorker } from './channel.js' */
/** @import { Figures } from './metrics.js' */
/** @import { Settings } from './options.js' */

/**
 * Why a worker ended: `crash` is every end that we did not ask for.
 *
 * @typedef {'crash' | 'ready-timeout' | 'hung' | 'reload' | 'close'
 *   | 'drain-timeout' | 'kill'} Reason
 */
/**
 * @typedef {object} Exit how a worker ended
 * @property {number} id from 1
 * @property {number | undefined} pid undefined if it could not be started
 * @property {number} generation how many reloads came before it
 * @property {number | null} code its exit code, if no signal has ended it
 * @property {NodeJS.Signals | null} signal that has ended it
 * @property {Reason} reason `crash` is every end that nobody asked for
 * @property {number} age in ms
 * @property {number} connections open at its last heartbeat
 * @property {Failure} [failure] the error that ended it
 */

const PROGRAM = fileURLToPath(new URL('./worker.js', import.meta.url))

/** How long to read the output of a worker that has ended, in ms. */
const LAST_LINES = 1000

/**
 * Says which program the workers run, and where their output goes.
 *
 * @param {Settings} settings
 */
export function setUpWorkers({ output }) {
  cluster.setupPrimary({
    exec: PROGRAM,
    serialization: 'advanced',
    stdio: ['inherit', output ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
}

/** A worker's process, seen from the primary. */
export class Child extends EventEmitter {
  /** @type {'starting' | 'ready' | 'draining' | 'killed' | 'dead'} */
  state = 'starting'
  /** When it became ready, in ms since 1970; 0: not yet. */
  readySince = 0
  /** @type {AddressInfo | undefined} */
  address
  isSecure = false
  /** @type {Figures | undefined} from its last heartbeat */
  figures
  /** When that came, in ms. */
  heard = 0
  /** @type {Reason} */
  #reason = 'crash'
  /** @type {Failure | undefined} */
  #failure
  #begun = performance.now()
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #worker
  #start
  #settings

  /**
   * @param {Start} start
   * @param {Settings} settings
   */
  constructor(start, settings) {
    super()
    this.#start = start
    this.id = start.id
    this.generation = start.generation
    this.#settings = settings
    this.#worker = cluster.fork({ VELOCY_WORKER: '1' })
    this.#worker.on('message', (message) => this.#take(message))
    /** Resolves when the process has ended. */
    this.exited = endOf(this.#worker).then((end) => this.#leave(end))
    /** Resolves when it is ready; rejects if it ends before. */
    this.ready = Promise.race([
      once(this, 'ready'),
      this.exited.then((exit) => {
        throw startError(exit, settings)
      }),
    ])
    // Avoids an unhandled rejection when nothing waits for it.
    this.ready.catch(() => {})
    /** Resolves when it has ended, and its output is written. */
    this.written = this.#writeTo(settings.output)
    this.#allow(settings.readyTimeout, 'ready-timeout')
  }

  get pid() {
    return this.#worker.process.pid
  }

  /** @param {ToWorker} message lost if the worker has ended */
  send(message) {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** @param {FromWorker} message or one of the app's own */
  #take(message) {
    if (typeof message?.velocy !== 'string') return
    if (message.velocy === 'hello') {
      this.send({ velocy: 'start', start: this.#start })
    } else if (message.velocy === 'failed') {
      this.#failure = message.failure
    } else if (message.velocy === 'ready') {
      this.#enter(message)
    } else {
      if (message.velocy === 'heartbeat') this.#hear(message.figures)
      this.emit('message', message)
    }
  }

  /** @param {{ address: AddressInfo, isSecure: boolean }} message */
  #enter({ address, isSecure }) {
    if (this.state !== 'starting') return
    this.state = 'ready'
    this.readySince = Date.now()
    this.address = address
    this.isSecure = isSecure
    this.#allow(this.#settings.hungAfter, 'hung')
    this.emit('ready')
  }

  /** @param {Figures} figures */
  #hear(figures) {
    this.figures = figures
    this.heard = performance.now()
    if (this.state === 'ready') this.#allow(this.#settings.hungAfter, 'hung')
  }

  /**
   * Kills the worker after a time, unless it is given another one before.
   *
   * @param {number} time in ms
   * @param {Reason} reason
   */
  #allow(time, reason) {
    clearTimeout(this.#timer)
    const timer = setTimeout(() => {
      // If the primary was stalled, it first reads what it has missed.
      setImmediate(() => {
        if (this.#timer === timer) this.kill(reason)
      })
    }, time)
    this.#timer = timer
  }

  /**
   * Tells the worker to finish its requests and leave.
   *
   * @param {Reason} reason
   */
  drain(reason) {
    if (this.state === 'starting') return this.kill(reason)
    if (this.state === 'ready') {
      this.state = 'draining'
      this.#reason = reason
      this.#allow(this.#settings.drainTimeout, 'drain-timeout')
      this.send({ velocy: 'drain' })
    }
    return this.exited
  }

  /**
   * Ends the process at once.
   *
   * @param {Reason} reason
   */
  kill(reason) {
    if (this.state !== 'killed' && this.state !== 'dead') {
      this.state = 'killed'
      this.#reason = reason
      this.#worker.process.kill('SIGKILL')
    }
    return this.exited
  }

  /**
   * @param {Awaited<ReturnType<typeof endOf>>} end
   * @returns {Exit}
   */
  #leave({ code, signal, failure = this.#failure }) {
    clearTimeout(this.#timer)
    const isAsked = this.state === 'killed' || code === 0
    const reason = isAsked ? this.#reason : 'crash'
    this.state = 'dead'
    const { id, pid, generation } = this
    const age = performance.now() - this.#begun
    const { connections = 0 } = this.figures ?? {}
    const end = { id, pid, generation, code, signal, reason, age }
    return { ...end, connections, failure }
  }

  /** @param {Settings['output']} output */
  async #writeTo(output) {
    const { stdout } = this.#worker.process
    if (!output || !stdout) return void (await this.exited)
    let rest = ''
    // node:readline would end a line at U+2028, too, which JSON may contain.
    stdout.setEncoding('utf8').on('data', (text) => {
      // A line without an end is cut.
      if (rest.length > 1_048_576) rest += '\n'
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) output.write(`${line}\n`)
    })
    const closed = once(stdout, 'close')
    await this.exited
    // A program that the worker has started may keep the pipe open.
    await Promise.race([closed, sleep(LAST_LINES, null, { ref: false })])
    if (rest) output.write(`${rest}\n`)
    rest = ''
  }
}

/**
 * @param {Worker} worker
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null,
 *   failure?: Failure }>}
 */
function endOf(worker) {
  return new Promise((resolve) => {
    worker.on('exit', (code, signal) => {
      const end = { code, signal: /** @type {NodeJS.Signals} */ (signal) }
      // Until its last words are read, node:cluster holds the port for it.
      if (worker.isConnected()) worker.once('disconnect', () => resolve(end))
      else resolve(end)
    })
    worker.on('error', (error) => {
      // A running process reports a message that could not be sent.
      if (worker.process.pid !== undefined) return
      resolve({ code: null, signal: null, failure: failureOf(error) })
    })
  })
}

/**
 * @param {Exit} exit of a worker that was not ready yet
 * @param {Settings} settings
 * @returns {VelocyError} ERR_VELOCY_CLUSTER_START
 */
function startError(exit, { readyTimeout }) {
  const { id, reason, failure, signal, code } = exit
  const how =
    reason === 'ready-timeout'
      ? `it was not ready within ${readyTimeout} ms`
      : (failure?.message ?? `it ended with ${signal ?? `exit code ${code}`}`)
  const cause = failure && Object.assign(new Error(failure.message), failure)
  return new VelocyError(
    'ERR_VELOCY_CLUSTER_START',
    `Worker ${id} did not start: ${how}`,
    cause && { cause },
  )
}
