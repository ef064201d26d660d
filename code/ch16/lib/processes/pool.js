import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { VelocyError } from '../common/errors.js'
import { Environment } from './environment.js'
import { guard } from './guard.js'
import { findProgram } from './lookup.js'
import { checkPool, commandOf } from './options.js'
import { Run } from './run.js'
import { Watcher } from './watcher.js'
import { Zygote } from './zygote.js'

/** @import { Variables } from './environment.js' */
/** @import { Command, PoolOptions, SpawnOptions } from './options.js' */
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
  /** Set when it takes no more. @type {(() => void) | undefined} */
  #onIdle
  /** That of the last command, which is mostly that of the next. */
  #environment = new Environment(process.env)
  /** That of all programs, when it need not be looked at again. */
  #fixed

  /** @param {PoolOptions} [options] */
  constructor(options) {
    this.#settings = checkPool(options)
    const { shell, env } = this.#settings
    if (env) this.#fixed = new Environment(env)
    const directory = mkdtempSync(path.join(os.tmpdir(), 'velocy-'))
    this.#watcher = new Watcher(shell, directory)
    this.#surroundings = {
      ...{ shell, directory, mark: randomBytes(12).toString('hex') },
      onFree: (zygote) => this.#next(zygote),
      onGone: (zygote, reason) => this.#gone(zygote, reason),
    }
    const { size, prestart } = this.#settings
    for (let i = 0; i < Math.min(size, prestart); i++) this.#start()
  }

  /**
   * Runs a program. It is `spawn` of `node:child_process`, with the errors
   * that it has; one besides: ERR_VELOCY_POOL_FULL, status 503.
   *
   * @param {string} file a path, or a name to be looked for in PATH
   * @param {readonly string[] | SpawnOptions} [args]
   * @param {SpawnOptions} [options]
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
    return run.child
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

  #start() {
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
    if (!zygote.wasReady) {
      for (const run of this.#queue) run.fail(failedError(reason))
      this.#queue.clear()
    }
    if (this.#queue.size > 0) this.#start()
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
  async close() {
    await new Promise((resolve) => {
      this.#onIdle = () => resolve(undefined)
      if (this.#free.length === this.#zygotes.size) this.#onIdle()
    })
    for (const zygote of this.#zygotes) zygote.retire()
    this.#watcher.end()
    rmSync(this.#surroundings.directory, { recursive: true, force: true })
  }
}

/** @param {number} size @param {number} queue */
function fullError(size, queue) {
  const message = `spawn: ${size} processes run and ${queue} wait already`
  return new VelocyError('ERR_VELOCY_POOL_FULL', message, { status: 503 })
}

const closedError = () =>
  new VelocyError('ERR_VELOCY_POOL_CLOSED', 'spawn: the pool is closed')

/** @param {string} reason */
function failedError(reason) {
  const message = `a process of the pool could not start: ${reason}`
  return new VelocyError('ERR_VELOCY_POOL_FAILED', message)
}
