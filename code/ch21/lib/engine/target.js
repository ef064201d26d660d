import { isIPv6 } from 'node:net'

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
export const authorityOf = (target) =>
  target.startsWith('/') ? null : (ABSOLUTE.exec(target)?.[1] ?? null)

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
