import { EventEmitter } from 'node:events'
import { Input } from './input.js'
import { Output } from './output.js'

/** @import { Readable, Writable } from 'node:stream' */
/** @import { Run } from './run.js' */

/** @typedef {[code: number | null, signal: NodeJS.Signals | null]} Ended */
/**
 * @typedef {object} ProcessEvents with what comes with each
 * @property {[]} spawn
 * @property {[error: Error]} error
 * @property {Ended} exit
 * @property {Ended} close
 */

/**
 * A process, or one that will be, with the names that it has in
 * `node:child_process`. It emits `spawn`, `error`, `exit` and `close`.
 *
 * @template {Writable | null} [In=Writable | null]
 * @template {Readable | null} [Out=Readable | null]
 * @template {Readable | null} [Err=Readable | null]
 * @extends {EventEmitter<ProcessEvents>}
 */
export class ChildProcess extends EventEmitter {
  #run
  /** @type {number | null} */
  exitCode = null
  /** @type {NodeJS.Signals | null} */
  signalCode = null
  killed = false
  connected = false

  /** @param {Run} run */
  constructor(run) {
    super()
    this.#run = run
    const { file, argv, stdio } = run.command
    this.spawnfile = file
    this.spawnargs = argv
    const input = stdio[0] === 'pipe' ? new Input() : null
    const output = stdio[1] === 'pipe' ? new Output() : null
    const errors = stdio[2] === 'pipe' ? new Output() : null
    this.stdin = /** @type {In} */ (input)
    this.stdout = /** @type {Out} */ (output)
    this.stderr = /** @type {Err} */ (errors)
    this.stdio = /** @type {const} */ ([this.stdin, this.stdout, this.stderr])
  }

  /** @returns {number | undefined} none before it runs */
  get pid() {
    return this.#run.pid
  }

  /**
   * @param {NodeJS.Signals | number} [signal] 0 only asks
   * @returns {boolean} whether it is there to be killed
   * @throws {TypeError} ERR_UNKNOWN_SIGNAL
   */
  kill(signal = 'SIGTERM') {
    return this.#run.kill(signal)
  }

  /** For `using`. */
  [Symbol.dispose]() {
    if (!this.killed) this.kill()
  }

  /** Our process goes on while this one does, which is the default. */
  ref() {
    this.#run.hold(true)
  }

  /** Our process need not wait for this one. */
  unref() {
    this.#run.hold(false)
  }
}

/**
 * The stream of one of the three, or null: by what becomes of it.
 *
 * @template P
 * @template N
 * @template Stream
 * @typedef {P extends readonly unknown[] ? N extends keyof P ?
 *   StreamOf<P[N], Stream> : Stream : StreamOf<P, Stream>} End
 */
/**
 * @template How
 * @template Stream
 * @typedef {How extends 'ignore' | 'inherit' ? null : Stream} StreamOf
 */
/**
 * @template P
 * @typedef {ChildProcess<End<P, '0', Writable>, End<P, '1', Readable>,
 *   End<P, '2', Readable>>} ChildOf
 */
