import { kMaxLength } from 'node:buffer'
import { VelocyError } from '../common/errors.js'
import { split } from './fields.js'

/** What a window may take, as a power of two: 8 MiB (RFC 9659 §3). */
const WINDOW = 23

/** The function of node:zlib, by content coding (RFC 9110 §8.4.1). */
const DECODERS = new Map([
  ['gzip', 'gunzip'],
  ['x-gzip', 'gunzip'],
  ['deflate', 'inflate'],
  ['br', 'brotliDecompress'],
  ['zstd', 'zstdDecompress'],
])

const ACCEPTED = 'gzip, deflate, br, zstd'

/** Each costs what the limit allows, so nobody may ask for a hundred. */
const MOST_CODINGS = 2

/**
 * Takes apart a field Content-Encoding.
 *
 * @param {string | undefined} field
 * @returns {string[]} codings in lower case, in the order of their application
 * @throws {VelocyError} ERR_VELOCY_BODY_CODING, status 415
 */
export function contentCodings(field) {
  if (field === undefined) return []
  const codings = split(field.toLowerCase(), ',').filter(
    // It should not be sent, and does nothing (RFC 9110 §8.4.1).
    (coding) => coding !== 'identity',
  )
  const isKnown = codings.every((coding) => DECODERS.has(coding))
  if (isKnown && codings.length <= MOST_CODINGS) return codings
  throw new VelocyError(
    'ERR_VELOCY_BODY_CODING',
    `The body has the content coding ${JSON.stringify(field)}, expected at ` +
      `most ${MOST_CODINGS} of ${ACCEPTED}`,
    { status: 415, headers: { 'accept-encoding': ACCEPTED } },
  )
}

/**
 * Undoes the content codings of a body.
 *
 * @param {Buffer} bytes
 * @param {readonly string[]} codings in the order of their application
 * @param {number} limit of what each of them may hold, in bytes
 * @returns {Promise<Buffer>}
 * @throws {VelocyError} ERR_VELOCY_BODY_TOO_LARGE, status 413;
 *   ERR_VELOCY_BODY_CORRUPT, status 400, also when something follows it
 */
export async function decodeContent(bytes, codings, limit) {
  if (bytes.length === 0) return bytes
  let decoded = bytes
  for (const coding of codings.toReversed()) {
    decoded = await decodeOnce(decoded, coding, limit)
  }
  return decoded
}

/**
 * @param {Buffer} bytes
 * @param {string} coding
 * @param {number} limit in bytes
 * @returns {Promise<Buffer>}
 */
function decodeOnce(bytes, coding, limit) {
  // Loaded with the first body that needs it: without zlib all else works.
  const zlib = process.getBuiltinModule('node:zlib')
  const decode = /** @type {any} */ (zlib)[DECODERS.get(coding) ?? '']
  const options = {
    // One byte over the limit is enough to know.
    maxOutputLength: Math.min(limit + 1, kMaxLength),
    info: true,
    ...(coding === 'zstd' && {
      params: { [zlib.constants.ZSTD_d_windowLogMax]: WINDOW },
    }),
  }
  return new Promise((resolve, reject) => {
    /** @type {(error: any, result: any) => void} */
    const done = (error, result) => {
      const isTooLong = error?.code === TOO_LONG
      if (isTooLong || result?.buffer.length > limit) reject(tooLarge(limit))
      else if (error) reject(corrupt(coding, error))
      // zlib stops at the end of the data, whatever follows: bytes that others
      // may read as something else.
      else if (result.engine.bytesWritten < bytes.length)
        reject(corrupt(coding))
      else resolve(result.buffer)
    }
    decode(bytes, options, done)
  })
}

const TOO_LONG = 'ERR_BUFFER_TOO_LARGE'

/** @param {number} limit */
function tooLarge(limit) {
  return new VelocyError(
    'ERR_VELOCY_BODY_TOO_LARGE',
    `The body is larger than ${limit} bytes when it is decoded, which is the ` +
      'most that is read',
    { status: 413 },
  )
}

/**
 * @param {string} coding
 * @param {Error} [cause]
 */
function corrupt(coding, cause) {
  return new VelocyError(
    'ERR_VELOCY_BODY_CORRUPT',
    `The body cannot be decoded, expected the whole of one in ${coding}`,
    { status: 400, ...(cause && { cause }) },
  )
}
