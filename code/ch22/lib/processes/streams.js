import { closeSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { PassThrough, pipeline, Readable } from 'node:stream'

/** Shared by all reads: each chunk is copied out. As large as a pipe on Linux. */
const BUFFER = Buffer.alloc(65536)

/** What a program writes: the reading end of a pipe, once there is one. */
export class Output extends Readable {
  #fd = -1
  #isWanted = false
  /** Made by the first read. @type {Socket | undefined} */
  #socket
  /** Whether every writer has closed the pipe. */
  isAtEnd = false

  /** @param {number} [fd] of the pipe; none: the program won't run */
  open(fd) {
    if (fd === undefined) this.push(null)
    else if (this.destroyed) closeSync(fd)
    else {
      this.#fd = fd
      if (this.#isWanted) this._read()
    }
  }

  /** @override */
  _read() {
    this.#isWanted = true
    if (this.#socket) this.#socket.resume()
    else if (this.#fd >= 0) this.#socket = this.#connect(this.#fd)
  }

  /** @param {number} fd */
  #connect(fd) {
    const callback = (/** @type {number} */ length) => this.#take(length)
    const onread = { buffer: BUFFER, callback }
    const socket = new Socket({ fd, readable: true, writable: false, onread })
    socket.on('end', () => this.#end())
    socket.on('error', (error) => this.destroy(error))
    return socket
  }

  /** @param {number} length @returns {boolean} whether there's room for more */
  #take(length) {
    return this.push(Buffer.from(BUFFER.subarray(0, length)))
  }

  /** Reads what is left in the pipe of a program that has ended. */
  finish() {
    // The first read empties the pipe, the second one finds its end.
    for (let reads = 0; reads < 2 && this.#fd >= 0; reads++) {
      try {
        const length = readSync(this.#fd, BUFFER)
        if (length > 0) this.#take(length)
        else this.#end()
      } catch {
        // EAGAIN: a child of the program still has it open.
      }
    }
  }

  #end() {
    this.isAtEnd = true
    this.#close()
    this.push(null)
  }

  #close() {
    if (this.#socket) this.#socket.destroy()
    else if (this.#fd >= 0) closeSync(this.#fd)
    this.#fd = -1
  }

  /**
   * @override
   * @param {Error | null} error
   * @param {(error: Error | null) => void} callback
   */
  _destroy(error, callback) {
    this.#close()
    callback(error)
  }
}

/** What a program reads: the writing end of a pipe, once there is one. */
export class Input extends PassThrough {
  /** @type {Socket | undefined} */
  #socket

  /** @param {number} [fd] of the pipe; none: the program won't run */
  open(fd) {
    if (fd === undefined) return this.destroy()
    this.#socket = new Socket({ fd, readable: false, writable: true })
    pipeline(this, this.#socket, () => {})
  }

  /** The program has ended, and reads nothing more. */
  finish() {
    this.destroy()
    this.#socket?.destroy()
  }
}
