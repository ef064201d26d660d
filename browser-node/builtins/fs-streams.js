/** The streams of files. */
import { Buffer } from './buffer.js'
import { checkInteger, invalidArgType, outOfRange } from './errors.js'
import * as core from './fs-core.js'
import { poll } from './loop.js'
import { finished, Readable, Writable } from './stream.js'

/** @typedef {import('./fs-promises.js').FileHandle} FileHandle */

/** Bytes that a stream of a file reads at once. */
const CHUNK = 64 * 1024

/**
 * Does something as soon as a disk would have done it.
 *
 * @template T
 * @param {() => T} run
 * @param {(error: any, value?: T) => void} callback
 */
export function soon(run, callback) {
  poll(() => {
    /** @type {T} */
    let value
    try {
      value = run()
    } catch (error) {
      callback(error)
      return
    }
    callback(null, value)
  })
}

/**
 * @param {any} stream
 * @param {any} options
 * @param {string} flags
 */
function begin(stream, options, flags) {
  const { fd, start, end, signal } = options
  if (start !== undefined) checkInteger(start, 'start', 0)
  const isOpenEnd = end === undefined || end === Number.POSITIVE_INFINITY
  if (!isOpenEnd) checkInteger(end, 'end', 0)
  if (start !== undefined && start > end) {
    throw outOfRange('start', `<= "end" (here: ${end})`, start)
  }
  stream.flags = options.flags ?? flags
  stream.mode = options.mode ?? 0o666
  stream.start = start
  stream.pos = start
  stream.fd = null
  if (typeof fd === 'number') stream.fd = fd
  else if (fd) takeHandle(stream, fd)
  if (signal) abortWith(stream, signal)
}

/** @param {any} stream @param {any} handle */
function takeHandle(stream, handle) {
  if (typeof handle.retain !== 'function') {
    throw invalidArgType(
      'fd',
      'of type number or an instance of FileHandle',
      handle,
    )
  }
  stream.handle = handle
  stream.fd = handle.fd
  handle.retain()
  handle.on('close', () => stream.close())
}

/** @param {any} stream @param {AbortSignal} signal */
function abortWith(stream, signal) {
  const abort = () => stream.destroy(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  finished(stream, () => signal.removeEventListener('abort', abort))
}

/** @param {any} stream @param {(error?: any) => void} callback */
function construct(stream, callback) {
  const { path, flags, mode } = stream
  if (typeof stream.fd === 'number') {
    callback()
    return
  }
  soon(
    () => core.openFile(path, flags, mode),
    (error, fd) => {
      if (error) {
        callback(error)
        return
      }
      stream.fd = fd
      callback()
      stream.emit('open', fd)
      stream.emit('ready')
    },
  )
}

/**
 * @param {any} stream
 * @param {any} error
 * @param {(error?: any) => void} callback
 */
function closeFile(stream, error, callback) {
  const { fd, handle } = stream
  if (fd === null) {
    callback(error)
    return
  }
  stream.fd = null
  if (handle) {
    handle.release()
    handle.close().then(
      () => callback(error),
      (/** @type {unknown} */ failure) => callback(error ?? failure),
    )
    return
  }
  soon(
    () => core.close(fd),
    (failure) => callback(error ?? failure),
  )
}

export class ReadStream extends Readable {
  /** @type {any} */
  fd
  /** @type {any} */
  handle
  bytesRead = 0

  /** @param {any} path @param {any} [given] options, or an encoding */
  constructor(path, given) {
    const options = core.optionsOf(given)
    const { highWaterMark = CHUNK, encoding, emitClose = true } = options
    const autoDestroy = options.autoClose ?? true
    super({ highWaterMark, encoding, emitClose, autoDestroy })
    this.path = options.fd == null ? core.pathOf(path) : path
    /** The last byte that is read. @type {any} */
    this.end = options.end ?? Number.POSITIVE_INFINITY
    begin(this, options, 'r')
  }

  /** @param {(error?: any) => void} callback */
  _construct(callback) {
    construct(this, callback)
  }

  /** @param {number} wanted */
  _read(wanted) {
    const { pos, end } = /** @type {any} */ (this)
    const next = pos ?? this.bytesRead
    const size = Math.min(wanted, end - next + 1)
    if (size <= 0) {
      this.push(null)
      return
    }
    const buffer = Buffer.allocUnsafeSlow(size)
    const { fd } = this
    soon(
      () => core.readInto(fd, buffer, pos ?? null),
      (error, count = 0) => {
        if (error) {
          this.destroy(error)
          return
        }
        if (pos !== undefined) Object.assign(this, { pos: pos + count })
        this.bytesRead += count
        this.push(count > 0 ? buffer.subarray(0, count) : null)
      },
    )
  }

  /** @param {any} error @param {(error?: any) => void} callback */
  _destroy(error, callback) {
    closeFile(this, error, callback)
  }

  /** @param {(error?: any) => void} [callback] */
  close(callback) {
    if (callback) finished(this, callback)
    this.destroy()
  }

  get pending() {
    return this.fd === null
  }
}

export class WriteStream extends Writable {
  /** @type {any} */
  fd
  /** @type {any} */
  handle
  bytesWritten = 0

  /** @param {any} path @param {any} [given] options, or an encoding */
  constructor(path, given) {
    const options = core.optionsOf(given)
    const { highWaterMark = 16_384, emitClose = true } = options
    const autoDestroy = options.autoClose ?? true
    super({ highWaterMark, emitClose, autoDestroy, decodeStrings: true })
    this.path = options.fd == null ? core.pathOf(path) : path
    begin(this, options, 'w')
    if (options.encoding) this.setDefaultEncoding(options.encoding)
  }

  /** @param {(error?: any) => void} callback */
  _construct(callback) {
    construct(this, callback)
  }

  /**
   * @param {Uint8Array} chunk
   * @param {string} _encoding
   * @param {(error?: any) => void} callback
   */
  _write(chunk, _encoding, callback) {
    const { fd } = this
    const { pos } = /** @type {any} */ (this)
    soon(
      () => core.writeFrom(fd, chunk, pos ?? null),
      (error, count = 0) => {
        if (pos !== undefined) Object.assign(this, { pos: pos + count })
        this.bytesWritten += count
        callback(error)
      },
    )
  }

  /**
   * @param {{ chunk: Uint8Array }[]} chunks
   * @param {(error?: any) => void} callback
   */
  _writev(chunks, callback) {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    this._write(bytes, 'buffer', callback)
  }

  /** @param {any} error @param {(error?: any) => void} callback */
  _destroy(error, callback) {
    closeFile(this, error, callback)
  }

  /** @param {(error?: any) => void} [callback] */
  close(callback) {
    if (callback) {
      if (this.closed) {
        poll(callback)
        return
      }
      this.on('close', callback)
    }
    this.end()
  }

  get pending() {
    return this.fd === null
  }
}
