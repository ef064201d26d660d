import { EventEmitter, once } from 'node:events'
import { Appender } from './appender.js'
import { show } from './encode.js'
import { fileOptions } from './file-options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { LogFileOptions } from './file-options.js' */

/**
 * @typedef {object} Batch whole lines, on their way to the file
 * @property {Buffer} bytes
 * @property {number} written how many of them are there
 * @property {number} since when its first line came
 */

/**
 * A file that lines are appended to, by any number of loggers.
 * Emits `drain` when nothing waits any more after `write` has returned false.
 */
export class LogFile extends EventEmitter {
  #options
  #appender
  /** @type {Batch[]} */
  #queue = []
  #lines = ''
  #since = 0
  /** Bytes of `#lines`, and of all that waits. */
  #length = 0
  #waiting = 0
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {(Error & { code?: string }) | undefined} */
  #failure
  /** @type {Set<string>} what has begun to fail, and was told */
  #told = new Set()
  #isWriting = false
  #needsDrain = false
  #unreported = 0
  /** Aborts when lines are given up. */
  #lost = new AbortController()

  /** How many lines were lost, because too many were waiting. */
  dropped = 0

  /**
   * @param {string} file
   * @param {LogFileOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_LOG_FILE_OPEN when the process has it
   *   open already; ERR_VELOCY_LOG_FILE_KIND when it is a pipe or the like;
   *   ERR_VELOCY_BAD_OPTION. What opening throws
   */
  constructor(file, options) {
    super()
    this.#options = fileOptions(options)
    this.batchSize = Math.min(this.#options.batchSize, this.#options.maxSize)
    this.#appender = new Appender(file, this.#options, {
      tell: (what, error) => this.#tell(what, error),
      settled: (what) => this.#told.delete(what),
    })
  }

  /**
   * Takes a line. It is in the file when a batch is full, or after `interval`
   * ms: later when the event loop is blocked, or nothing can be written.
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
    if (this.#length === 0) this.#since = this.#options.now()
    this.#lines += line
    this.#length += bytes
    this.#waiting += bytes
    if (this.#length >= this.batchSize) this.#flush()
    this.#schedule()
    this.#needsDrain ||= this.#failure !== undefined
    return this.#failure === undefined
  }

  /** @param {number} bytes */
  #hasRoom(bytes) {
    // After a gap nothing is taken until the gap is reported.
    const isOpen = this.#appender.isOpen && this.#unreported === 0
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
    if (this.#timer || !this.#appender.isOpen) return
    if (this.#waiting === 0 && this.#unreported === 0) return
    this.#timer = setTimeout(() => this.#tick(), this.#options.interval)
    // Lines that wait do not keep a process alive: flushOnExit saves them.
    this.#timer.unref()
  }

  #tick() {
    this.#timer = undefined
    this.#failure = undefined
    this.#flush()
    this.#schedule()
  }

  /** Seals the batch and writes it, unless writing fails at the moment. */
  #flush() {
    this.#seal()
    // `onError` may log something, and bring us here again.
    const isBusy = this.#isWriting || !this.#appender.isOpen
    if (isBusy || this.#failure !== undefined) return false
    this.#isWriting = true
    try {
      return this.#writeOut()
    } finally {
      this.#isWriting = false
    }
  }

  #seal() {
    if (this.#length === 0) return
    const bytes = Buffer.from(this.#lines)
    this.#queue.push({ bytes, written: 0, since: this.#since })
    this.#lines = ''
    this.#length = 0
  }

  /** @returns {boolean} whether nothing waits any more */
  #writeOut() {
    while (this.#queue.length > 0 || this.#report()) {
      const batch = this.#queue[0]
      try {
        this.#waiting -= this.#appender.append(batch)
      } catch (error) {
        this.#fail(/** @type {Error} */ (error))
        return false
      }
      if (batch.written === batch.bytes.length) this.#queue.shift()
    }
    this.#failure = undefined
    this.#told.delete('write')
    if (this.#needsDrain) process.nextTick(() => this.emit('drain'))
    this.#needsDrain = false
    return true
  }

  /** @param {Error & { code?: string }} error */
  #fail(error) {
    this.#failure = error
    this.#schedule()
    // EAGAIN isn't a fault: a device is busy for the moment.
    if (error.code !== 'EAGAIN') this.#tell('write', error)
  }

  /**
   * Tells of what begins to fail, once.
   *
   * @param {'write' | 'rotate' | 'reopen'} what
   * @param {unknown} error
   */
  #tell(what, error) {
    if (this.#told.has(what)) return
    this.#told.add(what)
    try {
      this.#options.onError(/** @type {Error} */ (error))
    } catch (thrown) {
      // The code that logs a line is not to blame for it.
      process.emitWarning(
        `onError of ${this.#appender.path} threw ${show(thrown)}`,
      )
    }
  }

  /** Puts a line where lines were lost. @returns {boolean} whether it did */
  #report() {
    if (this.#unreported === 0) return false
    const time = this.#options.now()
    const count = this.#unreported
    const report = { time, level: 'warn', dropped: count, msg: 'lines dropped' }
    const bytes = Buffer.from(`${JSON.stringify(report)}\n`)
    this.#queue.push({ bytes, written: 0, since: time })
    this.#waiting += bytes.length
    this.#unreported = 0
    return true
  }

  /**
   * Opens the name anew if it leads to another file by now. Each batch does
   * so, too; this does not wait for one, and lets go of the old file.
   *
   * @returns {boolean} whether lines go to where the name leads
   */
  reopen() {
    if (!this.#appender.isOpen) return false
    try {
      this.#appender.follow()
      return !this.#told.has('reopen')
    } catch (error) {
      this.#fail(/** @type {Error} */ (error))
      return false
    }
  }

  /**
   * Writes everything that waits.
   *
   * @returns {boolean} whether that was possible
   */
  flushSync() {
    if (!this.#appender.isOpen) return this.#waiting === 0
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.#failure = undefined
      if (this.#flush()) return true
      if (!this.#isAgain()) return false
      // Nobody else can use this thread meanwhile, and that's the point.
      Atomics.wait(sleeper, 0, 0, PAUSE)
    }
    return false
  }

  #isAgain() {
    return this.#failure?.code === 'EAGAIN'
  }

  /**
   * Resolves when all lines are in the file, however long it takes.
   *
   * @throws an AbortError when the file is closed before
   */
  async flush() {
    if (this.flushSync()) return
    this.#needsDrain = true
    await once(this, 'drain', { signal: this.#lost.signal })
  }

  /**
   * Writes what waits and closes the file. Later lines count as dropped.
   *
   * @returns {boolean} whether everything is in the file
   */
  close() {
    if (!this.#appender.isOpen) return this.#waiting === 0
    const isDone = this.flushSync()
    if (!isDone) this.#lost.abort()
    clearTimeout(this.#timer)
    this.#appender.close()
    return isDone
  }
}

/** How often flushSync tries a file that says EAGAIN, and its pause in ms. */
const ATTEMPTS = 100
const PAUSE = 10
const sleeper = new Int32Array(new SharedArrayBuffer(4))
