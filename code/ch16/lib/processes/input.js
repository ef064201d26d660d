import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

/**
 * What a process reads. It takes what is written before there is a process,
 * as much as a stream holds, and is a file descriptor until then.
 */
export class Input extends Writable {
  /** @type {number | undefined} */
  #fd
  /** @type {Socket | undefined} */
  #socket
  /** What waits for a process. @type {((error?: Error) => void) | undefined} */
  #waiting

  /** @param {number} fd of a pipe, at its writing end */
  open(fd) {
    if (this.destroyed) return closeSync(fd)
    this.#fd = fd
    this.#waiting?.()
    this.#waiting = undefined
  }

  /**
   * Once there is a process.
   *
   * @param {(socket: Socket) => void} use
   * @param {(error: Error) => void} refuse there will be none
   */
  #withSocket(use, refuse) {
    if (this.#socket) return use(this.#socket)
    if (this.#fd === undefined) {
      this.#waiting = (error) =>
        error ? refuse(error) : this.#withSocket(use, refuse)
      return
    }
    const socket = new Socket({ fd: this.#fd, readable: false, writable: true })
    this.#fd = undefined
    this.#socket = socket
    socket.on('error', (error) => this.destroy(error))
    use(socket)
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _encoding
   * @param {(error?: Error | null) => void} callback
   */
  _write(chunk, _encoding, callback) {
    this.#withSocket((socket) => socket.write(chunk, callback), callback)
  }

  /** @override @param {(error?: Error | null) => void} callback */
  _final(callback) {
    this.#withSocket((socket) => {
      socket.end(() => callback())
    }, callback)
  }

  /**
   * @override
   * @param {Error | null} error
   * @param {(error: Error | null) => void} callback
   */
  _destroy(error, callback) {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
    this.#waiting?.(error ?? brokenPipe())
    if (!this.#socket || this.#socket.destroyed) return callback(error)
    this.#socket.once('close', () => callback(error))
    this.#socket.destroy()
  }
}

/** What a pipe says that nobody reads. */
const brokenPipe = () =>
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
