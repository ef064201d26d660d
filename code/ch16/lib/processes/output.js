import { closeSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** What is read, until it is copied. As much as a pipe holds, on Linux. */
const BUFFER = Buffer.alloc(65536)

/**
 * What a process writes. It can be listened to before there is a process, and
 * costs next to nothing until somebody does.
 */
export class Output extends Readable {
  /** @type {number | undefined} */
  #fd
  /** Has the file descriptor, once it is waited for. @type {Socket | undefined} */
  #socket
  #isWanted = false
  #isOver = false
  /** Whether all have closed it that could write into it. */
  isAtEnd = false

  /** @param {number} fd of a pipe, at its reading end */
  open(fd) {
    if (this.destroyed) return closeSync(fd)
    this.#fd = fd
    if (this.#isWanted) this._read()
  }

  /** No process will ever write. */
  openNothing() {
    if (this.destroyed) return
    this.#end()
    this.resume()
  }

  /** @override */
  _read() {
    this.#isWanted = true
    if (this.#fd === undefined) return
    if (this.#socket) this.#socket.resume()
    else if (!this.#isOver || !this.#readNow()) this.#wait(this.#fd)
  }

  /** Until there is something to read. @param {number} fd */
  #wait(fd) {
    const socket = new Socket({
      ...{ fd, readable: true, writable: false },
      onread: {
        buffer: BUFFER,
        callback: (length) => this.#take(length),
      },
    })
    socket.on('end', () => this.#end())
    socket.on('error', (error) => this.destroy(error))
    this.#socket = socket
  }

  /** One buffer is enough for all: it's copied. @param {number} length */
  #take(length) {
    return this.push(Buffer.from(BUFFER.subarray(0, length)))
  }

  /** The process has ended: what there is to read, is there. */
  over() {
    this.#isOver = true
    // Whoever has read once, and listens to nothing, has had enough.
    if (!this.#isWanted || this.readableFlowing === null) this.resume()
    if (this.#isWanted && !this.#socket?.isPaused()) this.#readNow()
  }

  /**
   * As much as there is, without waiting. Of a pipe that no process has opened,
   * nobody would hear otherwise that it is at its end.
   *
   * @returns {boolean} false: there is nothing, and somebody has it open
   */
  #readNow() {
    let hasRead = false
    try {
      while (this.#fd !== undefined) {
        const length = readSync(this.#fd, BUFFER)
        if (length === 0) this.#end()
        else if (!this.#take(length)) return true
        hasRead = true
      }
    } catch {
      // EAGAIN: a child of the process, say, can still write.
    }
    return hasRead
  }

  #end() {
    this.isAtEnd = true
    this.#close()
    this.push(null)
  }

  #close() {
    if (this.#socket) this.#socket.destroy()
    else if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
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
