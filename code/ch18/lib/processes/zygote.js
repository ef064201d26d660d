import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { VelocyError } from '../common/errors.js'
import { attempt } from './child.js'
import { quote } from './command.js'
import { Pipes } from './pipes.js'

/** @import { ChildProcess } from './child.js' */

/**
 * @typedef {object} Surroundings what all shells of a pool share
 * @property {string} shell
 * @property {NodeJS.ProcessEnv} env
 * @property {string} folder of their pipes
 * @property {string} mark begins the lines that a shell writes to us
 * @property {(zygote: Zygote) => void} onFree it can run the next program
 * @property {(zygote: Zygote, reason: string) => void} onGone
 */

/** A shell that runs one program after the other. */
export class Zygote {
  #surroundings
  #shell
  #input
  #output
  #pipes
  #folder = currentFolder()
  /** What it runs now. @type {ChildProcess | undefined} */
  child
  /** The last line, so far. */
  #line = ''
  /** Lines without the mark: why the shell can't start. */
  #said = ''
  #hasLeft = false
  wasReady = false

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings
    const { shell, env } = surroundings
    this.#shell = spawn(shell, [], {
      env,
      stdio: ['pipe', 'pipe', 'ignore', 1, 2],
      detached: true,
    })
    this.pid = this.#shell.pid
    this.#shell.unref()
    // Without a file descriptor left, Node.js makes none.
    this.#input = /** @type {Socket} */ (this.#shell.stdin ?? new Socket())
    this.#output = /** @type {Socket} */ (this.#shell.stdout ?? new Socket())
    this.#listen()
    this.#pipes = this.#makePipes()
  }

  #listen() {
    this.#shell.on('error', (error) => {
      this.#said = error.message
      this.#lost()
    })
    this.#input.on('error', () => {})
    this.#input.unref()
    this.#output.setEncoding('latin1')
    this.#output.on('data', (text) => this.#read(String(text)))
    this.#output.on('close', () => this.#lost())
  }

  #makePipes() {
    const pipes = new Pipes(this.#surroundings.folder)
    const { mark } = this.#surroundings
    this.#input.write(`{ ${pipes.script};} 2>&1&&echo '${mark}+'||exit\n`)
    return pipes
  }

  /** @param {ChildProcess} child */
  run(child) {
    try {
      const script = this.#scriptOf(child)
      this.child = child
      // Our process stays alive as long as the program runs.
      this.#output.ref()
      child.begin(this)
      this.#input.write(script)
    } catch (error) {
      // There's no file descriptor left, or the pipes have been removed.
      const message = `spawn: the pool can't open its pipes: ${error}`
      child.fail(new VelocyError('ERR_VELOCY_POOL_FAILED', message))
      this.#renew()
    }
  }

  /**
   * A bare command costs least. In parentheses it's a copy of the shell that
   * first goes elsewhere or opens the input, and then becomes the program.
   *
   * @param {ChildProcess} child
   */
  #scriptOf(child) {
    const { program, args, cwd, start, stdio } = child.command
    const { mark } = this.#surroundings
    const here = currentFolder()
    const folder = cwd ?? (here === this.#folder ? undefined : here)
    const cd = folder === undefined ? '' : `cd -P ${quote(folder)}||exit 127;`
    const [input, ...outputs] = this.#pipes.open(child)
    const open = child.stdin ? `exec ${input};echo '${mark}<';` : ''
    const places = [open ? '' : input, ...outputs, '3>&- 4>&-'].join(' ')
    const words = [program, ...args].map(quote).join(' ')
    const command = `${words} ${places}`
    // A shell says what signal ended a bare one, where its errors go.
    const isPlain = !cd && !open && start === 'exec ' && stdio[2] === 'ignore'
    const line = isPlain ? command : `(${cd}${open}${start}${command})`
    return `${line};echo "${mark}=$?"\n`
  }

  /** @param {string} text */
  #read(text) {
    const { mark } = this.#surroundings
    const lines = (this.#line + text).split('\n')
    this.#line = /** @type {string} */ (lines.pop())
    for (const line of lines) {
      if (line.startsWith(mark)) this.#hear(line.slice(mark.length))
      else this.#said += `${line}\n`
    }
  }

  /** @param {string} message a sign, and perhaps a status */
  #hear(message) {
    if (message === '<') this.#pipes.opened()
    else if (message === '+') {
      this.wasReady = true
      this.#free()
    } else this.#ended(Number(message.slice(1)))
  }

  #free() {
    this.#output.unref()
    this.#surroundings.onFree(this)
  }

  /** @param {number} status */
  #ended(status) {
    const child = /** @type {ChildProcess} */ (this.child)
    this.child = undefined
    this.#pipes.opened()
    child.ended(status)
    if (this.#pipes.areFree(child)) this.#free()
    else this.#renew()
  }

  /** Leaves the pipes to the process that still has them, and makes others. */
  #renew() {
    this.#output.ref()
    this.#pipes.remove()
    this.#pipes = this.#makePipes()
  }

  /** The shell has died, and may have left a program behind. */
  #lost() {
    const child = this.child
    this.child = undefined
    this.retire(this.#said.trim())
    if (!child) return
    // The shell leads a group that its program is in, too.
    attempt(() => process.kill(-Number(this.pid), 'SIGKILL'))
    child.lost(this.pid)
  }

  /** It runs nothing more. @param {string} [reason] */
  retire(reason = '') {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#input.end()
    this.#pipes.remove()
    this.#surroundings.onGone(this, reason)
  }
}

/** None if it has been removed. A shell still starts there. */
const currentFolder = () => attempt(() => process.cwd())
