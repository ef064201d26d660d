import { EventEmitter } from 'node:events'
import path from 'node:path'
import { fileOptions } from './file-options.js'
import { removeOldest, replaceFile } from './rotation.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { LogFileOptions } from './file-options.js' */

/**
 * A file that any number of loggers append lines to. Only one process may
 * write to it, through one LogFile.
 * Emits `drain` after `write` has returned false, when nothing waits anymore.
 */
export class LogFile extends EventEmitter {
  #options
  #path
  #fd = -1
  /** Bytes in the file, and its permissions. */
  #size = 0
  #mode = 0
  /** The period that the file belongs to. A device is never rotated. */
  #period = 0
  #isDevice = false
  /** New lines, and their length in bytes. */
  #lines = ''
  #length = 0
  /** @type {Buffer[]} batches of whole lines on their way to the file */
  #queue = []
  /** How many bytes of the first batch are in the file. */
  #written = 0
  /** Bytes of all that waits: of `#lines` and the queue. */
  #waiting = 0
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** Whether the last attempt to write has failed. */
  #isFailing = false
  /** @type {Set<string>} what is failing, and was told */
  #told = new Set()
  /** @type {unknown[]} errors that `onError` hears of next */
  #errors = []
  #needsDrain = false
  /** Dropped lines that the log itself doesn't mention yet. */
  #unreported = 0

  /** How many lines were lost because too many were waiting. */
  dropped = 0

  /**
   * @param {string} file
   * @param {LogFileOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   * @throws what opening throws
   */
  constructor(file, options) {
    super()
    this.#options = fileOptions(options)
    /** @internal */
    this.batchSize = Math.min(this.#options.batchSize, this.#options.maxSize)
    this.#path = path.resolve(file)
    this.#open()
  }

  #open() {
    const { fs, now } = this.#options
    const fd = fs.openSync(this.#path, 'a+')
    this.#adopt(fd)
    const stats = fs.fstatSync(fd)
    this.#size = stats.size
    this.#mode = stats.mode & 0o777
    this.#isDevice = !stats.isFile()
    // What another run wrote may belong to a period that is over.
    this.#period = this.#periodOf(stats.size > 0 ? stats.mtimeMs : now())
    if (stats.size > 0) this.#endLine()
  }

  /** @param {number} fd of a new file, which takes what waits */
  #adopt(fd) {
    if (this.#fd !== -1) this.#options.fs.closeSync(this.#fd)
    this.#fd = fd
    this.#size = 0
    // A batch that is half in the old file is whole in the new one.
    this.#waiting += this.#written
    this.#written = 0
  }

  /** Ends the line that a run left unfinished when it was killed. */
  #endLine() {
    const last = Buffer.alloc(1)
    this.#options.fs.readSync(this.#fd, last, 0, 1, this.#size - 1)
    if (String(last) === '\n') return
    this.#queue.unshift(Buffer.from('\n'))
    this.#waiting++
  }

  /** @param {number} time in ms */
  #periodOf(time) {
    return Math.floor(time / this.#options.period)
  }

  /**
   * Takes a line. It is in the file when a batch is full, or after `interval`
   * ms: later if the event loop is blocked, or nothing can be written.
   *
   * @param {string} line with its line end
   * @returns {boolean} false: the file can't keep up. If you can, wait for
   *   `drain`. The line itself is kept, unless `limit` bytes are waiting.
   */
  write(line) {
    const bytes = Buffer.byteLength(line)
    if (this.#length + bytes > this.batchSize || !this.#hasRoom(bytes)) {
      this.#flush()
    }
    if (!this.#hasRoom(bytes)) return this.#drop()
    this.#lines += line
    this.#length += bytes
    this.#waiting += bytes
    if (this.#length >= this.batchSize) this.#flush()
    this.#schedule()
    this.#needsDrain ||= this.#isFailing
    return !this.#isFailing
  }

  /** @param {number} bytes */
  #hasRoom(bytes) {
    // After a gap, no line is taken until the gap is reported.
    const isOpen = this.#fd !== -1 && this.#unreported === 0
    return isOpen && this.#waiting + bytes <= this.#options.limit
  }

  #drop() {
    this.dropped++
    this.#unreported++
    this.#needsDrain = true
    this.#schedule()
    return false
  }

