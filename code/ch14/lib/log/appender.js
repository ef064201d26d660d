import path from 'node:path'
import { VelocyError } from '../common/errors.js'
import { shared } from '../common/shared.js'
import { BIGINT, idOf, openAgain, replaceFile } from './rotation.js'

/** @import { BigIntStats } from 'node:fs' */
/** @import { Batch } from './file.js' */
/** @import { LogFileOptions } from './file-options.js' */

/** @type {Set<string>} the files that are open now */
const openFiles = shared('log.files', () => new Set())

/**
 * @typedef {object} Listener hears what begins to fail, and what works again
 * @property {(what: 'rotate' | 'reopen', error: unknown) => void} tell
 * @property {(what: 'rotate' | 'reopen') => void} settled
 */

/** Appends batches to a file: the one that has the name at that moment. */
export class Appender {
  #options
  #listener
  #fd = -1
  /** Which file it is; empty for a device. */
  #id = ''
  #period = 0
  #isFirst = true
  /** When the last rotation failed, if it did. */
  #rotationFailed = Number.NEGATIVE_INFINITY

  /**
   * @param {string} file
   * @param {Required<LogFileOptions>} options
   * @param {Listener} listener
   * @throws {VelocyError} ERR_VELOCY_LOG_FILE_OPEN, ERR_VELOCY_LOG_FILE_KIND;
   *   what opening throws
   */
  constructor(file, options, listener) {
    this.#options = options
    this.#listener = listener
    this.path = path.resolve(file)
    this.#adopt(options.fs.openSync(this.path, 'a+'))
    // Where a link leads, so that a rotation renames the file and no link.
    if (this.#id !== '') this.path = options.fs.realpathSync(this.path)
  }

  get isOpen() {
    return this.#fd !== -1
  }

  /**
   * @param {number} fd bytes go there from now on
   * @throws {VelocyError} when they must not; it is closed then
   */
  #adopt(fd) {
    const { fs, now } = this.#options
    const stats = fs.fstatSync(fd, BIGINT)
    try {
      checkFile(this.path, stats, this.#id)
    } catch (error) {
      fs.closeSync(fd)
      throw error
    }
    if (this.isOpen) fs.closeSync(this.#fd)
    this.#fd = fd
    // Nobody wants /dev/null to be renamed.
    if (!stats.isFile()) return
    openFiles.delete(this.#id)
    this.#id = idOf(stats)
    openFiles.add(this.#id)
    // What another run wrote may belong to a period that is over.
    this.#period = this.#periodOf(stats.size > 0n ? stats.mtimeMs : now())
  }

  #stats() {
    return this.#options.fs.fstatSync(this.#fd, BIGINT)
  }

  /**
   * Writes what is left of a batch, or a part of it.
   *
   * @param {Batch} batch
   * @returns {number} by how many bytes less is left than before
   * @throws what writing throws
   */
  append(batch) {
    const before = batch.written
    if (this.#id !== '') this.#prepare(batch)
    const { fs } = this.#options
    const count = fs.writeSync(this.#fd, batch.bytes, batch.written)
    if (count === 0) {
      const message = `${this.path}: got 0 bytes written, expected some`
      throw new VelocyError('ERR_VELOCY_LOG_FILE_WRITE', message)
    }
    batch.written += count
    return batch.written - before
  }

  close() {
    this.#options.fs.closeSync(this.#fd)
    this.#fd = -1
    openFiles.delete(this.#id)
  }

  /** @param {Batch} batch goes into the right file after this */
  #prepare(batch) {
    // The file that has half of a batch gets the rest.
    if (batch.written > 0 && this.#stats().nlink > 0n) return
    this.follow()
    // If it was deleted, that half is gone with it.
    batch.written = 0
    if (this.#isFirst) this.#endLine()
    this.#isFirst = false
    this.#rotate(batch)
  }

  /**
   * Opens the name anew when it leads to another file, or to none.
   *
   * @throws when that is not possible, and bytes would be in no file at all
   */
  follow() {
    if (this.#id === '' || this.#isNamed()) return
    const { fs } = this.#options
    const old = this.#stats()
    try {
      this.#adopt(openAgain(fs, this.path, old))
      this.#listener.settled('reopen')
    } catch (error) {
      if (old.nlink === 0n) throw error
      // It was moved. Bytes are better there than nowhere.
      this.#listener.tell('reopen', error)
    }
  }

  /** Whether the name still leads to the file that is open. */
  #isNamed() {
    const { fs } = this.#options
    try {
      return idOf(fs.statSync(this.path, BIGINT)) === this.#id
    } catch {
      return false
    }
  }

  /**
   * Another run may have ended in the middle of a line. It gets its end, or
   * our first line would become part of it.
   */
  #endLine() {
    const { fs } = this.#options
    let looked = -1
    let size = Number(this.#stats().size)
    // While another process is writing, the end moves: look again.
    while (size !== looked) {
      if (size === 0 || this.#lastByte(size) === '\n') return
      looked = size
      // Even a write of nothing waits for one that is under way.
      fs.writeSync(this.#fd, Buffer.alloc(0), 0)
      size = Number(this.#stats().size)
    }
    fs.writeSync(this.#fd, Buffer.from('\n'), 0)
  }

  /** @param {number} size */
  #lastByte(size) {
    const last = Buffer.alloc(1)
    this.#options.fs.readSync(this.#fd, last, 0, 1, size - 1)
    return String(last)
  }

  /** @param {number | bigint} time in ms */
  #periodOf(time) {
    return Math.floor(Number(time) / this.#options.period)
  }

  /** Begins a new file if the batch needs one. @param {Batch} batch */
  #rotate({ bytes, since }) {
    const { fs, keep, maxSize, now } = this.#options
    if (maxSize === NEVER && this.#options.period === NEVER) return
    const period = this.#periodOf(since)
    const stats = this.#stats()
    const size = Number(stats.size)
    const isFull = size + bytes.length > maxSize
    if (size === 0 || (!isFull && period === this.#period)) {
      this.#period = period
      return
    }
    // Clocks are set back, too.
    if (Math.abs(now() - this.#rotationFailed) < RETRY) return
    try {
      const fd = replaceFile(fs, this.path, keep, stats)
      if (fd === -1) return
      this.#adopt(fd)
      this.#period = period
      this.#rotationFailed = Number.NEGATIVE_INFINITY
      this.#listener.settled('rotate')
    } catch (error) {
      // The old file stays: one that is too large is better than a line lost.
      this.#rotationFailed = now()
      this.#listener.tell('rotate', error)
    }
  }
}

const NEVER = Number.POSITIVE_INFINITY

/** How long to wait after a failed rotation before the next one, in ms. */
const RETRY = 1000

/**
 * @param {string} file
 * @param {BigIntStats} stats
 * @param {string} id of the file that may be open
 * @throws {VelocyError} when a log can't be written into it
 */
function checkFile(file, stats, id) {
  const found = idOf(stats)
  if (stats.isFile() && found !== id && openFiles.has(found)) {
    const message = `${file} is open already: share its LogFile`
    throw new VelocyError('ERR_VELOCY_LOG_FILE_OPEN', message)
  }
  if (stats.isFile() || stats.isCharacterDevice()) return
  const kind = stats.isFIFO() ? 'a pipe' : 'something else'
  const message =
    `${file}: got ${kind}, expected a regular file. To write into ` +
    'a pipe, give the logger process.stdout and start the program with `|`'
  throw new VelocyError('ERR_VELOCY_LOG_FILE_KIND', message)
}
