import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { split } from '../http/fields.js'
import {
  BINARY,
  CLOSE,
  COMPRESSED,
  FINAL,
  failure,
  frameOf,
  NOT_TEXT,
  TEXT,
  TOO_BIG,
} from './frames.js'
import { MessageReader, textOf } from './message-reader.js'
import { WebSocket } from './web-socket.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Settings } from './web-socket.js' */

/**
 * @typedef {object} Agreed
 * @property {number} windowBits of what we send: the window is a power of two
 * @property {string} extension Sec-WebSocket-Extensions of the answer
 */

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
 * @returns {Agreed | null}
 */
export function acceptDeflate(field = '') {
  for (const offer of split(field, ',')) {
    const parts = split(offer, ';')
    const names = new Set(parts.map((part) => part.split('=')[0]))
    if (!OFFER.test(parts.join(';')) || names.size < parts.length) continue
    const bits = /server_max_window_bits="?(\d+)/.exec(offer)?.[1]
    if (bits === undefined) return { windowBits: 15, extension: ANSWER }
    const extension = `${ANSWER}; server_max_window_bits=${bits}`
    return { windowBits: Number(bits), extension }
  }
  return null
}

const FLUSH = { finishFlush: zlib.constants.Z_SYNC_FLUSH }

/** What a flush ends with, and a frame leaves out (RFC 7692 §7.2.1). */
const TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff])

/** A shorter message is hardly any smaller when it is compressed, in bytes. */
const THRESHOLD = 1024

/**
 * A frame with a whole message, compressed if that's worth it. It takes the
 * thread that calls: some 10 µs for a kilobyte, and 10 ms for a megabyte.
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

/** Reads compressed messages, too. */
export class PackedReader extends MessageReader {
  mayPack = true
  /** @type {string | Buffer} */
  data = ''

  /** @override */
  next() {
    if (!super.next()) return false
    const isPacked = this.isPacked && this.type < CLOSE
    if (isPacked) this.data = this.#unpack(this.data)
    return true
  }

  /**
   * Stops as soon as the message is too large.
   *
   * @param {string | Buffer} data
   */
  #unpack(data) {
    const packed = Buffer.concat([/** @type {Buffer} */ (data), TAIL])
    const bytes = inflate(packed, this.maxMessage)
    return this.type === TEXT ? textOf(bytes) : bytes
  }
}

/** A WebSocket whose two sides compress long messages. */
export class PackedWebSocket extends WebSocket {
  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {string} protocol
   * @param {Settings} settings
   * @param {Agreed} agreed
   */
  constructor(req, socket, protocol, settings, { windowBits }) {
    const reader = new PackedReader(settings.maxMessage)
    super(req, socket, protocol, settings, reader)
    this.windowBits = windowBits
  }

  /** @override @param {string | Uint8Array} data */
  send(data) {
    return this.sendFrame(packedFrameOf(data, this.windowBits))
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} limit of what comes out, in bytes
 * @returns {Buffer}
 * @throws {VelocyError} ERR_VELOCY_BAD_FRAME, with a `closeCode`
 */
function inflate(bytes, limit) {
  try {
    return zlib.inflateRawSync(bytes, { ...FLUSH, maxOutputLength: limit })
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ERR_BUFFER_TOO_LARGE') {
      throw failure(NOT_TEXT, 'Got a message that cannot be decompressed')
    }
    const most = `the limit of ${limit.toLocaleString('en')} bytes`
    throw failure(TOO_BIG, `Message exceeds ${most} when decompressed`)
  }
}
