import { Writable } from 'node:stream'
import zlib, { constants } from 'node:zlib'
import { addVary, fieldOf } from '../http/fields.js'
import { isCompressible } from '../http/media-types.js'
import { acceptedCodings } from '../http/negotiation.js'

/** @import { Transform } from 'node:stream' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
/**
 * At 11, the default, brotli takes a hundred times as long. Its window is 2 to
 * the power of 18 bytes: with 22, the default, it takes twice the memory.
 */
const BROTLI = { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 }

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
    encode: (body) => zlib.brotliCompressSync(body, { params: BROTLI }),
    stream: () => {
      const flush = constants.BROTLI_OPERATION_FLUSH
      return zlib.createBrotliCompress({ flush, params: BROTLI })
    },
  },
  gzip: {
    encode: (body) => zlib.gzipSync(body),
    stream: () => zlib.createGzip({ flush: constants.Z_SYNC_FLUSH }),
  },
}

/** Up to this size, in bytes, a thread would cost more than it saves. */
const AT_ONCE = 16 * 1024

/** A shorter body, in bytes, isn't worth it. */
const MIN_SIZE = 1024

/**
 * Makes middleware that compresses bodies on their way, in a coding that the
 * client accepts, if their type promises that they get smaller. An answer with
 * `Cache-Control: no-transform` stays as it is.
 *
 * @returns {(req: Request, res: Response) => void}
 */
export const compress = () => wrap

/**
 * Puts functions of our own in the place of those that send.
 *
 * @param {Request} _req
 * @param {any} res
 */
function wrap(_req, res) {
  const { writeHead, write, end } = res
  /** @type {string | false | undefined} of the body; undefined: not known yet */
  let coding
  let input = /** @type {Writable | undefined} */ (undefined)
  res.writeHead = (/** @type {any[]} */ ...[status, ...rest]) => {
    const given = rest.findLast((one) => typeof one === 'object') ?? {}
    const list = Array.isArray(given) ? given : Object.entries(given).flat()
    for (let i = 0; i < list.length; i += 2) res.removeHeader(list[i])
    for (let i = 0; i < list.length; i += 2)
      res.appendHeader(list[i], list[i + 1])
    res.statusCode = status
    coding ??= encode(res, Number(res.getHeader('content-length') ?? Infinity))
    const reason = rest.find((one) => typeof one === 'string')
    return writeHead.call(res, status, reason)
  }
  res.write = (/** @type {any[]} */ ...args) => {
    if (!res.headersSent) res.writeHead(res.statusCode)
    if (!coding) return write.apply(res, args)
    input ??= inputOf(coding, res, { write, end })
    return input.write(.../** @type {[any]} */ (args))
  }
  res.end = (/** @type {any[]} */ ...args) => {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const [chunk, encoding] = args
    const length = Buffer.byteLength(chunk ?? '', encoding)
    coding ??= encode(res, length)
    if (!coding) return end.call(res, chunk, encoding, callback)
    if (callback) res.once('finish', callback)
    if (res.writableEnded) return res
    Object.defineProperty(res, 'writableEnded', { value: true })
    if (!input && length <= AT_ONCE) {
      const body = Buffer.from(chunk ?? '', encoding)
      return end.call(res, ENCODERS[coding].encode(body))
    }
    input ??= inputOf(coding, res, { write, end })
    input.end(chunk, encoding)
    return res
  }
}

/**
 * Says how the body will be encoded, if it may be.
 *
 * @param {Response} res
 * @param {number} length of it, in bytes
 * @returns {string | false} the coding, for a body
 */
function encode(res, length) {
  // Of a part, we don't know how long the whole is.
  if (length < MIN_SIZE && res.statusCode !== 206) return false
  const get = (/** @type {string} */ name) => `${res.getHeader(name) ?? ''}`
  const { req, statusCode } = res
  const tag = get('etag').replace(/^"/, 'W/"')
  // A client that has it compressed gets the tag that it knows.
  const known = statusCode === 304 && fieldOf(req.headers, 'if-none-match')
  if (known && tag !== '' && known.includes(tag)) res.setHeader('etag', tag)
  if (get('content-encoding') !== '') return false
  if (/\bno-transform\b/i.test(get('cache-control'))) return false
  // A 304 needs no type.
  if (statusCode !== 304 && !isCompressible(get('content-type'))) return false
  res.setHeader('vary', addVary(get('vary'), 'Accept-Encoding'))
  if (UNCODED.has(statusCode)) return false
  const accepted = fieldOf(req.headers, 'accept-encoding')
  const [coding] = acceptedCodings(accepted, Object.keys(ENCODERS))
  if (coding === undefined) return false
  res.setHeader('content-encoding', coding)
  // What is said of other bytes would no longer be true.
  for (const name of OF_BYTES.split(' ')) res.removeHeader(name)
  if (tag !== '') res.setHeader('etag', tag)
  if (req.httpVersion !== '1.0') res.setHeader('transfer-encoding', 'chunked')
  return coding
}

/** Statuses of answers without a body, and with a part of one (RFC 9110 §15). */
const UNCODED = new Set([204, 205, 206, 304])
const OF_BYTES = 'content-length accept-ranges content-digest repr-digest'

/**
 * Where the pieces of a body are written. Those that come while a thread is busy
 * go there together.
 *
 * @param {string} coding
 * @param {any} res
 * @param {{ write: Function, end: Function }} plain
 * @returns {Writable}
 */
function inputOf(coding, res, { write, end }) {
  const encoder = ENCODERS[coding].stream()
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
