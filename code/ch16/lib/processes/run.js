import { VelocyError } from '../common/errors.js'
import { ChildProcess } from './child.js'
import { endingOf, nameOfSignal, SILENT } from './ending.js'
import { Output } from './output.js'
import { childOf } from './pids.js'

/** @import { Ending } from './ending.js' */
/** @import { Environment } from './environment.js' */
/** @import { Input } from './input.js' */
/** @import { Command } from './options.js' */
/** @import { Zygote } from './zygote.js' */

/** How long until a signal is tried again that came too early, in ms. */
const SOON = 1

/** What becomes of one command, from `spawn` to `close`. */
export class Run {
  /** @type {'waiting' | 'running' | 'ended'} */
  #state = 'waiting'
  /** @type {number | undefined} */
  #pid
  /** Signals that may have ended it. @type {Set<NodeJS.Signals>} */
  #expected = new Set()
  #openStreams = 0
  #isRef = true
  /** Whether the shell tells of its end by a signal. */
  #isTold = false
  /** @type {Zygote | undefined} */
  #zygote
  /** @type {Ending | undefined} */
  #ending

  /** Whoever has it in a queue takes it out. @type {() => void} */
  leave = () => {}
  /** What is to be done when it has ended. @type {(() => void)[]} */
  onEnd = []

  /**
   * @param {Command} command
   * @param {Environment} environment
   */
  constructor(command, environment) {
    this.command = command
    this.environment = environment
    /** @type {ChildProcess<Input | null, Output | null, Output | null>} */
    this.child = new ChildProcess(this)
    const { stdin, stdout, stderr } = this.child
    this.input = stdin
    this.outputs = [
      stdout ?? passOn(command.stdio[1], process.stdout),
      stderr ?? passOn(command.stdio[2], process.stderr),
    ]
    for (const stream of [this.input, ...this.outputs]) {
      if (!stream) continue
      this.#openStreams++
      stream.once('close', () => {
        this.#openStreams--
        this.#closeIfDone()
      })
    }
  }

  /** What somebody has asked to be told of it, so that it must be found out. */
  get asked() {
    const { child } = this
    const start = child.listenerCount('spawn') > 0
    const end = child.listenerCount('exit') + child.listenerCount('close') > 0
    this.#isTold = start || end
    return { start, end }
  }

  /** @param {boolean} isRef */
  hold(isRef) {
    this.#isRef = isRef
    if (this.#state === 'running') this.#zygote?.hold(isRef)
  }

  get hasEnded() {
    return this.#state === 'ended'
  }

  get pid() {
    if (this.#state === 'running') this.#pid ??= childOf(this.#zygote?.pid)
    return this.#pid
  }

  /** @param {Zygote} zygote that runs it */
  begin(zygote) {
    this.#state = 'running'
    this.#zygote = zygote
    zygote.hold(this.#isRef)
  }

  /** @param {number} pid */
  started(pid) {
    this.#pid = pid
    this.child.emit('spawn')
  }

  /**
   * @param {number} status of the shell
   * @param {boolean} hasSaid whether it has said anything
   */
  ended(status, hasSaid) {
    // Nobody reads what it writes: then it gets the signal that says so.
    const isUnread = this.outputs.some((output) => output?.destroyed)
    if (isUnread) this.#expected.add('SIGPIPE')
    const expected = [...this.#expected].filter(
      (signal) => !this.#isTold || SILENT.has(signal),
    )
    this.#finish(endingOf(status, hasSaid, new Set(expected)))
  }

  /** Its zygote has died, and it too. @param {number | undefined} pid */
  lost(pid) {
    if (this.hasEnded) return
    const message =
      `${this.command.file}: the process of the pool that ran it, ${pid}, has ` +
      'ended, and it was killed too'
    this.child.emit('error', new VelocyError('ERR_VELOCY_LOST', message))
    this.#finish({ code: null, signal: 'SIGKILL' })
  }

  /**
   * It will not run. Who asked for it hears of that in the next tick, when
   * there has been time to listen.
   *
   * @param {Error} error
   */
  fail(error) {
    this.#state = 'ended'
    for (const done of this.onEnd) done()
    process.nextTick(() => {
      const { errno: code = -1 } = /** @type {{ errno?: number }} */ (error)
      this.child.exitCode = code
      this.child.emit('error', error)
      setImmediate(() => {
        this.#ending = { code, signal: null }
        this.#endStreams()
        this.#closeIfDone()
      })
    })
  }

  /** There is no process, and they end all the same. */
  #endStreams() {
    this.input?.destroy()
    for (const output of this.outputs) output?.openNothing()
  }

  /** @param {Ending} ending */
  #finish(ending) {
    this.#state = 'ended'
    for (const done of this.onEnd) done()
    this.#ending = ending
    this.child.exitCode = ending.code
    this.child.signalCode = ending.signal
    this.input?.destroy()
    this.child.emit('exit', ending.code, ending.signal)
    process.nextTick(() => {
      for (const output of this.outputs) output?.over()
    })
    this.#closeIfDone()
  }

  #closeIfDone() {
    if (this.#ending === undefined || this.#openStreams > 0) return
    this.#zygote?.closed(this)
    this.child.emit('close', this.#ending.code, this.#ending.signal)
  }

  /** @param {NodeJS.Signals | number} signal */
  kill(signal) {
    const name = signal === 0 ? undefined : nameOfSignal(signal)
    if (this.#state === 'ended') return false
    this.child.killed = true
    if (name === undefined) return true
    if (this.#state === 'running') this.#send(name)
    else this.#never(name)
    return true
  }

  /** @param {NodeJS.Signals} signal of a process that has not begun */
  #never(signal) {
    this.leave()
    this.#state = 'ended'
    process.nextTick(() => {
      this.#endStreams()
      this.#finish({ code: null, signal })
    })
  }

  /** @param {NodeJS.Signals} signal */
  #send(signal) {
    if (this.#state === 'ended') return
    this.#expected.add(signal)
    const { pid } = this
    // The shell has been told to start it, and has not got to it.
    if (pid === undefined) setTimeout(() => this.#send(signal), SOON)
    else {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended, and we'll hear of that in a moment.
      }
    }
  }
}

/**
 * @param {string} how
 * @param {NodeJS.WritableStream} ours
 */
function passOn(how, ours) {
  if (how !== 'inherit') return null
  const output = new Output()
  output.on('data', (chunk) => {
    output.pause()
    // With `pipe`, each program would listen to our output.
    ours.write(chunk, () => output.resume())
  })
  return output
}
