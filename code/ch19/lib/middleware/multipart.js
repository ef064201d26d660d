import { createHash, getHashes, randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { tooLarge } from '../app/body.js'
import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, integer } from '../common/options.js'
import { decoderOf, textOf } from '../http/charsets.js'
import { boundaryOf, MultipartParser, PART_LIMITS } from '../http/multipart.js'

/** @import { Request } from '../app/request.js' */
/** @import { PartEvent, PartHead, PartLimits } from '../http/multipart.js' */

const LIMIT = integer(0, Number.POSITIVE_INFINITY)
const LIMIT_RULES = {
  files: LIMIT,
  fields: LIMIT,
  fileSize: LIMIT,
  fieldSize: LIMIT,
  headerSize: LIMIT,
}

/**
 * Reads a form with files (RFC 7578):
 * `for await (const part of multipart(req))`. A part that is not read before
 * the next one is asked for is skipped. If the loop does not come to its end,
 * the files that it has saved are removed.
 *
 * @param {Request} req Its route's bodyLimit is for the whole body; its
 *   bodyTimeout is how long the client may send nothing.
 * @param {Partial<PartLimits>} [limits]
 * @returns {AsyncGenerator<Part, void>}
 * @throws {VelocyError} ERR_VELOCY_BODY_TYPE, status 415;
 *   ERR_VELOCY_BAD_MULTIPART, status 400; ERR_VELOCY_PART_LIMIT and
 *   ERR_VELOCY_BODY_TOO_LARGE, status 413; ERR_VELOCY_BODY_TIMEOUT, status
 *   408; ERR_VELOCY_BAD_OPTION
 */
export async function* multipart(req, limits) {
  const checked = checkOptions('multipart', limits, LIMIT_RULES)
  const upload = new Upload(req, { ...PART_LIMITS, ...checked })
  let isWhole = false
  try {
    let part = await upload.nextPart()
    while (part !== undefined) {
      yield part
      part = await upload.nextPart()
    }
    isWhole = true
  } finally {
    if (!isWhole) await upload.discard()
  }
}

/** A body, read one part after another. */
class Upload {
  #req
  #pieces
  #parser
  /** @type {Part | undefined} the one that may be read */
  #part
  /** @type {Promise<void> | undefined} Until nobody reads that any more. */
  #reading
  /** @type {unknown} */
  #failure
  /** @type {string[] | undefined} those saved; undefined: none may stay */
  #files = []

  /** @param {Request} req @param {PartLimits} limits */
  constructor(req, limits) {
    const { bodyLimit } = req.limits
    this.#parser = new MultipartParser(boundaryOf(req.headers), limits)
    if (Number(req.headers['content-length']) > bodyLimit) {
      throw tooLarge(bodyLimit)
    }
    this.#req = req
    this.#pieces = req[Symbol.asyncIterator]()
  }

  /** @returns {Promise<Part | undefined>} undefined: there are no more */
  async nextPart() {
    await this.#reading
    let event = await this.#next()
    while (event === null || Buffer.isBuffer(event)) event = await this.#next()
    this.#part = event && new Part(event, this)
    this.#reading = undefined
    return this.#part
  }

