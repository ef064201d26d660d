import { Buffer } from 'node:buffer'
import { VelocyError } from '../common/errors.js'

/** What a frame is (RFC 6455 §5.2). From CLOSE on, it controls. */
export const KINDS = [0, 1, 2, 8, 9, 10]
export const [CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG] = KINDS

/** In the first byte of a frame: it's the last one of its message. */
export const FIN = 0x80

/** In the first byte of a message: it's compressed (RFC 7692 §6). */
export const RSV1 = 0x40

/**
 * A frame with a whole message. It may be sent to any number of sockets.
 *
 * @param {string | Uint8Array} data
 * @param {number} [kind] its opcode, and RSV1. Default: text, or binary.
 * @returns {string} a character for each byte
 */
export function frameOf(data, kind = kindOf(data)) {
  const isText = typeof data === 'string'
  const length = Buffer.byteLength(data)
  const head = headOf(FIN | kind, length)
  // In ASCII, a character is a byte.
  if (isText && data.length === length) return head + data
  const { buffer, byteOffset } = isText ? Buffer.from(data) : data
  return head + Buffer.from(buffer, byteOffset, length).toString('latin1')
}

/** @param {string | Uint8Array} data */
export const kindOf = (data) => (typeof data === 'string' ? TEXT : BINARY)

/**
 * The head of a frame that a server sends, which has no mask (RFC 6455 §5.1).
 *
 * @param {number} first its first byte: opcode and flags
 * @param {number} length of the payload, in bytes
 */
function headOf(first, length) {
  if (length < 126) return String.fromCharCode(first, length)
  const isLong = length > 0xffff
  const head = Buffer.alloc(isLong ? 10 : 4)
  head.writeUInt32BE(length, head.length - 4)
  head[0] = first
  head[1] = isLong ? 127 : 126
  return head.toString('latin1')
}

/**
 * @param {number} [code] Default: 1005, which stands for none.
 * @param {string} [reason]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function closeFrame(code = 1005, reason = '') {
  const payload = Buffer.from(`  ${reason}`)
  // A frame that controls has room for 125 bytes (RFC 6455 §5.5).
  if ((code !== 1005 && !isCloseCode(code)) || payload.length > 125) {
    const got = `close: got the code ${code} and ${payload.length - 2} bytes`
    const message = `${got}, expected one to send, and a reason of at most 123`
    throw new VelocyError('ERR_VELOCY_BAD_OPTION', message)
  }
  payload.writeUInt16BE(code)
  return frameOf(code === 1005 ? '' : payload, CLOSE)
}

/**
 * Whether a close frame may have this code: others aren't defined, or stand for
 * what isn't sent (RFC 6455 §7.4).
 *
 * @param {number} code
 */
export const isCloseCode = (code) =>
  (code >= 1000 && code <= 1003) ||
  (code >= 1007 && code <= 1014) ||
  (code >= 3000 && code <= 4999)
