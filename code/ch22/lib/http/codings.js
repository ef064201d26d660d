import { kMaxLength } from 'node:buffer'
import { promisify } from 'node:util'
import { VelocyError } from '../common/errors.js'

/** The function of node:zlib that undoes each content coding (RFC 9110 §8.4.1). */
const DECODERS = new Map([
  ['gzip', 'gunzip'],
  ['x-gzip', 'gunzip'],
  ['deflate', 'inflate'],
  ['br', 'brotliDecompress'],
  ['zstd', 'zstdDecompress'],
])

const ACCEPTED = 'gzip, deflate, br, zstd'

/** The largest zstd window, as a power of two: 8 MiB (RFC 9659 §3). */
const WINDOW = 23

/**
 * @param {string | undefined} field Content-Encoding
 * @returns {string | undefined} the coding, in lower case; undefined without one
 * @throws {VelocyError} ERR_VELOCY_BODY_CODING, status 415, for an unknown
 *   coding, and for several
 */
export function contentCoding(field) {
  const coding = field?.toLowerCase() ?? 'identity'
  if (coding === 'identity') return
  if (DECODERS.has(coding)) return coding
  throw new VelocyError(
    'ERR_VELOCY_BODY_CODING',
    `Unsupported Content-Encoding ${JSON.stringify(field)}, expected one of ` +
      ACCEPTED,
    { status: 415, headers: { 'accept-encoding': ACCEPTED } },
  )
}

/**
 * Decompresses a body.
 *
 * @param {Buffer} bytes
 * @param {string} coding as `contentCoding` returns it
 * @param {number} limit of what comes out, in bytes
 * @returns {Promise<Buffer>}
 * @throws {VelocyError} ERR_VELOCY_BODY_TOO_LARGE, status 413;
 *   ERR_VELOCY_BODY_CORRUPT, status 400, also when bytes follow the data
 */
export async function decodeContent(bytes, coding, limit) {
  if (bytes.length === 0) return bytes
  // Loaded with the first body that needs it: without zlib all else works.
  const zlib = process.getBuiltinModule('node:zlib')
  const decode = promisify(
    /** @type {any} */ (zlib)[DECODERS.get(coding) ?? ''],
  )
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: WINDOW }
  const options = { maxOutputLength: Math.min(limit, kMaxLength), info: true }
  try {
    const { buffer, engine } = await decode(
      bytes,
      coding === 'zstd' ? { ...options, params } : options,
    )
    // zlib ignores bytes behind its data, which others may read as something.
    if (engine.bytesWritten === bytes.length) return buffer
  } catch (cause) {
    throw failure(coding, limit, cause)
  }
  throw failure(coding, limit)
}

/**
 * @param {string} coding
 * @param {number} limit
 * @param {any} [cause]
 */
function failure(coding, limit, cause) {
  if (cause?.code === 'ERR_BUFFER_TOO_LARGE') {
    return new VelocyError(
      'ERR_VELOCY_BODY_TOO_LARGE',
      `Request body exceeds the limit of ${limit} bytes when decompressed`,
      { status: 413 },
    )
  }
  return new VelocyError(
    'ERR_VELOCY_BODY_CORRUPT',
    `Request body is not valid ${coding} data`,
    { status: 400, cause },
  )
}
