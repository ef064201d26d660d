import { EventEmitter, once } from 'node:events'
import nodeFs from 'node:fs'
import path from 'node:path'
import { VelocyError } from '../common/errors.js'
import { checkOptions, func, having, integer } from '../common/options.js'

/** In ms. A timer that is to wait for longer does not wait at all. */
const LONGEST = 2 ** 31 - 1

/** The files that are open now. Two rotations of one file would fight. */
const openPaths = new Set()

/**
 * @typedef {object} LogFileOptions
 * @property {number} [batchSize] bytes that are written at once, 64 KiB; 0
 *   writes each line when it comes
 * @property {number} [interval] ms that a line waits while the loop turns and
 *   the file can be written, 100
 * @property {number} [limit] bytes that wait at most, 16 MiB
 * @property {number} [maxSize] bytes after which a new file begins; only a
 *   single line that is longer makes a file larger
 * @property {number} [period] ms, such as a day's: a new file for each
 * @property {number} [keep] how many old files are kept, from 1 on; 5. `.1`
 *   is the youngest
 * @property {(error: Error) => void} [onError] told once when writing or
 *   rotating begins to fail
 * @property {() => number} [now] ms since 1970
 * @property {typeof nodeFs} [fs]
 */
const defaults = {
  batchSize: 64 * 1024,
  interval: 100,
  limit: 16 * 1024 * 1024,
  maxSize: Number.POSITIVE_INFINITY,
  period: Number.POSITIVE_INFINITY,
  keep: 5,
  now: Date.now,
  fs: nodeFs,
  /** @param {Error} error */
  onError: (error) => console.error(`The log cannot be written: ${error}`),
}

const OR_INFINITY = Number.POSITIVE_INFINITY
const RULES = {
  batchSize: integer(0, OR_INFINITY),
  interval: integer(1, LONGEST),
  limit: integer(0, OR_INFINITY),
  maxSize: integer(1, OR_INFINITY),
  period: integer(1, OR_INFINITY),
  keep: integer(1, 1000),
  onError: func,
  now: func,
  fs: having('a module such as node:fs', 'openSync', 'writeSync'),
}

/**
 * @typedef {object} Batch whole lines, on their way to the file
 * @property {Buffer} bytes
 * @property {number} written how many of them are there
 * @property {number} since when its first line came
 */

/**
 * A file that lines are appended to, by any number of loggers of one process.
 * Emits `drain` when nothing waits any more after `write` has returned false.
 */
