import { addAbortListener, EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { VelocyError } from '../common/errors.js'
import { Input, Output } from './streams.js'

/** @import { Command } from './command.js' */
/** @import { Zygote } from './zygote.js' */

/**
 * A program, with the names that it has in `node:child_process`. Emits `exit`
 * when it has ended, `close` when its output has been read, too, and `error`
 * if it could not run or was aborted.
 */
export class ChildProcess extends EventEmitter {
  /** @type {'waiting' | 'running' | 'ended' | 'closed'} */
  #state = 'waiting'
  /** @type {Zygote | undefined} */
  #zygote
  /** @type {number | undefined} */
  #pid
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {Disposable | undefined} */
  #abortListener
  /** The exit code, if no signal has ended it. @type {number | null} */
  exitCode = null
  /** The signal that has ended it. @type {NodeJS.Signals | null} */
  signalCode = null
  /** Whether `kill` has sent a signal. */
  killed = false
  /** Takes it out of its queue. @internal @type {() => void} */
  leave = () => {}

  /** @param {Command} command */
  constructor(command) {
    super()
    /** @internal */
    this.command = command
    const [input, output, errors] = command.stdio
    /** A Writable, or null where it is no pipe. */
    this.stdin = input === 'pipe' ? new Input() : null
    /** A Readable, or null where it is no pipe. */
    this.stdout = output === 'pipe' ? new Output() : null
    /** As `stdout`, with its errors. */
    this.stderr = errors === 'pipe' ? new Output() : null
    this.#watch(command)
  }

  /** @param {Command} command */
  #watch({ timeout, signal, killSignal }) {
    const kill = () => this.kill(killSignal)
    if (timeout > 0) this.#timer = setTimeout(kill, timeout)
    if (signal === undefined) return
    this.#abortListener = addAbortListener(signal, () => {
      if (kill()) this.emit('error', abortError(signal.reason))
    })
  }

  get #streams() {
    const streams = [this.stdin, this.stdout, this.stderr]
    return streams.filter((stream) => stream !== null)
  }

  /** @internal @param {Zygote} zygote that runs it */
  begin(zygote) {
    this.#state = 'running'
    this.#zygote = zygote
  }

  /** @internal @param {number} status that its shell reports */
  ended(status) {
    this.#finish(endingOf(status))
  }

  /** @param {Ending} ending @param {Error} [error] */
  #finish(ending, error) {
    this.#state = 'ended'
    clearTimeout(this.#timer)
    this.#abortListener?.[Symbol.dispose]()
    for (const stream of this.#streams) stream.finish()
    this.exitCode = ending.code
    this.signalCode = ending.signal
    // The caller of `spawn` has listeners by the next tick.
    process.nextTick(() => {
      if (error) this.emit('error', error)
      else this.emit('exit', ending.code, ending.signal)
      // After an `await` of the event, `close` is still to come.
      setImmediate(() => this.#dropRest())
    })
  }

  /** Reads what has no reader. */
  #dropRest() {
    for (const stream of this.#streams) {
      stream.once('close', () => this.#closeIfDone())
      if (stream.readableFlowing === null) stream.resume()
    }
    this.#closeIfDone()
  }

  #closeIfDone() {
    const isOpen = this.#streams.some(({ closed }) => !closed)
    if (this.#state !== 'ended' || isOpen) return
    this.#state = 'closed'
    this.emit('close', this.exitCode, this.signalCode)
  }

  /** It can't run. @internal @param {Error & { errno?: number }} error */
  fail(error) {
    this.#stop({ code: error.errno ?? -1, signal: null }, error)
  }

  /** It never runs. @param {Ending} ending @param {Error} [error] */
  #stop(ending, error) {
    this.leave()
    for (const stream of this.#streams) stream.open()
    this.#finish(ending, error)
  }

  /** Its shell has died. @internal @param {number | undefined} shell its pid */
  lost(shell) {
    const { file } = this.command
    const message = `spawn ${file}: killed, because its shell, ${shell}, has died`
    const error = new VelocyError('ERR_VELOCY_LOST', message)
    this.#finish({ code: null, signal: 'SIGKILL' }, error)
  }

  /** Undefined until it runs. */
  get pid() {
    if (this.#state === 'running') this.#pid ??= childOf(this.#zygote?.pid)
    return this.#pid
  }

  /**
   * Sends a signal.
   *
   * @param {NodeJS.Signals | number} [signal]
   * @returns {boolean} false if it has ended already
   * @throws {TypeError} ERR_UNKNOWN_SIGNAL
   */
  kill(signal = 'SIGTERM') {
    const name = signalName(signal)
    if (this.#state === 'running') this.#send(name)
    else if (this.#state === 'waiting') this.#stop({ code: null, signal: name })
    else return false
    this.killed = true
    return true
  }

  /** @param {NodeJS.Signals} signal */
  #send(signal) {
    if (this.#state !== 'running') return
    const { pid } = this
    // The shell has its command, but has yet to start it: try again in 1 ms.
    if (pid === undefined) setTimeout(() => this.#send(signal), 1)
    else attempt(() => process.kill(pid, signal))
  }
}

/** As in `node:child_process`. @param {unknown} cause */
function abortError(cause) {
  const error = new Error('The operation was aborted', { cause })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

/**
 * The program that a shell runs now. It runs one at a time, so the kernel's
 * list of its children has one entry at most (proc_pid_task(5)).
 *
 * @param {number | undefined} shell
 * @returns {number | undefined}
 */
function childOf(shell) {
  const file = `/proc/${shell}/task/${shell}/children`
  const list = attempt(() => readFileSync(file, 'latin1')) ?? ''
  return Number.parseInt(list, 10) || undefined
}

const { signals } = os.constants
const NAMES = /** @type {NodeJS.Signals[]} */ (Object.keys(signals))

/**
 * @typedef {object} Ending how a program ended: one of the two is null
 * @property {number | null} code that it exited with
 * @property {NodeJS.Signals | null} signal that ended it
 */

/**
 * What the status of a shell means. A program can exit with 143 by itself, but
 * the shell says the same of one that SIGTERM, signal 15, has ended.
 *
 * @param {number} status from 0 to 255
 * @returns {Ending}
 */
export function endingOf(status) {
  // SIGABRT is SIGIOT, too: the first name counts.
  const signal = NAMES.find((name) => signals[name] === status - 128)
  return signal ? { code: null, signal } : { code: status, signal: null }
}

/**
 * @param {NodeJS.Signals | number} signal
 * @returns {NodeJS.Signals} its name
 * @throws {TypeError} ERR_UNKNOWN_SIGNAL
 */
export function signalName(signal) {
  const name = NAMES.find((one) => one === signal || signals[one] === signal)
  if (name) return name
  const message = `Unknown signal: ${signal}`
  throw Object.assign(new TypeError(message), { code: 'ERR_UNKNOWN_SIGNAL' })
}

/**
 * For what may fail at any time, such as a signal to a program that has ended.
 *
 * @template T
 * @param {() => T} action
 * @returns {T | undefined} undefined if it has failed
 */
export function attempt(action) {
  try {
    return action()
  } catch {
    // It stays undefined.
  }
}
