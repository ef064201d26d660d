import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { fieldOf, split } from '../http/fields.js'
import { frameOf, kindOf, RSV1 } from './frames.js'
import { failure, tooBig } from './reader.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */
/** @import { Settings } from './web-socket.js' */

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
 * @param {Request} req
 * @param {Response} res which is given Sec-WebSocket-Extensions
 * @returns {Settings | undefined}
 */
export function acceptDeflate({ headers }, res) {
  const offers = fieldOf(headers, 'sec-websocket-extensions') ?? ''
  for (const offer of split(offers, ',')) {
    const parts = split(offer, ';')
    const names = new Set(parts.map((part) => part.split('=')[0]))
    if (!OFFER.test(parts.join(';')) || names.size < parts.length) continue
    const bits = /server_max_window_bits="?(\d+)/.exec(offer)?.[1]
    const window = bits ? `; server_max_window_bits=${bits}` : ''
    res.setHeader('sec-websocket-extensions', ANSWER + window)
    // We read what's compressed, but don't write it for a window of its own.
    return { encode: bits ? frameOf : packedFrameOf, unpack }
  }
}

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
 * @returns {string} as `frameOf` returns it
 */
export function packedFrameOf(data) {
  if (!(data.length >= THRESHOLD)) return frameOf(data)
  const packed = zlib.deflateRawSync(data, FLUSH)
  return frameOf(packed.subarray(0, -TAIL.length), RSV1 | kindOf(data))
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
  } catch (/** @type {any} */ error) {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooBig(limit)
    throw failure(1007, 'Got a message that cannot be decompressed')
  }
}
