import { createHash, randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { VelocyError } from '../common/errors.js'
import { checkOptions, string } from '../common/options.js'
import { decoderOf, textOf } from '../http/charsets.js'

/** @import { PartEvent, PartHead } from '../http/multipart.js' */

/**
 * @typedef {object} SaveOptions
 * @property {string} [hash] Computes a hash on the way, such as `sha256`.
 */

/**
 * A part of a form: a field, or a file if it has a filename. It is an async
 * iterable of its bytes, which Readable.from(part) makes a stream of, and can be
 * read once.
 */
export class Part {
  #events
  #files
  #isTaken = false
  /** How many are at it: more than one is a mistake. */
  #readers = 0

  /**
   * @param {PartHead} head
   * @param {AsyncGenerator<PartEvent | Error, void>} events of its data
   * @param {string[]} files learns the names of those that are saved
   */
  constructor({ name, filename, type, headers }, events, files) {
    /** of the form's field */
    this.name = name
    /** What the client calls it, without a path: never open it. None: a field. */
    this.filename = filename
    /** What the client says it is. Default: text/plain. */
    this.type = type
    /** by name, in lower case */
    this.headers = headers
    this.#events = events
    this.#files = files
  }

  /**
   * @returns {AsyncGenerator<Buffer, void>}
   * @throws {VelocyError} ERR_VELOCY_PART_USED, and as `multipart`
   */
  async *[Symbol.asyncIterator]() {
    if (this.#isTaken) throw used()
    this.#isTaken = true
    this.#readers++
    try {
      for (;;) {
        const { value: event } = await this.#events.next()
        if (event === null) return
        // Without an event, the loop is over.
        if (!Buffer.isBuffer(event)) throw event ?? used()
        yield event
      }
    } finally {
      this.#readers--
    }
  }

  /**
   * If nobody awaits what has begun, its failure is the loop's, and does not end
   * the process.
   *
   * @template T
   * @param {() => Promise<T>} read
   */
  #begin(read) {
    this.#readers++
    const promise = read().finally(() => this.#readers--)
    promise.catch(() => {})
    return promise
  }

  /** The next part is wanted. @internal @throws {VelocyError} */
  leave() {
    this.#isTaken = true
    if (this.#readers > 0) throw used()
  }

  /**
   * The bytes as text, in the charset that the part names, or UTF-8.
   *
   * @returns {Promise<string>} without a byte order mark
   * @throws {VelocyError} ERR_VELOCY_BODY_CHARSET, status 415;
   *   ERR_VELOCY_BODY_NOT_TEXT, status 400
   */
  text() {
    return this.#begin(async () => {
      const chunks = []
      for await (const chunk of this) chunks.push(chunk)
      return textOf(Buffer.concat(chunks), decoderOf(this.headers))
    })
  }

  /**
   * Writes the part to a new file, whose name nobody can guess. Until it is
   * whole, the name ends in `.part`.
   *
   * @param {string} folder which exists
   * @param {SaveOptions} [options]
   * @returns {Promise<{ path: string, size: number, hash?: string }>} the size
   *   in bytes, the hash in hexadecimal
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, and as `multipart`
   * @throws {Error} for a hash that OpenSSL does not know; ENOSPC, and whatever
   *   else a file system may say
   */
  saveTo(folder, options) {
    return this.#begin(async () => {
      const { hash } = checkOptions('saveTo', options, { hash: string })
      const digest = hash === undefined ? undefined : createHash(hash)
      const file = path.join(folder, randomUUID())
      const partial = `${file}.part`
      let size = 0
      const measured = async function* (/** @type {Part} */ part) {
        for await (const chunk of part) {
          size += chunk.length
          digest?.update(chunk)
          yield chunk
        }
      }
      this.#files.push(partial, file)
      try {
        await writeFile(partial, measured(this), { flag: 'wx', mode: 0o600 })
        await rename(partial, file)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return { path: file, size, hash: digest?.digest('hex') }
    })
  }
}

export const used = () =>
  new VelocyError(
    'ERR_VELOCY_PART_USED',
    'Part cannot be read: read it once, and await that inside of the loop',
  )
