import { closeSync, constants, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { quote } from './quote.js'

/** @import { Run } from './run.js' */

const READ = constants.O_RDONLY | constants.O_NONBLOCK
const WRITE = constants.O_WRONLY | constants.O_NONBLOCK
const BOTH = constants.O_RDWR | constants.O_NONBLOCK

const IGNORED = ['</dev/null', '>/dev/null', '2>/dev/null']
const SIGNS = ['<', '>', '2>']

/**
 * The named pipes of one zygote: input, output and errors of one process after
 * the other.
 */
export class Pipes {
  /** A reader of the input, until the process is one. */
  #placeholder = -1
  #paths

  /** @param {string} directory @param {number} number */
  constructor(directory, number) {
    this.#paths = ['in', 'out', 'err'].map((name) =>
      path.join(directory, `${number}.${name}`),
    )
  }

  /** The command that makes them. */
  get script() {
    return `mkfifo -m 600 ${this.#paths.map(quote).join(' ')}`
  }

  /**
   * Opens our ends, so that the process has to wait for nobody, and says how
   * the shell opens the others.
   *
   * @param {Run} run
   * @returns {Record<'before' | 'redirections' | 'after', string>} what
   *   stands around the command that runs the program
   */
  open({ input, outputs }) {
    const redirections = outputs.map((output, index) => {
      if (!output) return IGNORED[index + 1]
      output.open(openSync(this.#paths[index + 1], READ))
      return SIGNS[index + 1] + quote(this.#paths[index + 1])
    })
    if (!input) {
      const all = [IGNORED[0], ...redirections]
      return { before: '', redirections: all.join(' '), after: '' }
    }
    const [path] = this.#paths
    this.#placeholder = openSync(path, BOTH)
    input.open(openSync(path, WRITE))
    return {
      // Until the shell has it, the placeholder must stay.
      before: `exec 7<${quote(path)};echo "$velocy_mark<";`,
      redirections: ['<&7 7<&-', ...redirections].join(' '),
      after: 'exec 7<&-;',
    }
  }

  /** The shell has the input, or never will. */
  opened() {
    if (this.#placeholder >= 0) closeSync(this.#placeholder)
    this.#placeholder = -1
  }

  /**
   * Whether another process can have them. Not while somebody else holds an
   * end: a child of the last one, say, that would read what is meant for the
   * next.
   *
   * @param {Run} run
   */
  areFree({ input, outputs }) {
    if (!outputs.every((output) => output?.isAtEnd ?? true)) return false
    if (!input) return true
    try {
      closeSync(openSync(this.#paths[0], WRITE))
      return false
    } catch (error) {
      // ENXIO: nobody is there to read.
      return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENXIO'
    }
  }

  remove() {
    this.opened()
    for (const file of this.#paths) remove(file)
  }
}

/** @param {string} file or a folder with files */
export function remove(file) {
  try {
    rmSync(file, { recursive: true, force: true })
  } catch {
    // We have become another user. Then the watcher removes it.
  }
}
