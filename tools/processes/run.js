/**
 * Child processes with a time limit. Each runs in a process group of its own,
 * so that whatever it started ends with it: nothing is left behind by a
 * time-out or by Ctrl-C.
 */
import { spawn } from 'node:child_process'
import { began, forget, signalGroup } from './groups.js'

/**
 * @typedef {object} Outcome
 * @property {number | null} status exit status; null when it did not exit
 * @property {string} output stdout and stderr as they came
 * @property {string} stdout
 * @property {number} seconds
 * @property {boolean} timedOut
 * @property {boolean} flooded whether it was ended because it printed too much
 * @property {string} failure why it could not start; '' when it did
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment
 * @property {number} [timeout] seconds; Infinity where the parent of this
 *   process sees to its end
 * @property {number} [maxOutput] characters; a program that prints more is
 *   ended
 * @property {AbortSignal} [signal] ends the program at once
 * @property {(line: string) => void} [onLine] called per line of output
 */

/** How long a process group has to end by itself once asked to, in ms. */
const grace = 3000

export { endChildrenOnSignal } from './groups.js'

/**
 * The environment for a child that runs tests of its own: without the
 * variables by which `node --test` tells a nested run to stay silent.
 *
 * @param {Record<string, string | undefined>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnv(extra = {}) {
  const env = { ...process.env, ...extra }
  delete env.NODE_TEST_CONTEXT
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete env[name]
  }
  return env
}

/** A program that has been started, in a process group of its own. */
class Child {
  #start = performance.now()
  #output = ''
  #stdout = ''
  /** The beginning of a line that has not been printed to its end. */
  #partial = ''
  #timedOut = false
  #flooded = false
  #failure = ''
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #options
  #child
  #group

  /** @param {string} file @param {string[]} args @param {RunOptions} options */
  constructor(file, args, options) {
    const { cwd, env = cleanEnv(), timeout = 600, signal } = options
    this.#options = options
    this.#child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#group = this.#child.pid
    began(this.#child)
    if (Number.isFinite(timeout)) {
      this.#timer = setTimeout(() => {
        this.#timedOut = true
        this.#terminate()
      }, timeout * 1000)
    }
    signal?.addEventListener('abort', this.#kill, { once: true })
    if (signal?.aborted) this.#kill()
    this.#listen()
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    if (this.#group !== undefined) signalGroup(this.#group, signal)
  }

  #kill = () => this.#signal('SIGKILL')

  /**
   * Asks the group to end, and ends it when it does not.
   *
   * @param {() => void} [killed] called then
   */
  #terminate(killed) {
    this.#signal('SIGTERM')
    setTimeout(() => {
      this.#kill()
      killed?.()
    }, grace).unref()
  }

  #listen() {
    const { stdout, stderr } = this.#child
    stdout.setEncoding('utf8').on('data', (text) => {
      if (!this.#flooded) this.#stdout += text
      this.#take(text)
    })
    stderr.setEncoding('utf8').on('data', (text) => this.#take(text))
    this.#child.on('error', (error) => {
      this.#failure = error.message
    })
  }

  /** @param {string} text of its output, from either stream */
  #take(text) {
    const { maxOutput = Infinity, onLine } = this.#options
    if (this.#flooded) return
    this.#output += text
    if (this.#output.length > maxOutput) {
      this.#flooded = true
      this.#kill()
    }
    if (!onLine) return
    const lines = (this.#partial + text).split(/\r?\n|\r/)
    this.#partial = /** @type {string} */ (lines.pop())
    for (const line of lines) onLine(line)
  }

  /** @returns {Promise<number | null>} its exit status */
  ended() {
    const child = this.#child
    return new Promise((resolve) => {
      // 'close' waits for every holder of the pipes; a process that the program
      // left behind would delay it, so its own exit ends the group first.
      child.on('exit', () => {
        this.#terminate(() => {
          setTimeout(() => resolve(child.exitCode), grace).unref()
        })
      })
      child.on('close', resolve)
    })
  }

  /**
   * To be called once, when it has ended.
   *
   * @param {number | null} status
   * @returns {Outcome}
   */
  settle(status) {
    const { signal, onLine } = this.#options
    clearTimeout(this.#timer)
    signal?.removeEventListener('abort', this.#kill)
    // What the program left running would hold ports and time.
    this.#kill()
    forget(this.#group)
    if (this.#partial && onLine) onLine(this.#partial)
    return {
      status,
      output: this.#output,
      stdout: this.#stdout,
      seconds: (performance.now() - this.#start) / 1000,
      timedOut: this.#timedOut,
      flooded: this.#flooded,
      failure: this.#failure,
    }
  }
}

/**
 * Runs a program to its end, with nothing on its stdin.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} never rejects
 */
export async function run(file, args, options = {}) {
  const child = new Child(file, args, options)
  return child.settle(await child.ended())
}
