import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { VelocyError } from '../common/errors.js'
import { Environment } from './environment.js'
import { guard } from './guard.js'
import { findProgram } from './lookup.js'
import { checkPool, commandOf } from './options.js'
import { remove } from './pipes.js'
import { Run } from './run.js'
import { Watcher } from './watcher.js'
import { Zygote } from './zygote.js'

/** @import { ChildOf } from './child.js' */
/** @import { Variables } from './environment.js' */
/** @import { Command, Places, PoolOptions } from './options.js' */
/** @import { SpawnOptions } from './options.js' */
/** @import { Surroundings } from './zygote.js' */

/** Runs processes for others: a few shells, and a queue. */
export class Pool {
  #settings
  /** @type {Surroundings} */
  #surroundings
  #watcher
  /** @type {Set<Zygote>} */
  #zygotes = new Set()
  /** The one that has just been busy is the next. @type {Zygote[]} */
  #free = []
  /** @type {Set<Run>} */
  #queue = new Set()
  #started = 0
  /** Whose programs these are. */
  #user = userNow()
  /** Set when it takes no more. @type {(() => void) | undefined} */
  #onIdle
  /** @type {Promise<void> | undefined} */
  #closing
  /** That of the last command, which is mostly that of the next. */
  #environment = new Environment(process.env)
  /** That of all programs, when it need not be looked at again. */
  #fixed

  /** @param {PoolOptions} [options] */
  constructor(options) {
    this.#settings = checkPool(options)
    const { shell, env, size, prestart } = this.#settings
    if (env) this.#fixed = new Environment(env)
    this.#surroundings = {
      ...{ shell, directory: '', mark: randomBytes(12).toString('hex') },
      onFree: (zygote) => this.#next(zygote),
      onGone: (zygote, reason) => this.#gone(zygote, reason),
    }
    this.#watcher = this.#settle()
    for (let i = 0; i < Math.min(size, prestart); i++) this.#start()
  }

  /**
   * Runs a program. It is `spawn` of `node:child_process`, with the errors
   * that it has; one besides: ERR_VELOCY_POOL_FULL, status 503.
   *
   * @template {Places} [P='pipe'] what becomes of its input, output and errors
   * @param {string} file a path, or a name to be looked for in PATH
   * @param {readonly string[] | SpawnOptions<P>} [args]
   * @param {SpawnOptions<P>} [options]
   * @returns {ChildOf<P>}
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  spawn(file, args, options) {
    const command = Array.isArray(args)
      ? commandOf(file, args, options)
      : commandOf(
          file,
          [],
          options ?? /** @type {SpawnOptions} */ (args ?? undefined),
        )
    const environment = this.#environmentOf(command.env)
    const run = new Run(command, environment)
    guard(run)
    const found = findProgram(command.file, environment.path, command.cwd)
    if (typeof found === 'string') {
      command.program = found
      this.#admit(run)
    } else {
      const spawnargs = command.argv.slice(1)
      run.fail(Object.assign(found, { spawnargs }))
    }
    return /** @type {any} */ (run.child)
  }

  /** @param {Variables | undefined} variables of a command, if it has some */
  #environmentOf(variables) {
    if (!variables && this.#fixed) return this.#fixed
    const wanted = variables ?? process.env
    if (!this.#environment.isThatOf(wanted)) {
      this.#environment = new Environment(wanted)
    }
    return this.#environment
  }

  /** @param {Run} run */
  #admit(run) {
    if (this.#onIdle) return run.fail(closedError())
    if (userNow() !== this.#user) return run.fail(failedError(OTHER_USER))
    const zygote = this.#free.pop()
    if (zygote) return zygote.run(run)
    const { size, queue } = this.#settings
    const zygotes = [...this.#zygotes]
    const room = size - zygotes.filter(({ isBusy }) => isBusy).length
    if (this.#queue.size >= queue + room) {
      return run.fail(fullError(size, queue))
    }
    this.#queue.add(run)
    run.leave = () => this.#queue.delete(run)
    if (zygotes.length < size) this.#start()
  }

  /** Makes a directory for our pipes, and somebody who will remove it. */
  #settle() {
    const directory = mkdtempSync(path.resolve(os.tmpdir(), 'velocy-'))
    this.#surroundings = { ...this.#surroundings, directory }
    return new Watcher(this.#surroundings.shell, directory)
  }

  /** Somebody has cleaned up, as systems do with what is old. */
  #settleAgain() {
    const last = this.#watcher
    try {
      this.#watcher = this.#settle()
      last.end()
    } catch {
      // There is no place. The shell that needs one will say so.
    }
  }

  #start() {
    if (!isOurs(this.#surroundings.directory)) this.#settleAgain()
    this.#started++
    this.#zygotes.add(new Zygote(this.#surroundings, this.#started))
    this.#tell()
  }

  #tell() {
    const pids = [...this.#zygotes].map(({ pid }) => pid)
    this.#watcher.tell(pids.filter((pid) => pid !== undefined))
  }

  /** @param {Zygote} zygote that has nothing to do */
  #next(zygote) {
    const [run] = this.#queue
    if (run) {
      this.#queue.delete(run)
      return zygote.run(run)
    }
    this.#free.push(zygote)
    if (this.#free.length === this.#zygotes.size) this.#onIdle?.()
  }

  /** @param {Zygote} zygote @param {string} reason */
  #gone(zygote, reason) {
    this.#zygotes.delete(zygote)
    this.#free = this.#free.filter((other) => other !== zygote)
    this.#tell()
    if (zygote.wasReady) {
      if (this.#queue.size > 0) this.#start()
    } else if (this.#zygotes.size === 0) {
      for (const run of this.#queue) run.fail(failedError(reason))
      this.#queue.clear()
    }
    if (this.#free.length === this.#zygotes.size) this.#onIdle?.()
  }

  /** How many there are. */
  get counts() {
    const zygotes = [...this.#zygotes]
    const running = zygotes.filter(({ isBusy }) => isBusy).length
    return { running, waiting: this.#queue.size, processes: zygotes.length }
  }

  /**
   * Takes no more, and resolves when the last process has ended.
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
      if (this.#free.length === this.#zygotes.size) this.#onIdle()
    })
    for (const zygote of this.#zygotes) zygote.retire()
    this.#watcher.end()
    remove(this.#surroundings.directory)
  }
}

/** @param {number} size @param {number} queue */
function fullError(size, queue) {
  const message = `spawn: ${size} processes run and ${queue} wait already`
  return new VelocyError('ERR_VELOCY_POOL_FULL', message, { status: 503 })
}

/** @param {string} directory whether it is there, and nobody else's */
const isOurs = (directory) =>
  lstatSync(directory, { throwIfNoEntry: false })?.uid === process.geteuid?.()

/** A shell stays what it was, even if we give up our rights. */
const userNow = () => `${process.geteuid?.()}:${process.getegid?.()}`

const OTHER_USER =
  'it was made when we were another user, whose rights a program would have'

const closedError = () =>
  new VelocyError('ERR_VELOCY_POOL_CLOSED', 'spawn: the pool is closed')

/** @param {string} reason */
function failedError(reason) {
  const message = `a process of the pool could not start: ${reason}`
  return new VelocyError('ERR_VELOCY_POOL_FAILED', message)
}