  #schedule() {
    if (this.#timer || this.#fd === -1) return
    if (this.#waiting === 0 && this.#unreported === 0) return
    this.#timer = setTimeout(() => this.#tick(), this.#options.interval)
    // Waiting lines don't keep a process alive: flushOnExit saves them.
    this.#timer.unref()
  }

  #tick() {
    this.#timer = undefined
    this.flushSync()
    this.#schedule()
  }

  /** Seals the batch, and writes what waits unless writing fails just now. */
  #flush() {
    this.#seal()
    if (this.#isFailing || this.#fd === -1) return false
    const isDone = this.#writeOut()
    this.#tell()
    return isDone
  }

  #seal() {
    if (this.#length === 0) return
    this.#queue.push(Buffer.from(this.#lines))
    this.#lines = ''
    this.#length = 0
  }

  /** @returns {boolean} whether nothing waits anymore */
  #writeOut() {
    while (this.#queue.length > 0 || this.#report()) {
      try {
        this.#writeSome(this.#queue[0])
      } catch (error) {
        this.#isFailing = true
        this.#schedule()
        this.#note('write', error)
        return false
      }
    }
    this.#told.delete('write')
    if (this.#needsDrain) process.nextTick(() => this.emit('drain'))
    this.#needsDrain = false
    return true
  }

  /**
   * Writes as much of a batch as the system takes.
   *
   * @param {Buffer} batch
   * @throws what writing throws
   */
  #writeSome(batch) {
    // All of a batch goes into one file.
    if (this.#written === 0) this.#rotate(batch.length)
    const { fs } = this.#options
    const count = fs.writeSync(this.#fd, batch, this.#written)
    this.#written += count
    this.#size += count
    this.#waiting -= count
    if (this.#written < batch.length) return
    this.#queue.shift()
    this.#written = 0
  }

  /** @param {number} bytes begins a new file if they need one */
  #rotate(bytes) {
    const { fs, keep, maxSize, now } = this.#options
    const period = this.#periodOf(now())
    const isFull = this.#size + bytes > maxSize
    if (this.#size > 0 && (isFull || period !== this.#period)) {
      if (this.#isDevice) return
      try {
        this.#adopt(replaceFile(fs, this.#path, keep, this.#mode))
        removeOldest(fs, this.#path, keep)
        this.#told.delete('rotate')
      } catch (error) {
        // A file that is too large is better than a lost line.
        this.#note('rotate', error)
      }
    }
    if (this.#size === 0) this.#period = period
  }

  /**
   * Notes what has begun to fail, once.
   *
   * @param {'write' | 'rotate' | 'reopen'} what
   * @param {unknown} error
   */
  #note(what, error) {
    if (!this.#told.has(what)) this.#errors.push(error)
    this.#told.add(what)
  }

  /** Calls `onError`, which may log a line, flush, or end the process. */
  #tell() {
    for (const error of this.#errors.splice(0)) {
      this.#options.onError(/** @type {Error} */ (error))
    }
  }

  /** Puts a line where lines were lost. @returns {boolean} whether it did */
  #report() {
    if (this.#unreported === 0) return false
    const time = this.#options.now()
    const report = { time, level: 'warn', dropped: this.#unreported }
    const line = `${JSON.stringify({ ...report, msg: 'lines dropped' })}\n`
    this.#queue.push(Buffer.from(line))
    this.#waiting += line.length
    this.#unreported = 0
    return true
  }

  /**
   * Writes what waits to the file that is open, and opens the name again: for
   * when another program has moved the file.
   *
   * @returns {boolean} whether lines go to where the name leads
   */
  reopen() {
    if (this.#fd === -1) return false
    this.flushSync()
    try {
      this.#open()
      this.#told.delete('reopen')
      return true
    } catch (error) {
      this.#note('reopen', error)
      this.#tell()
      return false
    }
  }

  /**
   * Writes everything that waits.
   *
   * @returns {boolean} whether that was possible
   */
  flushSync() {
    if (this.#fd === -1) return this.#waiting === 0
    this.#isFailing = false
    return this.#flush()
  }

  /**
   * Writes what waits and closes the file. Later lines count as dropped.
   *
   * @returns {boolean} whether everything is in the file
   */
  close() {
    if (this.#fd === -1) return this.#waiting === 0
    const isDone = this.flushSync()
    clearTimeout(this.#timer)
    this.#options.fs.closeSync(this.#fd)
    this.#fd = -1
    return isDone
  }
}
