import { isIPv6 } from 'node:net'
import { http } from '../common/node-http.js'
import { isText } from './characters.js'

/** @type {string[][]} the methods of each length, so that few are compared */
const methodsByLength = []
for (const method of http.METHODS) {
  // We have no tunnels.
  if (method === 'CONNECT') continue
  methodsByLength[method.length] ??= []
  methodsByLength[method.length].push(method)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string} always the same string for a method; '': it's unknown
 */
export function methodAt(bytes, start, end) {
  for (const method of methodsByLength[end - start] ?? []) {
    if (isText(bytes, start, end, method)) return method
  }
  return ''
}

/**
 * Reads `HTTP/1.1` (RFC 9112 §2.3).
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} 1 or 0 for HTTP/1.1 and HTTP/1.0; -1: it isn't a version;
 *   -2: it's another one
 */
export function minorVersionAt(bytes, start, end) {
  if (isText(bytes, start, end, 'HTTP/1.1')) return 1
  if (isText(bytes, start, end, 'HTTP/1.0')) return 0
  const isVersion = /^HTTP\/\d\.\d$/.test(bytes.toString('latin1', start, end))
  return isVersion ? -2 : -1
}

/**
 * A host and a port (RFC 9110 §7.2): an address in brackets, or a name, which
 * may be empty.
 */
const HOST =
  /^(?:\[(?:([\d:.a-f]+)|v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+)\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})*)(?::\d*)?$/i

/**
 * Whether a Host field is valid. It may be empty.
 *
 * @param {string} text
 */
export function isHost(text) {
  const match = HOST.exec(text)
  return match !== null && (match[1] === undefined || isIPv6(match[1]))
}

const ABSOLUTE = /^https?:\/\/([^/?]*)/i

/**
 * The host and port of a target in absolute form, which count in place of the
 * Host field (RFC 9112 §3.2.2).
 *
 * @param {string} target
 * @returns {string | null} null: the target has another form
 */
export const authorityOf = (target) => ABSOLUTE.exec(target)?.[1] ?? null

/**
 * Checks the form of a target, of which each byte is already known to be
 * allowed (RFC 9112 §3.2).
 *
 * @param {string} method
 * @param {string} target
 */
export function isTargetOf(method, target) {
  if (target.startsWith('/')) return true
  if (target === '*') return method === 'OPTIONS'
  const authority = authorityOf(target)
  // The host may not be empty here, and it never has an `@`.
  return authority !== null && /^[^:]/.test(authority) && isHost(authority)
}
