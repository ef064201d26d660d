import { closeSync, constants, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { attempt } from './child.js'
import { quote } from './command.js'

/** @import { ChildProcess } from './child.js' */

const READ = constants.O_RDONLY | constants.O_NONBLOCK
const WRITE = constants.O_WRONLY | constants.O_NONBLOCK
const BOTH = constants.O_RDWR | constants.O_NONBLOCK

/** How a shell connects input, output and errors to each place. */
const IGNORED = ['</dev/null', '>/dev/null', '2>/dev/null']
// Descriptors 3 and 4 of a shell are our own output and errors.
const INHERITED = ['', '>&3', '2>&4']
// An output opens by way of 5, even if we've closed our end by now.
const OPENINGS = ['<%', '5<>% >% 5>&-', '5<>% 2>% 5>&-']

let made = 0

/** The named pipes of one shell: input, output and errors of its program. */
export class Pipes {
  /** Keeps the input open until the program has it. */
  #placeholder = -1
  #folder
  #paths

  /** @param {string} folder made again if it has been removed */
  constructor(folder) {
    made++
    this.#folder = folder
    this.#paths = ['in', 'out', 'err'].map((name) =>
      path.join(folder, `${made}.${name}`),
    )
  }

  /** The command that makes them, in a folder that only we can enter. */
  get script() {
    const folder = quote(this.#folder)
    const paths = this.#paths.map(quote).join(' ')
    return `mkdir -pm 700 ${folder}&&[ -O ${folder} ]&&mkfifo -m 600 ${paths}`
  }

  /**
   * Opens our ends, so that a program never waits for us.
   *
   * @param {ChildProcess} child
   * @returns {string[]} redirections by which the shell opens the program's
   */
  open({ stdin, stdout, stderr, command: { stdio } }) {
    if (stdin) {
      this.#placeholder = openSync(this.#paths[0], BOTH)
      stdin.open(openSync(this.#paths[0], WRITE))
    }
    for (const [index, output] of [stdout, stderr].entries()) {
      output?.open(openSync(this.#paths[index + 1], READ))
    }
    return stdio.map((place, index) => {
      const file = quote(this.#paths[index])
      if (place === 'pipe') return OPENINGS[index].replaceAll('%', () => file)
      return (place === 'inherit' ? INHERITED : IGNORED)[index]
    })
  }

  /** The program has its input, or never will. */
  opened() {
    if (this.#placeholder >= 0) closeSync(this.#placeholder)
    this.#placeholder = -1
  }

  /**
   * Whether the next program can have them. It can't while a child of the last
   * one holds an end, and would read its input or write into its output.
   *
   * @param {ChildProcess} child
   */
  areFree({ stdin, stdout, stderr }) {
    if (stdout?.isAtEnd === false || stderr?.isAtEnd === false) return false
    if (!stdin) return true
    // Fails with ENXIO if no process reads it.
    const fd = attempt(() => openSync(this.#paths[0], WRITE))
    if (fd !== undefined) closeSync(fd)
    return fd === undefined
  }

  remove() {
    this.opened()
    for (const file of this.#paths) rmSync(file, { force: true })
  }
}
