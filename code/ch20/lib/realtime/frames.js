import { VelocyError } from '../common/errors.js'

/** What a frame is (RFC 6455 §5.2); from CLOSE on, they control. */
export const CONTINUATION = 0
export const TEXT = 1
export const BINARY = 2
export const CLOSE = 8
export const PING = 9
export const PONG = 10

/** In the first byte of a frame: it's the last of its message. */
export const FINAL = 0x80
/** In the first frame of a message: it's compressed (RFC 7692 §6). */
export const COMPRESSED = 0x40

/** Codes of a close frame that we send (RFC 6455 §7.4.1). */
export const GOING_AWAY = 1001
export const PROTOCOL_ERROR = 1002
export const NOT_TEXT = 1007
export const TOO_BIG = 1009
export const FAILED = 1011

/** What a close event says when there was no code, and no close frame. */
export const NO_CODE = 1005
export const NO_CLOSE = 1006

/**
 * The head of a frame that a server sends: without a mask (RFC 6455 §5.1).
 *
 * @param {number} first the first byte: the opcode and flags
 * @param {number} length of the payload, in bytes
 * @returns {string} a character for each byte
 */
export function headOf(first, length) {
  if (length < 126) return String.fromCharCode(first, length)
  const low = length % 2 ** 16
  if (length < 2 ** 16) {
    return String.fromCharCode(first, 126, low >> 8, low & 255)
  }
  let bytes = ''
  for (let i = 0, rest = length; i < 8; i++, rest = Math.floor(rest / 256)) {
    bytes = String.fromCharCode(rest % 256) + bytes
  }
  return String.fromCharCode(first, 127) + bytes
}

/** Frames up to this size are strings, which are the cheapest to send. */
const SMALL = 16_384

/**
 * A frame with a whole message. It can be sent to any number of sockets.
 *
 * @param {string | Uint8Array} data
 * @param {number} [first] the first byte; by default, text or binary
 * @returns {string | Buffer} a string has a character for each byte
 */
export function frameOf(data, first = FINAL | kindOf(data)) {
  const length = Buffer.byteLength(data)
  const head = headOf(first, length)
  // In ASCII, a character is a byte.
  if (data.length === length && typeof data === 'string') return head + data
  const bytes = typeof data === 'string' ? Buffer.from(data) : bufferOf(data)
  if (length <= SMALL) return head + bytes.latin1Slice()
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

/** @param {string | Uint8Array} data */
const kindOf = (data) => (typeof data === 'string' ? TEXT : BINARY)

/** @param {Uint8Array} bytes */
const bufferOf = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * A close frame.
 *
 * @param {number} code NO_CODE: without one
 * @param {string} reason at most 123 bytes
 */
export function closeFrame(code, reason) {
  if (code === NO_CODE) return frameOf('', FINAL | CLOSE)
  const payload = Buffer.from(`  ${reason}`)
  payload.writeUInt16BE(code)
  return frameOf(payload, FINAL | CLOSE)
}

/**
 * Whether a close frame may have this code (RFC 6455 §7.4): others are
 * reserved, or for what isn't sent.
 *
 * @param {number} code
 */
export const isCloseCode = (code) =>
  (code >= 1000 && code <= 1003) ||
  (code >= 1007 && code <= 1014) ||
  (code >= 3000 && code <= 4999)

/**
 * @param {number} closeCode that the client is told
 * @param {string} message
 */
export const failure = (closeCode, message) =>
  Object.assign(new VelocyError('ERR_VELOCY_BAD_FRAME', message), { closeCode })
