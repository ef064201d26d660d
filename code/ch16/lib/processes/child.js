import { EventEmitter } from 'node:events'
import { Input } from './input.js'
import { Output } from './output.js'

/** @import { Run } from './run.js' */

/**
 * A process, or one that will be, with the names that it has in
 * `node:child_process`. It emits `spawn`, `error`, `exit` and `close`.
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
    this.stdin = stdio[0] === 'pipe' ? new Input() : null
    this.stdout = stdio[1] === 'pipe' ? new Output() : null
    this.stderr = stdio[2] === 'pipe' ? new Output() : null
    this.stdio = [this.stdin, this.stdout, this.stderr]
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
