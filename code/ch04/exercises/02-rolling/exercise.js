import { closeSync, openSync, renameSync, writeSync } from 'node:fs'

/** A log that begins a new file when one is full. It loses lines. */
export class RollingLog {
  #path
  #maxSize
  #now
  #fd
  #size = 0
  /** @type {string[]} */
  #waiting = []

  /**
   * @param {string} path
   * @param {{ maxSize: number, now?: () => number }} options bytes per file
   *   at most, unless one line has more; ms since 1970
   */
  constructor(path, { maxSize, now = Date.now }) {
    this.#path = path
    this.#maxSize = maxSize
    this.#now = now
    this.#fd = openSync(path, 'w')
  }

  /** @param {string} line without its line end */
  write(line) {
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#waiting.length === 100) this.flush()
    if (this.#size > this.#maxSize) this.#rotate()
  }

  flush() {
    writeSync(this.#fd, this.#waiting.join('\n'))
    this.#waiting = []
  }

  /** The full file becomes `path.` and a number, larger for later ones. */
  #rotate() {
    const second = Math.floor(this.#now() / 1000)
    renameSync(this.#path, `${this.#path}.${second}`)
    closeSync(this.#fd)
    this.#fd = openSync(this.#path, 'w')
    this.#size = 0
  }

  close() {
    closeSync(this.#fd)
  }
}