export class LogFile extends EventEmitter {
  #path
  #options
  #fd = -1
  #size = 0
  #period = 0
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
  #isTold = false
  /** When the last rotation failed, if it did. */
  #rotationFailed = Number.NEGATIVE_INFINITY
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
    this.#path = path.resolve(file)
    this.#options = { ...defaults, ...checkOptions('LogFile', options, RULES) }
    this.batchSize = Math.min(this.#options.batchSize, this.#options.maxSize)
    if (openPaths.has(this.#path)) {
      const message = `${this.#path} is open already: share its LogFile`
      throw new VelocyError('ERR_VELOCY_LOG_FILE_OPEN', message)
    }
    const { fs, now } = this.#options
    this.#fd = fs.openSync(this.#path, 'a+')
    const stats = fs.fstatSync(this.#fd)
    if (!stats.isFile()) this.#checkDevice(stats)
    openPaths.add(this.#path)
    const { size, mtimeMs } = stats
    this.#size = size
    // What another run wrote may belong to a period that is over.
    this.#period = this.#periodOf(size > 0 ? mtimeMs : now())
    if (size > 0) this.#endLine(size, mtimeMs)
  }

  /** @param {nodeFs.Stats} stats */
  #checkDevice(stats) {
    // Nobody wants /dev/null to be renamed.
    this.#options.maxSize = Number.POSITIVE_INFINITY
    this.#options.period = Number.POSITIVE_INFINITY
    if (stats.isCharacterDevice()) return
    this.#options.fs.closeSync(this.#fd)
    const kind = stats.isFIFO() ? 'a pipe' : 'something else'
    const message =
      `${this.#path}: got ${kind}, expected a regular file. To write into ` +
      'a pipe, give the logger process.stdout and start the program with `|`'
    throw new VelocyError('ERR_VELOCY_LOG_FILE_KIND', message)
  }

  /**
   * Another run may have ended in the middle of a line. It gets its end, or
   * our first line would become part of it.
   *
   * @param {number} size
   * @param {number} since
   */
  #endLine(size, since) {
    const last = Buffer.alloc(1)
    this.#options.fs.readSync(this.#fd, last, 0, 1, size - 1)
    if (String(last) === '\n') return
    // A batch that is half written goes into this file, and into no other.
    this.#queue.push({ bytes: Buffer.from('x\n'), written: 1, since })
    this.#waiting = 1
    this.#schedule()
  }

  /**
   * Takes a line. It is in the file when a batch is full, or after `interval`
   * ms: later when the event loop is blocked, or nothing can be written.
   *
   * @param {string} line with its line end
   * @returns {boolean} false: the file does not keep up. Who can wait waits
   *   for `drain`. The line itself is kept, unless `limit` bytes wait.
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
    // Lines that wait do not keep a process alive: lib/log/exit.js saves them.
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
    const isBusy = this.#isWriting || this.#fd === -1
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
    const { fs } = this.#options
    while (this.#queue.length > 0 || this.#report()) {
      const batch = this.#queue[0]
      // A batch that is half written belongs to the file that has the half.
      if (batch.written === 0) this.#rotate(batch)
      try {
        const count = fs.writeSync(this.#fd, batch.bytes, batch.written)
        if (count === 0) throw new Error('write: got 0 bytes written')
        batch.written += count
        this.#size += count
        this.#waiting -= count
      } catch (error) {
        this.#fail(/** @type {Error} */ (error))
        return false
      }
      if (batch.written === batch.bytes.length) this.#queue.shift()
    }
    this.#failure = undefined
    this.#isTold = false
    if (this.#needsDrain) process.nextTick(() => this.emit('drain'))
    this.#needsDrain = false
    return true
  }

  /** @param {Error & { code?: string }} error */
  #fail(error) {
    this.#failure = error
    this.#schedule()
    // EAGAIN, a device that is busy for the moment, is no fault.
    if (this.#isTold || error.code === 'EAGAIN') return
    this.#isTold = true
    this.#options.onError(error)
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

  /** @param {number} time in ms */
  #periodOf(time) {
    return Math.floor(time / this.#options.period)
  }

  /**
   * Begins a new file if the batch is to have one.
   *
   * @param {Batch} batch
   */
  #rotate({ bytes, since }) {
    const period = this.#periodOf(since)
    const isFull = this.#size + bytes.length > this.#options.maxSize
    const isDue = this.#size > 0 && (isFull || period !== this.#period)
    if (isDue && (this.#isTooSoon() || !this.#replace())) return
    this.#period = period
  }

  /** Whether a rotation has failed a moment ago. Clocks are set back, too. */
  #isTooSoon() {
    return Math.abs(this.#options.now() - this.#rotationFailed) < RETRY
  }

  /**
   * @returns {boolean} false: the old file stays. One that is too large is
   *   better than a line lost.
   */
  #replace() {
    const { fs, keep } = this.#options
    let fd = -1
    let isMoved = false
    try {
      // What may fail comes first: there is a new file before the old one goes.
      fd = fs.openSync(`${this.#path}.new`, 'a')
      this.#makeRoom()
      moveIfThere(fs, this.#path, `${this.#path}.1`)
      isMoved = true
      fs.renameSync(`${this.#path}.new`, this.#path)
    } catch (error) {
      this.#stay(fd, isMoved, /** @type {Error} */ (error))
      return false
    }
    fs.closeSync(this.#fd)
    this.#fd = fd
    this.#size = 0
    this.#rotationFailed = Number.NEGATIVE_INFINITY
    // Only now may the oldest go.
    quietly(() => fs.rmSync(`${this.#path}.${keep + 1}`, { force: true }))
    return true
  }

  /** Moves the old files up, as far as the first number that is free. */
  #makeRoom() {
    const { fs, keep } = this.#options
    let free = 1
    while (free <= keep && fs.existsSync(`${this.#path}.${free}`)) free++
    for (let i = free - 1; i >= 1; i--) {
      moveIfThere(fs, `${this.#path}.${i}`, `${this.#path}.${i + 1}`)
    }
  }

  /**
   * @param {number} fd of the new file, or -1
   * @param {boolean} isMoved whether the old one has lost its name
   * @param {Error} error
   */
  #stay(fd, isMoved, error) {
    const { fs, now, onError } = this.#options
    if (isMoved) quietly(() => fs.renameSync(`${this.#path}.1`, this.#path))
    if (fd !== -1) {
      fs.closeSync(fd)
      quietly(() => fs.rmSync(`${this.#path}.new`, { force: true }))
    }
    const isKnown = this.#rotationFailed !== Number.NEGATIVE_INFINITY
    this.#rotationFailed = now()
    if (!isKnown) onError(error)
  }

  /**
   * Writes everything that waits.
   *
   * @returns {boolean} whether that was possible
   */
  flushSync() {
    if (this.#fd === -1) return this.#waiting === 0
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.#failure = undefined
      if (this.#flush()) return true
      if (!this.#isAgain()) return false
      // Nobody else can use this thread meanwhile. That is meant.
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
    if (this.#fd === -1) return this.#waiting === 0
    const isDone = this.flushSync()
    if (!isDone) this.#lost.abort()
    clearTimeout(this.#timer)
    this.#options.fs.closeSync(this.#fd)
    this.#fd = -1
    openPaths.delete(this.#path)
    return isDone
  }
}

/** How long, in ms, a rotation that failed is not tried again. */
const RETRY = 1000

/** How often flushSync tries a file that says EAGAIN, and its pause in ms. */
const ATTEMPTS = 100
const PAUSE = 10
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * @param {typeof nodeFs} fs
 * @param {string} from
 * @param {string} to
 */
function moveIfThere(fs, from, to) {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'ENOENT') throw error
  }
}

/** @param {() => void} tidyUp fails without harm */
function quietly(tidyUp) {
  try {
    tidyUp()
  } catch {}
}
