import { Buffer } from 'node:buffer'
import { Writable } from 'node:stream'
import zlib from 'node:zlib'
import { pairsOf } from '../app/answer-head.js'
import { checkOptions, integer } from '../common/options.js'
import { addVary, fieldOf } from '../http/fields.js'
import { isCompressible } from '../http/media-types.js'
import { acceptedCodings } from '../http/negotiation.js'

/** @import { Transform } from 'node:stream' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

const { constants } = zlib
/** At 11, the default, brotli takes a hundred times as long. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/**
 * By content coding, the quickest first: for a body that is there, and for one
 * that comes in pieces, each of which leaves at once.
 *
 * @type {Record<string, {
 *   encode: (body: Buffer) => Buffer, stream: () => Transform }>}
 */
const ENCODERS = {
  zstd: {
    encode: (body) => zlib.zstdCompressSync(body),
    stream: () => zlib.createZstdCompress({ flush: constants.ZSTD_e_flush }),
  },
  br: {
    encode: (body) => zlib.brotliCompressSync(body, { params: QUALITY }),
    stream: () => {
      const flush = constants.BROTLI_OPERATION_FLUSH
      return zlib.createBrotliCompress({ flush, params: QUALITY })
    },
  },
  gzip: {
    encode: (body) => zlib.gzipSync(body),
    stream: () => zlib.createGzip({ flush: constants.Z_SYNC_FLUSH }),
  },
}

const CODINGS = Object.keys(ENCODERS)

/** Up to this size, in bytes, a thread would cost more than it saves. */
const AT_ONCE = 16 * 1024

/**
 * @typedef {object} CompressOptions
 * @property {number} [minSize] The size from which bodies are compressed, in
 *   bytes. Default: 1024.
 */
const RULES = { minSize: integer(0, Number.MAX_SAFE_INTEGER) }

/**
 * Makes middleware that compresses bodies on their way, in a coding that the
 * client accepts, if their type promises that they get smaller. An answer with
 * `Cache-Control: no-transform` stays as it is.
 *
 * @param {CompressOptions} [options]
 * @returns {(req: Request, res: Response) => void}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function compress(options) {
  const { minSize = 1024 } = checkOptions('compress', options, RULES)
  return (_req, res) => wrap(res, (length) => encode(res, length >= minSize))
}

/**
 * Puts functions of our own in the place of those that send.
 *
 * @param {any} res
 * @param {(length: number) => string | false} choose the coding
 */
function wrap(res, choose) {
  const { writeHead, write, end } = res
  /** @type {string | false | undefined} of the body; undefined: not known yet */
  let coding
  /** @type {Writable | undefined} */
  let input
  const open = (/** @type {string} */ coding) =>
    inputOf(ENCODERS[coding].stream(), res, { write, end })
  res.writeHead = (/** @type {any[]} */ ...args) => {
    const [status, reason, fields] = args
    const message = typeof reason === 'string' ? reason : undefined
    setFields(res, fields ?? (message === undefined ? reason : undefined))
    res.statusCode = status
    coding ??= choose(Number(res.getHeader('content-length') ?? Infinity))
    return writeHead.call(res, status, message)
  }
  res.write = (/** @type {any[]} */ ...args) => {
    if (!res.headersSent) res.writeHead(res.statusCode)
    if (!coding) return write.apply(res, args)
    input ??= open(coding)
    return input.write(.../** @type {[any]} */ (args))
  }
  res.end = (/** @type {any[]} */ ...args) => {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const [chunk, encoding] = args
    const length = Buffer.byteLength(chunk ?? '', encoding)
    coding ??= choose(length)
    if (!coding) return end.call(res, chunk, encoding, callback)
    if (callback) res.once('finish', callback)
    if (res.writableEnded) return res
    Object.defineProperty(res, 'writableEnded', { value: true })
    if (!input && length <= AT_ONCE) {
      const body = Buffer.from(chunk ?? '', encoding)
      return end.call(res, ENCODERS[coding].encode(body))
    }
    input ??= open(coding)
    input.end(chunk, encoding)
    return res
  }
}

/**
 * Says how the body will be encoded, if it may be.
 *
 * @param {Response} res
 * @param {boolean} isLarge whether it's worth it: of a part, we don't know
 * @returns {string | false} the coding, for a body
 */
function encode(res, isLarge) {
  if (!isLarge && res.statusCode !== 206) return false
  const get = (/** @type {string} */ name) =>
    res.getHeader(name)?.toString() ?? ''
  const { headers, httpVersion } = res.req
  const tag = get('etag').replace(/^"/, 'W/"')
  // A client that has it compressed gets the tag that it knows.
  const known = res.statusCode === 304 && fieldOf(headers, 'if-none-match')
  if (known && tag !== '' && known.includes(tag)) res.setHeader('etag', tag)
  if (get('content-encoding') !== '') return false
  if (/\bno-transform\b/i.test(get('cache-control'))) return false
  // A 304 needs no type.
  if (res.statusCode !== 304 && !isCompressible(get('content-type')))
    return false
  res.setHeader('vary', addVary(get('vary'), 'Accept-Encoding'))
  if (UNCODED.has(res.statusCode)) return false
  const accepted = fieldOf(headers, 'accept-encoding')
  const [coding] = acceptedCodings(accepted, CODINGS)
  if (coding === undefined) return false
  res.setHeader('content-encoding', coding)
  // What is said of other bytes would no longer be true.
  for (const name of OF_BYTES.split(' ')) res.removeHeader(name)
  if (tag !== '') res.setHeader('etag', tag)
  if (httpVersion !== '1.0') res.setHeader('transfer-encoding', 'chunked')
  return coding
}

/** Statuses of answers without a body, and with a part of one (RFC 9110 §15). */
const UNCODED = new Set([204, 205, 206, 304])
const OF_BYTES = 'content-length accept-ranges content-digest repr-digest'

/**
 * @param {Response} res
 * @param {any} given to writeHead
 */
function setFields(res, given) {
  const pairs = pairsOf(given)
  for (const [name] of pairs) res.removeHeader(name)
  for (const [name, value] of pairs) res.appendHeader(name, value)
}

/**
 * Where the pieces of a body are written. Those that come while a thread is busy
 * go there together.
 *
 * @param {Transform} encoder
 * @param {any} res
 * @param {{ write: Function, end: Function }} plain
 * @returns {Writable}
 */
function inputOf(encoder, res, { write, end }) {
  if (!res.headersSent) res.writeHead(res.statusCode)
  const input = new Writable({
    writev: (pieces, done) =>
      encoder.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done),
    final: (done) => encoder.end(done),
  })
  encoder.on('data', (bytes) => write.call(res, bytes) || encoder.pause())
  encoder.on('end', () => end.call(res))
  const emit = res.emit.bind(res)
  res.emit = (/** @type {string} */ name, /** @type {any[]} */ ...args) => {
    if (name === 'drain') encoder.resume()
    return (name !== 'drain' || !input.writableNeedDrain) && emit(name, ...args)
  }
  input.on('drain', () => emit('drain'))
  for (const stream of [input, encoder]) {
    stream.on('error', (error) => emit('error', error))
    res.once('close', () => stream.destroy())
  }
  return input
}
