import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'

/** A log that begins a new file when one is full. */
export class RollingLog {
  #path
  #maxSize
  #now
  #fd
  #size
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
    this.#fd = openSync(path, 'a')
    this.#size = fstatSync(this.#fd).size
  }

  /** @param {string} line without its line end */
  write(line) {
    const bytes = Buffer.byteLength(line) + 1
    if (this.#size > 0 && this.#size + bytes > this.#maxSize) this.#rotate()
    this.#waiting.push(`${line}\n`)
    this.#size += bytes
    if (this.#waiting.length === 100) this.flush()
  }

  flush() {
    const bytes = Buffer.from(this.#waiting.join(''))
    let written = 0
    while (written < bytes.length) {
      written += writeSync(this.#fd, bytes, written)
    }
    this.#waiting = []
  }

  /** The full file becomes `path.` and a number, larger for later ones. */
  #rotate() {
    // What waits was counted for the file that is full.
    this.flush()
    let number = Math.floor(this.#now() / 1000)
    while (existsSync(`${this.#path}.${number}`)) number++
    renameSync(this.#path, `${this.#path}.${number}`)
    closeSync(this.#fd)
    this.#fd = openSync(this.#path, 'a')
    this.#size = 0
  }

  close() {
    this.flush()
    closeSync(this.#fd)
  }
}
