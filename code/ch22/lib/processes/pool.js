import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { VelocyError } from '../common/errors.js'
import { ChildProcess } from './child.js'
import {
  checkPool,
  commandOf,
  findProgram,
  inheriting,
  settingOf,
} from './command.js'
import { Zygote } from './zygote.js'

/** @import { PoolOptions, SpawnOptions } from './command.js' */
/** @import { Surroundings } from './zygote.js' */

/** @param {string} code @param {string} message @param {number} [status] */
const poolError = (code, message, status) =>
  new VelocyError(`ERR_VELOCY_POOL_${code}`, message, { status })

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
    // Only we can enter it.
    const folder = mkdtempSync(path.resolve(os.tmpdir(), 'velocy-'))
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
   * @param {readonly string[]} [args]
   * @param {SpawnOptions} [options]
   * @returns {ChildProcess} emits an error of status 503 if the pool is full
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  spawn(file, args = [], options) {
    const command = commandOf(file, args, options)
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

/** Reads lines of group ids until we end; then it ends these groups. */
const SCRIPT = `trap '' HUP INT QUIT TERM
groups=
while read -r line; do groups=$line; done
for signal in TERM KILL; do
  for group in $groups; do kill -s $signal -- "-$group"; done
  [ -z "$groups" ] || [ $signal = KILL ] || sleep 1
done
rm -rf "$1"`

/**
 * A shell that waits for the end of our process, even by SIGKILL: the pipe from
 * us ends with us. Then it ends the programs that we've left behind, unless
 * they have a process group of their own, and removes the pipes.
 */
export class Watcher {
  #input

  /** @param {string} shell @param {string} folder of the pipes */
  constructor(shell, folder) {
    const watcher = spawn(shell, ['-c', SCRIPT, 'watcher', folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      detached: true,
    })
    // Without a watcher, programs still run.
    watcher.on('error', () => {})
    watcher.unref()
    this.#input = /** @type {Socket} */ (watcher.stdin ?? new Socket())
    this.#input.on('error', () => {})
    this.#input.unref()
  }

  /** @param {(number | undefined)[]} groups that must not outlive us */
  tell(groups) {
    this.#input.write(`${groups.join(' ')}\n`)
  }

  /** There is nothing left to watch. */
  end() {
    this.#input.end('\n')
  }
}

const STDIO = ['ignore', 'pipe', 'pipe']

/**
 * Runs a program to its end, without input.
 *
 * @param {(file: string, args: readonly string[], options: any) => any} spawn
 *   of a pool, or of `node:child_process`
 * @param {string} file a path, or a name to be found in PATH
 * @param {readonly string[]} [args]
 * @param {SpawnOptions} [options]
 * @returns {Promise<import('./child.js').Ending & { stdout: string, stderr:
 *   string }>} rejects if the program could not run or was aborted
 */
export async function runBy(spawn, file, args = [], options) {
  const child = spawn(file, args, { ...options, stdio: STDIO })
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, signal, stdout, stderr }
}
