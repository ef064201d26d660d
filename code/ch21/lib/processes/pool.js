import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { VelocyError } from '../common/errors.js'
import { ChildProcess } from './child.js'
import { checkPool, commandOf, inheriting, settingOf } from './command.js'
import { findProgram } from './lookup.js'
import { makeFolder } from './pipes.js'
import { runBy } from './run.js'
import { Watcher } from './watcher.js'
import { Zygote } from './zygote.js'

/** @import { PoolOptions, SpawnOptions } from './command.js' */
/** @import { Surroundings } from './zygote.js' */

/** A few shells that run programs, and a queue. */
export class Pool {
  #settings
  /** @type {Surroundings} */
  #surroundings
  #watcher
  /** @type {Set<Zygote>} */
  #zygotes = new Set()
  /** The last to become free is the next to run. @type {Zygote[]} */
  #free = []
  /** @type {Set<ChildProcess>} */
  #queue = new Set()
  /** Set once it is closing. @type {(() => void) | undefined} */
  #onIdle
  /** @type {Promise<void> | undefined} */
  #closing
  #env = { ...process.env }
  #inheriting = inheriting(this.#env)

  /** @param {PoolOptions} [options] */
  constructor(options) {
    this.#settings = checkPool(options)
    const { shell, size, prestart } = this.#settings
    const folder = makeFolder()
    const failure = 'createPool: no folder for pipes can be made: set TMPDIR'
    if (folder === undefined) throw poolError('FAILED', failure)
    this.#surroundings = {
      shell,
      env: this.#env,
      folder,
      mark: randomBytes(12).toString('hex'),
      onFree: (zygote) => this.#next(zygote),
      onGone: (zygote, reason) => this.#gone(zygote, reason),
    }
    this.#watcher = new Watcher(shell, folder)
    for (let i = 0; i < Math.min(size, prestart); i++) this.#start()
  }

  /**
   * Runs a program, as `spawn` of `node:child_process` does.
   *
   * @param {string} file a path, or a name to be found in PATH
   * @param {readonly string[] | SpawnOptions} [args]
   * @param {SpawnOptions} [options]
   * @returns {ChildProcess} emits an error of status 503 if the pool is full
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  spawn(file, args = [], options) {
    const command = Array.isArray(args)
      ? commandOf(file, args, options)
      : commandOf(file, [], /** @type {SpawnOptions} */ (args))
    const { env } = command
    command.start = env ? settingOf(env, this.#env) : this.#inheriting
    const child = new ChildProcess(command)
    try {
      command.program = findProgram(command)
      this.#admit(child)
    } catch (error) {
      child.fail(/** @type {Error} */ (error))
    }
    return child
  }

  /**
   * Runs a program to its end. Input is empty; other options as in `spawn`.
   *
   * @param {string} file
   * @param {readonly string[]} [args]
   * @param {SpawnOptions} [options]
   * @returns {ReturnType<typeof runBy>} `{ code, signal, stdout, stderr }`
   */
  run(file, args, options) {
    return runBy(this.spawn.bind(this), file, args, options)
  }

  /** @param {ChildProcess} child @throws {VelocyError} there's no room */
  #admit(child) {
    if (this.#onIdle) throw poolError('CLOSED', 'spawn: the pool is closed')
    const zygote = this.#free.pop()
    if (zygote) return zygote.run(child)
    const { size, queue } = this.#settings
    const { running, processes } = this.counts
    // A shell that is yet to start, or to be free, has room for one, too.
    if (this.#queue.size >= queue + size - running) {
      const message = `spawn: ${size} programs run and ${queue} wait already`
      throw poolError('FULL', message, 503)
    }
    this.#queue.add(child)
    child.leave = () => this.#queue.delete(child)
    if (processes < size) this.#start()
  }

  #start() {
    this.#zygotes.add(new Zygote(this.#surroundings))
    this.#tell()
  }

  #tell() {
    this.#watcher.tell([...this.#zygotes].map(({ pid }) => pid))
  }

  /** @param {Zygote} zygote that is free */
  #next(zygote) {
    const [child] = this.#queue
    if (child) {
      this.#queue.delete(child)
      return zygote.run(child)
    }
    this.#free.push(zygote)
    this.#checkIdle()
  }

  /** @param {Zygote} zygote @param {string} reason */
  #gone(zygote, reason) {
    this.#zygotes.delete(zygote)
    this.#free = this.#free.filter((other) => other !== zygote)
    this.#tell()
    if (zygote.wasReady) {
      if (this.#queue.size > 0) this.#start()
    } else if (this.#zygotes.size === 0) {
      // Another one would fail, too.
      const message = `spawn: a shell of the pool could not start: ${reason}`
      for (const child of this.#queue) child.fail(poolError('FAILED', message))
    }
    this.#checkIdle()
  }

  #checkIdle() {
    if (this.#free.length === this.#zygotes.size) this.#onIdle?.()
  }

  /** How many programs run and wait, and how many shells there are. */
  get counts() {
    const zygotes = [...this.#zygotes]
    const running = zygotes.filter(({ child }) => child).length
    return { running, waiting: this.#queue.size, processes: zygotes.length }
  }

  /**
   * Takes no more programs, and resolves when the last one has ended.
   *
   * @returns {Promise<void>}
   */
  close() {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close() {
    await new Promise((resolve) => {
      this.#onIdle = () => resolve(undefined)
      this.#checkIdle()
    })
    for (const zygote of this.#zygotes) zygote.retire()
    this.#watcher.end()
    rmSync(this.#surroundings.folder, { recursive: true, force: true })
  }
}

/** @param {string} code @param {string} message @param {number} [status] */
const poolError = (code, message, status) =>
  new VelocyError(`ERR_VELOCY_POOL_${code}`, message, { status })
