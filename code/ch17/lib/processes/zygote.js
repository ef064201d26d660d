import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { VelocyError } from '../common/errors.js'
import { Environment } from './environment.js'
import { Pipes } from './pipes.js'
import { quote } from './quote.js'

/** @import { Run } from './run.js' */

/**
 * @typedef {object} Surroundings what all zygotes of a pool have
 * @property {string} shell
 * @property {string} directory of their pipes
 * @property {string} mark what its own lines begin with: nothing that a
 *   process or a shell says does
 * @property {(zygote: Zygote) => void} onFree it can run the next one
 * @property {(zygote: Zygote, reason: string) => void} onGone
 */

/** How long a pipe may stay open after its process, in ms; or twice that. */
const PATIENCE = 200

/**
 * Those whose process has ended, and whose pipes are not yet closed: whether
 * they have been seen before.
 *
 * @type {Map<Zygote, boolean>}
 */
const unclosed = new Map()
let isTimed = false

/**
 * A shell that runs one process after the other. It is so small that it can
 * start one at next to no cost.
 */
export class Zygote {
  #surroundings
  #shell
  #input
  #output
  #pipes
  /** @type {Run | undefined} */
  #run
  #cwd = ''
  #environment
  #rest = ''
  /** What the shell has said that is none of our lines. */
  #said = ''
  #hasLeft = false
  wasReady = false

  /** @param {Surroundings} surroundings @param {number} number */
  constructor(surroundings, number) {
    const { shell, directory, mark } = surroundings
    this.#surroundings = surroundings
    this.#pipes = new Pipes(directory, number)
    const env = { ...process.env }
    this.#environment = new Environment(env)
    this.#shell = spawn(shell, [], {
      ...{ stdio: ['pipe', 'pipe', 'ignore'], cwd: '/', env, detached: true },
    })
    this.#shell.unref()
    // Node.js makes none when we have no file descriptors left.
    const { stdin, stdout } = this.#shell
    this.#input = /** @type {Socket} */ (stdin ?? new Socket())
    this.#output = /** @type {Socket} */ (stdout ?? new Socket())
    this.#listen()
    this.#makePipes(`exec 2>&1;velocy_mark=${mark};`)
  }

  /** A shell that has no pipes is of no use. @param {string} [before] */
  #makePipes(before = '') {
    this.#type(`${before}${this.#pipes.script}&&echo "$velocy_mark+"||exit`)
  }

  /** @param {string} script of one line or more */
  #type(script) {
    this.#input.write(`${script}\n`)
  }

  #listen() {
    this.#shell.on('error', (error) => {
      this.#said = error.message
      this.#lost()
    })
    this.#output.on('close', () => this.#lost())
    this.#input.on('error', () => {})
    this.#input.unref()
    this.#output.setEncoding('latin1')
    this.#output.on('data', (text) => this.#read(String(text)))
  }

  get pid() {
    return this.#shell.pid
  }

  get isBusy() {
    return this.#run !== undefined
  }

  /** Whether our process waits for this one. @param {boolean} isBusy */
  hold(isBusy) {
    if (isBusy) this.#output.ref()
    else this.#output.unref()
  }

  /** @param {Run} run */
  run(run) {
    this.#run = run
    // Until the next tick, somebody can begin to listen.
    process.nextTick(() => this.#start(run))
  }

  /** @param {Run} run */
  #start(run) {
    if (this.#hasLeft) return
    // Somebody has killed it in the meantime.
    if (run.hasEnded) return this.#free()
    const { argv, program } = run.command
    const words = [program, ...argv.slice(1)].map(quote).join(' ')
    const pipes = this.#openPipes(run)
    if (!pipes) return
    const { before, redirections, after } = pipes
    const command = `${run.environment.prefix}${words} ${redirections}`
    run.begin(this)
    this.#type(
      `${this.#setting(run)}${telling(before, command, run.asked)};` +
        `velocy_status=$?;${after}echo "$velocy_mark=$velocy_status"`,
    )
  }

  /** @param {Run} run that fails if there are none */
  #openPipes(run) {
    try {
      return this.#pipes.open(run)
    } catch (error) {
      // There is no descriptor left, or somebody has cleaned up.
      run.fail(pipesError(error))
      this.renew()
    }
  }

  #free() {
    this.#run = undefined
    this.#surroundings.onFree(this)
  }

  /**
   * The directory and the variables, where they are not those of the last.
   *
   * @param {Run} run
   */
  #setting({ command: { cwd }, environment }) {
    const next = environment.isPlain ? environment : this.#environment
    if (cwd === this.#cwd && next === this.#environment) return ''
    const commands = next.commandsAfter(this.#environment)
    this.#cwd = cwd
    this.#environment = next
    // Of a shell that is where it should not be, nothing more is wanted.
    return `cd -P ${quote(cwd)}||exit;${commands}`
  }

  /** @param {string} text */
  #read(text) {
    const { mark } = this.#surroundings
    const lines = (this.#rest + text).split('\n')
    this.#rest = /** @type {string} */ (lines.pop())
    for (const line of lines) {
      if (line.startsWith(mark)) this.#hear(line.slice(mark.length))
      else this.#said += `${line}\n`
    }
  }

  /** @param {string} message of the shell: a sign, and perhaps a number */
  #hear(message) {
    const number = Number(message.slice(1))
    switch (message[0]) {
      case '+':
        this.wasReady = true
        this.#said = ''
        this.hold(false)
        return this.#surroundings.onFree(this)
      case '<':
        return this.#pipes.opened()
      case '@':
        return this.#run?.started(number)
      case '=':
        return this.#ended(number)
    }
  }

  /** @param {number} status */
  #ended(status) {
    const run = this.#run
    const isTold = this.#said !== ''
    this.#said = ''
    this.#pipes.opened()
    this.hold(false)
    expectClose(this)
    run?.ended(status, isTold)
  }

  /** @param {Run} run whose pipes are all closed */
  closed(run) {
    unclosed.delete(this)
    if (this.#run !== run) return
    if (this.#pipes.areFree(run)) this.#free()
    else this.renew()
  }

  /** Whoever still has its pipes may keep them: it makes others. */
  renew() {
    unclosed.delete(this)
    this.#run = undefined
    this.hold(true)
    this.#pipes.remove()
    this.#makePipes()
  }

  /** It runs nothing more. */
  retire() {
    this.#leave('')
  }

  /** The shell has died, and may have left a process behind. */
  #lost() {
    unclosed.delete(this)
    const run = this.#run
    this.#run = undefined
    this.#leave(this.#said.trim())
    if (!run) return
    signalGroup(this.pid, 'SIGKILL')
    run.lost(this.pid)
  }

  /** @param {string} reason */
  #leave(reason) {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#input.end()
    this.#pipes.remove()
    this.#surroundings.onGone(this, reason)
  }
}