  /** @param {Part} part @returns {AsyncGenerator<Buffer, void>} */
  async *read(part) {
    if (part !== this.#part || this.#reading !== undefined) throw used()
    const { promise, resolve } = Promise.withResolvers()
    this.#reading = promise
    try {
      let event = await this.#next()
      while (Buffer.isBuffer(event)) {
        yield event
        event = await this.#next()
      }
    } finally {
      resolve(undefined)
    }
  }

  /** @returns {Promise<PartEvent | undefined>} undefined: that was the last */
  async #next() {
    if (this.#failure !== undefined) throw this.#failure
    try {
      let event = this.#parser.next()
      while (event === undefined) {
        const { value: piece, done } = await this.#nextPiece()
        if (done) return this.#parser.end()
        this.#parser.add(piece)
        event = this.#parser.next()
      }
      return event
    } catch (error) {
      // Whoever asks again gets no half-read part.
      this.#failure = error
      throw error
    }
  }

  async #nextPiece() {
    const { bodyTimeout } = this.#req.limits
    if (bodyTimeout === 0) return this.#pieces.next()
    const timer = setTimeout(() => {
      this.#req.cut(stalled(bodyTimeout))
    }, bodyTimeout)
    try {
      return await this.#pieces.next()
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param {string} file that is complete */
  keep(file) {
    if (this.#files === undefined) throw used()
    this.#files.push(file)
  }

  /** Ends the upload. What it has left behind is removed. */
  async discard() {
    const files = this.#files ?? []
    this.#files = undefined
    this.#part = undefined
    this.#req.cut(used())
    for (const file of files) await rm(file, { force: true })
  }
}

/**
 * @typedef {object} SaveOptions
 * @property {string} [hash] Computes a hash on the way, such as `sha256`.
 * @property {boolean} [flush] Whether the file has reached the disk, so that
 *   it survives a power failure. Default: false.
 */
const SAVE_RULES = {
  hash: {
    expected: 'a hash that node:crypto has, such as sha256',
    allows: (/** @type {any} */ hash) => getHashes().includes(hash),
  },
  flush: boolean,
}

/**
 * A part of a form, with its name and, if it is a file, its filename. It is an
 * async iterable of its bytes, and can be read once.
 */
export class Part {
  #upload

  /** @param {PartHead} head @param {Upload} upload */
  constructor({ name, filename, type, headers }, upload) {
    this.name = name
    this.filename = filename
    this.type = type
    this.headers = headers
    this.#upload = upload
  }

  /** @returns {AsyncGenerator<Buffer, void>} */
  [Symbol.asyncIterator]() {
    return this.#upload.read(this)
  }

  /** The bytes as a stream of Node.js. */
  get stream() {
    return Readable.from(this, { objectMode: false })
  }

  /** All bytes in memory; how many, fieldSize or fileSize limits. */
  async bytes() {
    const chunks = []
    for await (const chunk of this) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /**
   * The bytes as text, in the charset that the part names, or UTF-8.
   *
   * @returns {Promise<string>} without a byte order mark
   * @throws {VelocyError} ERR_VELOCY_BODY_CHARSET, status 415;
   *   ERR_VELOCY_BODY_NOT_TEXT, status 400; those of `multipart`
   */
  async text() {
    const decoder = decoderOf(this.headers)
    return textOf(await this.bytes(), decoder)
  }

  /**
   * Writes the part to a new file, whose name nobody can guess. Until it is
   * complete, the name ends in `.part`.
   *
   * @param {string} folder which exists
   * @param {SaveOptions} [options]
   * @returns {Promise<{ path: string, size: number, hash?: string }>} the size
   *   in bytes, the hash in hexadecimal
   * @throws {VelocyError} those of `multipart`; ERR_VELOCY_PART_USED
   * @throws {Error} ENOSPC and other errors of the file system
   */
  async saveTo(folder, options) {
    const { hash, flush } = checkOptions('saveTo', options, SAVE_RULES)
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
    try {
      const settings = { flag: 'wx', mode: 0o600, flush }
      await writeFile(partial, measured(this), settings)
      await rename(partial, file)
      this.#upload.keep(file)
    } catch (error) {
      for (const each of [partial, file]) await rm(each, { force: true })
      throw error
    }
    return { path: file, size, hash: digest?.digest('hex') }
  }
}

const used = () =>
  new VelocyError(
    'ERR_VELOCY_PART_USED',
    'Part cannot be read: read it once, before asking for the next one, and ' +
      'inside of the loop',
  )

/** @param {number} time in ms */
const stalled = (time) =>
  new VelocyError(
    'ERR_VELOCY_BODY_TIMEOUT',
    `Nothing more of the request body received for ${time} ms`,
    { status: 408, headers: { connection: 'close' } },
  )
