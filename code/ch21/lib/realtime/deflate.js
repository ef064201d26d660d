import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { split } from '../http/fields.js'
import { BINARY, COMPRESSED, FINAL, failure, frameOf, TEXT } from './frames.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Packing } from './web-socket.js' */

const BITS = '(?:[89]|1[0-5]|"(?:[89]|1[0-5])")'

/** With parameters that have the values they may have (RFC 7692 §7.1). */
const OFFER = new RegExp(
  '^permessage-deflate(?:;(?:(?:server|client)_no_context_takeover' +
    `|server_max_window_bits=${BITS}|client_max_window_bits(?:=${BITS})?))*$`,
)

const ANSWER =
  'permessage-deflate; server_no_context_takeover; client_no_context_takeover'

/**
 * Accepts the first offer of permessage-deflate that is valid, without context
 * takeover in either direction: a message can be read, and sent to many, without
 * those before it.
 *
 * @param {string} [field] Sec-WebSocket-Extensions of the request
 * @returns {(Packing & { extension: string }) | null} with
 *   Sec-WebSocket-Extensions of the answer
 */
export function acceptDeflate(field = '') {
  for (const offer of split(field, ',')) {
    const parts = split(offer, ';')
    const names = new Set(parts.map((part) => part.split('=')[0]))
    if (!OFFER.test(parts.join(';')) || names.size < parts.length) continue
    const bits = /server_max_window_bits="?(\d+)/.exec(offer)?.[1]
    const packing = packingOf(Number(bits ?? 15))
    const window = bits ? `; server_max_window_bits=${bits}` : ''
    return { ...packing, extension: ANSWER + window }
  }
  return null
}

/**
 * @param {number} windowBits
 * @returns {Packing}
 */
const packingOf = (windowBits) => ({
  windowBits,
  frameOf: (data) => packedFrameOf(data, windowBits),
  unpack,
})

const FLUSH = { finishFlush: zlib.constants.Z_SYNC_FLUSH }

/** What a flush ends with, and a frame leaves out (RFC 7692 §7.2.1). */
const TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff])

/** A shorter message is hardly any smaller when it is compressed, in bytes. */
const THRESHOLD = 1024

/**
 * A frame with a whole message, compressed if that's worth it. It takes the
 * thread that calls: microseconds for a kilobyte, milliseconds for a megabyte.
 *
 * @param {string | Uint8Array} data
 * @param {number} windowBits 9 to 15; for 8, zlib uses 9
 * @returns {string | Buffer} as `frameOf` returns it
 */
export function packedFrameOf(data, windowBits) {
  if (!(data.length >= THRESHOLD)) return frameOf(data)
  const packed = zlib.deflateRawSync(data, { ...FLUSH, windowBits })
  const kind = typeof data === 'string' ? TEXT : BINARY
  return frameOf(packed.subarray(0, -TAIL.length), FINAL | COMPRESSED | kind)
}

/**
 * Stops as soon as the message is too large.
 *
 * @param {Buffer} packed
 * @param {number} limit of what comes out, in bytes
 * @returns {Buffer}
 * @throws {VelocyError} ERR_VELOCY_BAD_FRAME, with a `closeCode`
 */
export function unpack(packed, limit) {
  const bytes = Buffer.concat([packed, TAIL])
  try {
    return zlib.inflateRawSync(bytes, { ...FLUSH, maxOutputLength: limit })
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ERR_BUFFER_TOO_LARGE') {
      throw failure(1007, 'Got a message that cannot be decompressed')
    }
    const most = `the limit of ${limit.toLocaleString('en')} bytes`
    throw failure(1009, `Message exceeds ${most} when decompressed`)
  }
}