/** @param {unknown} cause */
function pipesError(cause) {
  const message = `spawn: a process of the pool cannot open its pipes: ${cause}`
  return new VelocyError('ERR_VELOCY_POOL_FAILED', message, { cause })
}

/** One timer is enough for all, and most need none. @param {Zygote} zygote */
function expectClose(zygote) {
  unclosed.set(zygote, false)
  if (!isTimed) setTimeout(renewLate, PATIENCE).unref()
  isTimed = true
}

/** Whoever else has their pipes may have them for hours. */
function renewLate() {
  isTimed = false
  for (const [zygote, wasSeen] of [...unclosed]) {
    if (wasSeen) zygote.renew()
    else {
      expectClose(zygote)
      unclosed.set(zygote, true)
    }
  }
}

/**
 * A command as it is costs least. In parentheses it becomes a copy of the
 * shell, which can tell its number first, and of whose end by a signal the
 * shell says something: otherwise it would say so where the program's errors
 * go.
 *
 * @param {string} before opens the input: the copy's, so that the shell has none
 * @param {string} command
 * @param {{ start: boolean, end: boolean }} asked
 */
function telling(before, command, { start, end }) {
  if (start) return `(${before}${TELL_PID};exec ${command})`
  return end ? `(${before}exec ${command})` : `${before}${command}`
}

const TELL_PID =
  'read -r velocy_pid velocy_rest </proc/self/stat;' +
  'echo "$velocy_mark@$velocy_pid"'

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
function signalGroup(leader, signal) {
  try {
    if (leader !== undefined) process.kill(-leader, signal)
  } catch {
    // There is nobody left.
  }
}
